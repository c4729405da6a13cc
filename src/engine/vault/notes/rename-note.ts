import { CortexError } from '../../platform/errors.ts';
import { splitHeader } from '../../text/frontmatter/split-header.ts';
import type { VaultIndex } from '../cache/vault-index.ts';
import { HeaderValues } from '../headers/header-values.ts';
import { editNoteHeader } from '../headers/note-header-edit.ts';
import { ALIAS_KEYS } from '../known.ts';
import type { TextEdit } from '../links/auto-link.ts';
import { calledBy, keyFrom, type Resolution } from '../links/link-table.ts';
import { differenceOf, retarget } from '../links/retarget.ts';
import type { Note } from './note.ts';
import { withNotes } from './with-notes.ts';

/** A note that is to be called otherwise. */
export interface Renaming {
  readonly note: Note;
  readonly field: 'id' | 'name' | 'alias';
  /** Which alias, as a link names it; of no meaning for the others. */
  readonly alias?: string;
  /** What it is called then. */
  readonly next: string;
}

/** Whether a link calls the note by what is renamed. */
function isRenamed({ note, field, alias }: Renaming, target: string, by: string | null, from: string): boolean {
  return by === field && (field !== 'alias' || keyFrom(target, from) === keyFrom(alias ?? '', note.path));
}

/** The aliases of a note, one of them renamed. */
function renamedAliases(aliases: readonly string[], { note, alias = '', next }: Renaming): string[] {
  const key = keyFrom(alias, note.path);
  return aliases.map((each) => (keyFrom(each, note.path) === key ? next : each));
}

/** The note as it is then. */
function noteThen(renaming: Renaming): Note {
  const { note, field, next } = renaming;
  return field === 'alias' ? { ...note, aliases: renamedAliases(note.aliases, renaming) } : { ...note, [field]: next };
}

/** The text of the note with what it is called then in its header. */
function headerThen(text: string, renaming: Renaming): string {
  const { field, next } = renaming;
  if (field !== 'alias') return editNoteHeader(text, { [field]: next });
  const values = new HeaderValues(text, splitHeader(text).header);
  const keys = ALIAS_KEYS.filter((key) => values.names(key).length > 0);
  return editNoteHeader(text, Object.fromEntries(keys.map((key) => [key, renamedAliases(values.names(key), renaming)])));
}

/** What would end a link, begin a label, a heading, code or a tag, or is no text of one line. */
const UNFIT = /[[\]|#^<>`\\\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u;
/** What would be looked for elsewhere. */
const LIKE_A_PATH = /^\.{0,2}\//;

function refused(why: string, value: string, next: string, allowed?: string): CortexError {
  return new CortexError('invalid-input', why, { value, next, ...(allowed !== undefined && { allowed }) });
}

function requireFit(next: string): void {
  const advice = 'Give it another name.';
  if (next === '' || next !== next.trim() || UNFIT.test(next))
    throw refused('cannot stand in a link', next, advice, 'one line of text without [ ] | # ^ < > ` \\');
  if (LIKE_A_PATH.test(next)) throw refused('would be read as the path of a file', next, advice);
}

/** Whom a name means already, if that is another note. */
function othersCalled(resolution: Resolution, path: string): readonly string[] {
  if (resolution.kind === 'ambiguous') return resolution.paths.filter((other) => other !== path);
  return resolution.kind === 'found' && resolution.path !== path ? [resolution.path] : [];
}

/**
 * Checks that links can call a note so, and that no link means another note for it.
 * @throws CortexError `invalid-input`, `already-exists`
 */
export function checkRenaming(index: VaultIndex, renaming: Renaming): void {
  const { note, next } = renaming;
  requireFit(next);
  const others = othersCalled(index.resolve(next), note.path);
  if (others.length > 0) {
    const allowed = 'what no other note has as its id, path, file name or name';
    const data = { value: next, allowed, next: 'Give it another name, or rename that note first.' };
    throw new CortexError('already-exists', `links with this name mean ${others.join(' or ')}`, data);
  }
  const then = withNotes(index, [noteThen(renaming)], () => index.resolve(next));
  if (then.kind !== 'found' || then.path !== note.path) throw refused('is nothing that links can find', next, 'Give it another name.');
}

/**
 * What changes in one text: the targets of the links that mean the note by what is renamed, and in its own text its header.
 * @param index before anything has changed
 * @returns edits for this text, in its order
 * @throws CortexError `invalid-input` for a header that cannot be changed
 */
export function renamingEdits(index: VaultIndex, renaming: Renaming, { path, text }: { path: string; text: string }): TextEdit[] {
  const { note, next } = renaming;
  const edits = retarget(text, path, ({ target, kind }) => {
    const resolution = index.resolve(target, path, kind);
    const means = resolution.kind === 'found' && resolution.path === note.path;
    return means && isRenamed(renaming, target, calledBy(note, { target, kind }, path), path) ? next : null;
  });
  if (path !== note.path) return edits;
  const own = differenceOf(text, headerThen(text, renaming));
  return [...edits, own].sort((one, other) => one.from - other.from);
}
