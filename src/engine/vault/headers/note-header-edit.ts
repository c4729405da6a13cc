import { CortexError } from '../../platform/errors.ts';
import { maskConflicts, mergeConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { readHeader } from '../../text/frontmatter/frontmatter.ts';
import { editHeader, type HeaderValue } from '../../text/frontmatter/frontmatter-edit.ts';
import { splitNote, withOpeningFence } from '../notes/note-parts.ts';
import { findKeySpelling, foldKeys } from './header-keys.ts';

/**
 * Checks that an edit affects the whole header.
 * @throws CortexError `broken-file` if the header contains conflict markers, or a further header has one of the keys: the edit would
 * change only one version
 */
export function requireOneHeader(text: string, keys: readonly string[]): void {
  const { further, bodyFrom } = splitNote(maskConflicts(text));
  const conflict = mergeConflicts(text).find(({ from }) => from < bodyFrom || text.slice(0, from).trim() === '');
  if (conflict !== undefined) {
    const next = 'Keep both sides ("cortex vault doctor" shows how), then try again.';
    throw new CortexError('broken-file', 'the header contains git conflict markers', { line: conflict.line, next });
  }
  if (withOpeningFence(text) !== null) {
    const next = 'Begin the file with a line "---", with "cortex vault migrate --write" or manually, then try again.';
    throw new CortexError('broken-file', 'the header has no beginning', { line: 1, next });
  }
  const isRepeated = further.some(({ yaml }) => keys.some((key) => foldKeys(readHeader(yaml).values).folded.has(key)));
  if (!isRepeated) return;
  const next = 'Merge them with "cortex vault migrate --write", or manually, then try again.';
  throw new CortexError('broken-file', 'the note has two headers', { next });
}

/**
 * Like `editHeader`, for notes: also changes a key that the header spells in another case.
 * @param changes by lower-case key
 * @throws CortexError as `editHeader`; `broken-file` also for a header with conflict markers, or if a further header has one of the keys
 */
export function editNoteHeader(text: string, changes: Readonly<Record<string, HeaderValue>>): string {
  requireOneHeader(text, Object.keys(changes));
  const spelt = Object.entries(changes).map(([key, value]) => [findKeySpelling(text, key), value]);
  return editHeader(text, Object.fromEntries(spelt));
}
