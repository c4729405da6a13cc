import type { MergedVersions } from '../../text/conflicts/certain-sides.ts';
import { conflictSide, mergeConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { cut } from '../../text/cut.ts';
import { type PlanTask, parsePlanText } from './plan.ts';

const MAX_TITLE_LENGTH = 80;

/** Groups tasks by id, or by title without one. */
function grouped(tasks: readonly PlanTask[]): Map<string, PlanTask[]> {
  const groups = new Map<string, PlanTask[]>();
  for (const task of tasks) {
    const key = JSON.stringify([task.id, task.id === null ? task.title : null]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [task]);
    else group.push(task);
  }
  return groups;
}

const listed = (parts: readonly string[]): string => `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/** What to do about tasks that a merge duplicated. */
interface DuplicateAdvice {
  /** 1-based line of the last of them. */
  readonly line: number;
  readonly words: string;
}

function wordsFor(tasks: readonly PlanTask[]): string {
  const [first] = tasks;
  const title = JSON.stringify(cut(first?.title ?? '', MAX_TITLE_LENGTH));
  const id = first?.id ?? null;
  const name = id === null ? title : `${id} (${title})`;
  if (tasks.every((task) => task.title === first?.title)) {
    const states = tasks.map(({ line, box, status }) => `line ${line} ([${box}] ${status})`);
    return `The task ${name} is now in ${listed(states)}. Keep the right line and remove the other.`;
  }
  const titles = tasks.map((task) => `line ${task.line} (${JSON.stringify(cut(task.title, MAX_TITLE_LENGTH))})`);
  return `The id ${id} is now in ${listed(titles)}. If they are the same task, remove one line. If not, give one of them another id.`;
}

/**
 * Returns advice about tasks that occur more often in a settled PLAN.md than on either side of its conflicts.
 * @param marked the text with conflicts
 * @param versions that git merges, `null` if unknown: a merge driver may have added tasks of both outside of the conflicts
 */
export function adviseDuplicates(marked: string, settled: string, versions: MergedVersions | null = null): DuplicateAdvice[] {
  const conflicts = mergeConflicts(marked);
  if (conflicts.length === 0) return [];
  const sides = (['ours', 'theirs'] as const).map((side) => conflictSide(marked, conflicts, side).text);
  const merged = versions === null ? [sides] : [sides, [versions.ours, versions.theirs]];
  const advice = merged.flatMap((each) => adviseMergeDuplicates(each, settled));
  return [...new Map(advice.map((each) => [each.words, each])).values()];
}

/** Like `adviseDuplicates`, for a PLAN.md merged from several sides. */
export function adviseMergeDuplicates(sides: readonly string[], merged: string): DuplicateAdvice[] {
  const before = sides.map((side) => grouped(parsePlanText(side)));
  return [...grouped(parsePlanText(merged))].flatMap(([key, tasks]) => {
    const most = Math.max(...before.map((side) => side.get(key)?.length ?? 0));
    return most > 0 && tasks.length > most ? [{ line: tasks.at(-1)?.line ?? 1, words: wordsFor(tasks) }] : [];
  });
}
