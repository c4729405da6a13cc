import { blankMarks, inConflict, mergeConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { type PlanTask, parsePlanText } from './plan.ts';

/** By id, the line of a task that stands between git's conflict markers. */
export type HiddenIds = ReadonlyMap<string, number>;

/**
 * The tasks of a PLAN.md between git's conflict markers, on any side. They are not tasks of the plan before the conflict is settled, but
 * their ids are taken, and what depends on them is right.
 */
export function hiddenTasks(text: string): PlanTask[] {
  const conflicts = mergeConflicts(text);
  if (conflicts.length === 0) return [];
  return parsePlanText(blankMarks(text)).filter(({ range }) => inConflict(conflicts, range));
}

/** The ids of `hiddenTasks`, each with its first line. */
export function hiddenIds(text: string): HiddenIds {
  return new Map(
    hiddenTasks(text)
      .flatMap(({ id, line }) => (id === null ? [] : [[id, line] as const]))
      .reverse(),
  );
}
