import { blankMarks, mergeConflicts, touchesConflict } from '../../text/conflicts/merge-conflicts.ts';
import { type PlanTask, parsePlanText } from './plan.ts';

/** Line of each task inside merge conflicts, by id. */
export type HiddenIds = ReadonlyMap<string, number>;

/**
 * Returns the tasks inside merge conflicts of a PLAN.md, on any side. They are not tasks until the conflict is settled, but their ids are
 * taken, and references to them are valid.
 */
export function findHiddenTasks(text: string): PlanTask[] {
  const conflicts = mergeConflicts(text);
  if (conflicts.length === 0) return [];
  return parsePlanText(blankMarks(text)).filter(({ range }) => touchesConflict(conflicts, range));
}

/** Returns the ids of `findHiddenTasks`, each with its first line. */
export function findHiddenIds(text: string): HiddenIds {
  return new Map(
    findHiddenTasks(text)
      .flatMap(({ id, line }) => (id === null ? [] : [[id, line] as const]))
      .reverse(),
  );
}
