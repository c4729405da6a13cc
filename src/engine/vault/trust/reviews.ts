import { compareCodePoints } from '../../text/code-point-order.ts';
import { memoByIndex } from '../cache/memo-by-index.ts';
import type { VaultIndex } from '../cache/vault-index.ts';
import { isConflict } from '../conflicts.ts';
import type { Note } from '../notes/note.ts';
import { resolveTargets, supersession } from './supersession.ts';

/** Two notes that contradict each other according to at least one of them, sorted by path. */
export interface Contradiction {
  readonly paths: readonly [string, string];
}

/**
 * Notes in review, longest wait first (decision 0010, "Review queue"). Excludes notes with merge conflicts: it is not clear yet what there
 * is to accept.
 */
export const reviewQueue = memoByIndex((index): readonly Note[] => {
  const since = ({ updated, created }: Note) => updated ?? created ?? '';
  return index
    .waiting()
    .filter(isWhole)
    .sort((one, other) => compareCodePoints(since(one), since(other)) || compareCodePoints(one.path, other.path));
});

const isWhole = ({ problems }: Note): boolean => !problems.some(({ code }) => isConflict(code));

/** Reports whether a note counts, judging by its status. */
export function isCurrentStatus({ status }: Pick<Note, 'status'>): boolean {
  return status !== 'archived' && status !== 'superseded';
}

/** Returns a function that reports whether a note is current: not archived, superseded, or replaced by another note. */
export function currentNoteFilter(index: VaultIndex): (note: Pick<Note, 'path' | 'status'>) => boolean {
  const { replacedBy } = supersession(index);
  return (note) => isCurrentStatus(note) && !replacedBy.has(note.path);
}

/** Unresolved contradictions: both notes are still current (decision 0010, "Contradictions"). */
export const contradictions = memoByIndex((index): readonly Contradiction[] => {
  const isCounting = currentNoteFilter(index);
  const counts = (note: Note | undefined) => note !== undefined && isCounting(note);
  const pairs = new Map<string, Contradiction>();
  for (const note of index.disputing()) {
    if (!counts(note)) continue;
    for (const other of resolveTargets(index, note.contradicts, note.path)) {
      if (other === note.path || !counts(index.get(other))) continue;
      const paths: [string, string] = compareCodePoints(note.path, other) < 0 ? [note.path, other] : [other, note.path];
      pairs.set(JSON.stringify(paths), { paths });
    }
  }
  const inOrder = ({ paths: one }: Contradiction, { paths: other }: Contradiction) =>
    compareCodePoints(one[0], other[0]) || compareCodePoints(one[1], other[1]);
  return [...pairs.values()].sort(inOrder);
});
