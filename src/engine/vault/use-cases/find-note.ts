import { CortexError } from '../../kernel/errors.ts';
import { fewOf } from '../few-of.ts';
import type { Note } from '../note.ts';
import type { VaultIndex } from '../vault-index.ts';

/**
 * The one note that somebody means. A path as it is comes before all else: another note may give itself that very id, and who accepts a
 * note by its path means that file. @throws CortexError `not-found`, also when it may be one of several
 */
export function findNote(index: VaultIndex, typed: string): Note {
  const named = index.get(typed);
  if (named !== undefined) return named;
  const resolution = index.resolve(typed.replace(/^\[\[(.*)\]\]$/, '$1'));
  if (resolution.kind === 'ambiguous') {
    const next = 'Name it by its path.';
    throw new CortexError('not-found', 'several notes are called so', { value: typed, allowed: fewOf(resolution.paths, ', '), next });
  }
  const note = resolution.kind === 'found' ? index.get(resolution.path) : undefined;
  if (note !== undefined) return note;
  throw new CortexError('not-found', 'there is no such note', {
    value: typed,
    allowed: 'the id, path, file name or name of a note',
    next: 'Find it with "cortex vault search".',
  });
}
