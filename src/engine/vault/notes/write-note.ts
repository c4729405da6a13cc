import path from 'node:path';
import { isPortableFileName, sameFileNameKey } from '../../files/safe-path.ts';
import { CortexError } from '../../platform/errors.ts';
import { escapeMarkers } from '../../text/conflicts/escaped-markers.ts';
import { editHeader } from '../../text/frontmatter/frontmatter-edit.ts';
import type { VaultIndex } from '../cache/vault-index.ts';
import { requireLine } from '../line-of-text.ts';
import { folderForType } from '../note-fields.ts';
import { firstLineForHeader } from '../prose/first-line.ts';
import { isFolderLeftOut } from './note-paths.ts';
import { newNoteId } from './slug.ts';

/** Content of a new note. */
export interface NewNote {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly project: string;
  readonly status: string;
  /** Creation date, `YYYY-MM-DD`. */
  readonly day: string;
  readonly tags: readonly string[];
  /** Related notes, as links name them. */
  readonly links: readonly string[];
  /** Written as one line. If empty, the first line of the body is used. */
  readonly description: string;
  /** Markdown. */
  readonly body: string;
  readonly author?: string;
  /** Recorded content of cited places, as in the header. */
  readonly cited?: readonly string[];
  readonly confidence?: number;
  readonly pnlImpact?: number;
}

/**
 * Returns the text of a new note: the standard header in the seed's order, its name as a heading unless the body starts with one, and the
 * body (seed 2, "Atom Writer").
 * @throws CortexError `invalid-input` if the name, project, a tag or the description is not one line of text, or a number is invalid
 */
export function newNoteText(note: NewNote): string {
  requireLine(note.name, 'name for a note');
  requireLine(note.project, 'name for a project');
  for (const tag of note.tags) requireLine(tag, 'tag');
  const body = escapeMarkers(note.body.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd());
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

/**
 * Normalizes a folder of the vault to the form of note paths; empty for the vault's root.
 * @throws CortexError `outside-root`, `invalid-input`
 */
function folderOf(directory: string): string {
  const folder = path.posix.normalize(directory.replaceAll('\\', '/')).replace(/^\.$|\/$/g, '');
  const problem = { value: directory, next: 'Choose a folder of the vault.' };
  if (folder === '..' || folder.startsWith('../') || folder.startsWith('/') || /^[A-Za-z]:|\0/.test(folder)) {
    throw new CortexError('outside-root', 'the folder for the note is outside of the vault', { ...problem, allowed: 'a relative path' });
  }
  if (folder !== '' && folder.split('/').some(isFolderLeftOut)) {
    throw new CortexError('invalid-input', 'notes in this folder would not be found: vaults exclude it', problem);
  }
  return folder;
}

/**
 * Checks that a folder without notes has a name that every operating system accepts, because the vault may be copied.
 * @throws CortexError `invalid-input`
 */
function requirePortable(index: VaultIndex, folder: string): void {
  const names = folder === '' ? [] : folder.split('/');
  if (names.every(isPortableFileName) || Array.from(index.known()).some(({ path: note }) => note.startsWith(`${folder}/`))) return;
  const allowed = 'a folder with notes, or a name that is valid on Windows, macOS and Linux';
  throw new CortexError('invalid-input', 'the folder name is not valid on every operating system', {
    value: folder,
    allowed,
    next: 'Choose another one.',
  });
}

/** Length of the id's date prefix. */
const DAY_LENGTH = 'YYYYMMDD_'.length;

/**
 * Chooses the id and path of a new note. Neither equals that of another note, even on file systems that ignore case or normalize names
 * (RULINGS, vault 6).
 * @param directory folder of the vault; `null` for the type's folder
 * @param day `YYYY-MM-DD`
 * @throws CortexError `invalid-input` if the name yields no id or the folder is ignored; `outside-root` if the folder is outside of the
 * vault
 */
export function placeNewNote(
  index: VaultIndex,
  { name, type, day, directory }: { name: string; type: string; day: string; directory: string | null },
): { id: string; path: string } {
  const folder = folderOf(directory ?? folderForType(type));
  requirePortable(index, folder);
  const pathOf = (id: string) => path.posix.join(folder, `${id.slice(DAY_LENGTH)}.md`);
  const present = new Set(Array.from(index.known(), (note) => sameFileNameKey(note.path)));
  const ids = new Set(Array.from(index.known(), (note) => note.id));
  // `MEMORY.md` is not a note, and no note may have its name.
  present.add(sameFileNameKey(path.posix.join(folder, 'MEMORY.md')));
  const isFree = (id: string) => isPortableFileName(path.posix.basename(pathOf(id))) && !present.has(sameFileNameKey(pathOf(id)));
  const id = newNoteId(name, day, (candidate) => ids.has(candidate) || !isFree(candidate));
  return { id, path: pathOf(id) };
}
