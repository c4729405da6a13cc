import { CortexError } from '../../platform/errors.ts';
import { splitHeader } from '../../text/frontmatter/split-header.ts';
import type { VaultIndex } from '../cache/vault-index.ts';
import { HeaderValues } from '../headers/header-values.ts';
import { editNoteHeader } from '../headers/note-header-edit.ts';
import type { TextEdit } from '../links/auto-link.ts';
import { findNameKind, linkKey, type Resolution } from '../links/link-table.ts';
import { findEdit, retarget } from '../links/retarget.ts';
import { ALIAS_KEYS } from '../note-fields.ts';
import { titleIn } from './format.ts';
import type { Note } from './note.ts';
import { askWithNotes } from './with-notes.ts';

/** Change of a note's id, name or alias. */
export interface NoteRenaming {
  readonly note: Note;
  readonly field: 'id' | 'name' | 'alias';
  /** The old alias, as a link names it. Only for `alias`. */
  readonly alias?: string;
  /** The new name. */
  readonly next: string;
}

/** Reports whether a link refers to the note by the name that changes. */
function isRenamed({ note, field, alias }: NoteRenaming, target: string, by: string | null, from: string): boolean {
  return by === field && (field !== 'alias' || linkKey(target, from) === linkKey(alias ?? '', note.path));
}

/** Returns the aliases of a note with one renamed. */
function renamedAliases(aliases: readonly string[], { note, alias = '', next }: NoteRenaming): string[] {
  const key = linkKey(alias, note.path);
  return aliases.map((each) => (linkKey(each, note.path) === key ? next : each));
}

/** Returns the renamed note. */
function renamedNote(renaming: NoteRenaming): Note {
  const { note, field, next } = renaming;
  return field === 'alias' ? { ...note, aliases: renamedAliases(note.aliases, renaming) } : { ...note, [field]: next };
}

/** Returns the text of the note with the new name in its header. */
function renamedHeader(text: string, renaming: NoteRenaming): string {
  const { field, next } = renaming;
  if (field !== 'alias') return editNoteHeader(text, { [field]: next });
  const values = new HeaderValues(text, splitHeader(text).header);
  const keys = ALIAS_KEYS.filter((key) => values.names(key).length > 0);
  const [title] = renamedAliases(
    [titleIn(values) ?? ''].filter((each) => each !== ''),
    renaming,
  );
  const lists = keys.map((key) => [key, renamedAliases(values.names(key), renaming)]);
  return editNoteHeader(text, { ...Object.fromEntries(lists), ...(title !== undefined && { title }) });
}

/** Characters that would end a link, start a label, heading, code or tag, or are not allowed in a line of text. */
const UNFIT = /[[\]|#^<>`\\\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u;
/** Names that would be resolved as paths. */
const LIKE_A_PATH = /^\.{0,2}\//;

function refused(why: string, value: string, next: string, allowed?: string): CortexError {
  return new CortexError('invalid-input', why, { value, next, ...(allowed !== undefined && { allowed }) });
}

function requireFit(next: string): void {
  const advice = 'Choose another name.';
  if (next === '' || next !== next.trim() || UNFIT.test(next))
    throw refused('cannot be used in a link', next, advice, 'one line of text without [ ] | # ^ < > ` \\');
  if (LIKE_A_PATH.test(next)) throw refused('would be read as the path of a file', next, advice);
}

/** Returns the other notes to which a name resolves. */
function othersCalled(resolution: Resolution, path: string): readonly string[] {
  if (resolution.kind === 'ambiguous') return resolution.paths.filter((other) => other !== path);
  return resolution.kind === 'found' && resolution.path !== path ? [resolution.path] : [];
}

/**
 * Checks that links can refer to the note by its new name, and that the name does not affect links to other notes.
 * @throws CortexError `invalid-input`, `already-exists`
 */
export function checkRenaming(index: VaultIndex, renaming: NoteRenaming): void {
  const { note, next } = renaming;
  requireFit(next);
  const others = othersCalled(index.resolve(next), note.path);
  if (others.length > 0) {
    const allowed = 'a name that is not the id, path, file name or name of another note';
    const data = { value: next, allowed, next: 'Choose another name, or rename that note first.' };
    throw new CortexError('already-exists', `links with this name already lead to ${others.join(' or ')}`, data);
  }
  const then = askWithNotes(index, [renamedNote(renaming)], () => index.resolve(next));
  if (then.kind !== 'found' || then.path !== note.path) throw refused('cannot be found by links', next, 'Choose another name.');
}

/**
 * Returns the edits that a renaming makes in one text: targets of links that refer to the note by its old name, and the header if it is
 * the note's own text.
 * @param index before any change
 * @returns edits for this text, in order
 * @throws CortexError `invalid-input` if the header cannot be changed
 */
export function renamingEdits(index: VaultIndex, renaming: NoteRenaming, { path, text }: { path: string; text: string }): TextEdit[] {
  const { note, next } = renaming;
  const edits = retarget(text, path, ({ target, kind }) => {
    const resolution = index.resolve(target, path, kind);
    const means = resolution.kind === 'found' && resolution.path === note.path;
    return means && isRenamed(renaming, target, findNameKind(note, { target, kind }, path), path) ? next : null;
  });
  if (path !== note.path) return edits;
  const own = findEdit(text, renamedHeader(text, renaming));
  return [...edits, own].sort((one, other) => one.from - other.from);
}
