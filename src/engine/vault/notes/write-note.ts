import path from 'node:path';
import { isPortableFileName, sameFileNameKey } from '../../files/safe-path.ts';
import { CortexError } from '../../platform/errors.ts';
import { editHeader } from '../../text/frontmatter/frontmatter-edit.ts';
import type { VaultIndex } from '../cache/vault-index.ts';
import { folderOfType } from '../known.ts';
import { requireLine } from '../line-of-text.ts';
import { firstLineForHeader } from '../prose/first-line.ts';
import { isFolderLeftOut } from './note-paths.ts';
import { newNoteId } from './slug.ts';

/** What a new note says. */
export interface NewNote {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly project: string;
  readonly status: string;
  /** `YYYY-MM-DD`: when it is written. */
  readonly day: string;
  readonly tags: readonly string[];
  /** Other notes that it is related to, as links name them. */
  readonly links: readonly string[];
  /** Written in one line. Empty: the first line of the body. */
  readonly description: string;
  /** Markdown. */
  readonly body: string;
  readonly author?: string;
  /** What cited places hold, as the header says it. */
  readonly cited?: readonly string[];
  readonly confidence?: number;
  readonly pnlImpact?: number;
}

/**
 * The text of a new note: the standard header in the seed's order, then its name as a heading, unless the body begins with one, then the
 * body (seed 2, "Atom Writer").
 * @throws CortexError `invalid-input` for a name, project, tag or description that is no line of text, or a number that is none
 */
export function newNoteText(note: NewNote): string {
  requireLine(note.name, 'name for a note');
  requireLine(note.project, 'name for a project');
  for (const tag of note.tags) requireLine(tag, 'tag');
  const body = note.body.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd();
  const heading = /^#[ \t]/.test(body) ? '' : `# ${note.name}\n\n`;
  const given = note.description.replace(/\s+/g, ' ').trim();
  if (given !== '') requireLine(given, 'description for a note');
  const description = given || firstLineForHeader(body);
  return editHeader(`\n${heading}${body}`.replace(/\n*$/, '\n'), {
    id: note.id,
    name: note.name,
    type: note.type,
    project: note.project,
    status: note.status,
    created: note.day,
    updated: note.day,
    tags: note.tags,
    links: note.links,
    ...(description !== '' && { description }),
    ...(note.author !== undefined && { author: note.author }),
    ...(note.cited !== undefined && note.cited.length > 0 && { cited: note.cited }),
    ...(note.confidence !== undefined && { confidence: note.confidence }),
    ...(note.pnlImpact !== undefined && { pnl_impact: note.pnlImpact }),
  });
}

/** A folder of the vault, as paths of notes name it; empty for the vault itself. @throws CortexError `outside-root`, `invalid-input` */
function folderOf(directory: string): string {
  const folder = path.posix.normalize(directory.replaceAll('\\', '/')).replace(/^\.$|\/$/g, '');
  const problem = { value: directory, next: 'Name a folder of the vault.' };
  if (folder === '..' || folder.startsWith('../') || folder.startsWith('/') || /^[A-Za-z]:|\0/.test(folder)) {
    throw new CortexError('outside-root', 'the folder for the note is not in the vault', { ...problem, allowed: 'a relative path' });
  }
  if (folder !== '' && folder.split('/').some(isFolderLeftOut)) {
    throw new CortexError('invalid-input', 'notes in this folder would not be found: it is left out of vaults', problem);
  }
  return folder;
}

/** @throws CortexError `invalid-input` for a folder that would be a new one, and cannot be on every system that the vault may be copied to */
function requirePortable(index: VaultIndex, folder: string): void {
  const names = folder === '' ? [] : folder.split('/');
  if (names.every(isPortableFileName) || Array.from(index.known()).some(({ path: note }) => note.startsWith(`${folder}/`))) return;
  const allowed = 'folders with notes in them, and names that Windows, macOS and Linux take';
  throw new CortexError('invalid-input', 'not every system takes a folder of this name', {
    value: folder,
    allowed,
    next: 'Name another one.',
  });
}

/** How long the part of an id is that stands for the day. */
const DAY_LENGTH = 'YYYYMMDD_'.length;

/**
 * The id and path of a new note: neither is another note's, whatever the file system holds to be the same name (RULINGS, vault 6).
 * @param directory a folder of the vault; `null`: the one for its type
 * @param day `YYYY-MM-DD`
 * @throws CortexError `invalid-input` for a name of which no id can be made, or a folder that holds no notes; `outside-root` for one outside the vault
 */
export function placeNewNote(
  index: VaultIndex,
  { name, type, day, directory }: { name: string; type: string; day: string; directory: string | null },
): { id: string; path: string } {
  const folder = folderOf(directory ?? folderOfType(type));
  requirePortable(index, folder);
  const pathOf = (id: string) => path.posix.join(folder, `${id.slice(DAY_LENGTH)}.md`);
  const present = new Set(Array.from(index.notes(), (note) => sameFileNameKey(note.path)));
  // No note, and not to be taken for one.
  present.add(sameFileNameKey(path.posix.join(folder, 'MEMORY.md')));
  const isFree = (id: string) => isPortableFileName(path.posix.basename(pathOf(id))) && !present.has(sameFileNameKey(pathOf(id)));
  const id = newNoteId(name, day, (candidate) => index.byId(candidate).length > 0 || !isFree(candidate));
  return { id, path: pathOf(id) };
}
