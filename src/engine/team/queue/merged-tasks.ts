import { detectLineBreak } from '../../text/markdown/markdown.ts';
import { parseQueue, type QueueShape, type QueueTask } from './queue.ts';

/** Texts that were merged. */
export type Sides = readonly string[];

/** The merged versions of a queue. */
export interface MergedQueue {
  /** Groups of merged sides, ours first; the first group are the sides of the text's own conflicts. */
  readonly merged: readonly [Sides, ...Sides[]];
  /** The common ancestor; `null` if it is unknown. */
  readonly base: string | null;
}

/** Returns what identifies tasks that may occur as often as on either side. */
type TaskKey = (task: QueueTask) => string;

/** The same task on both sides of a merge has equal headings and titles. */
export const sameTask: TaskKey = ({ heading, title }) => JSON.stringify([heading, title]);

/** Returns how many tasks may have a key: as many as on either side, by the group of sides that has the fewest. */
export function allowedCounts(merged: readonly Sides[], shape: QueueShape, keyOf: TaskKey): (key: string) => number {
  const before = merged.map((sides) => sides.map((side) => parseQueue(side, shape).map(keyOf)));
  const countIn = (keys: readonly string[], key: string) => keys.filter((each) => each === key).length;
  return (key) => Math.max(1, Math.min(...before.map((sides) => Math.max(...sides.map((keys) => countIn(keys, key))))));
}

/** Returns the tasks of a merged text that a merge has doubled, because one side moved the task and the other changed or moved it. */
export function findCopies(tasks: readonly QueueTask[], merged: readonly Sides[], shape: QueueShape): QueueTask[] {
  const allowed = allowedCounts(merged, shape, sameTask);
  const counts = new Map<string, number>();
  return tasks.filter((task) => {
    const key = sameTask(task);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count > allowed(key);
  });
}

const linesOf = (text: string): string[] => text.split('\n').map((line) => line.trimEnd());

/** Returns our version of a task with the changes of theirs: without the lines that only theirs removed, its new lines at the end. */
function unitedTask(ours: string, theirs: string, base: string | null, eol: string): string {
  const body = ours.trimEnd();
  const [own, others, before] = [linesOf(body), linesOf(theirs.trimEnd()), linesOf(base ?? '')];
  const isRemoved = (line: string) => line !== '' && before.includes(line) && !others.includes(line);
  const added = others.filter((line) => line !== '' && !own.includes(line) && !before.includes(line));
  return [...own.filter((line) => !isRemoved(line)), ...added].join(eol) + ours.slice(body.length);
}

/**
 * Unites the tasks that a merge has doubled, each at the first of its places: a task that both sides have is one task, also if one of
 * them moved it. Tasks with unresolved conflicts stay.
 */
export function uniteCopies(text: string, { merged, base }: MergedQueue, shape: QueueShape): string {
  const tasks = parseQueue(text, shape).filter(({ conflict }) => conflict === null);
  const copy = findCopies(tasks, merged, shape).at(-1);
  const first = tasks.find((task) => copy !== undefined && sameTask(task) === sameTask(copy));
  if (copy === undefined || first === undefined) return text;
  const rawIn = (whole: string, { range }: QueueTask) => whole.slice(range.from, range.to);
  const versionsIn = (whole: string) =>
    parseQueue(whole, shape).flatMap((task) => (sameTask(task) === sameTask(copy) ? [rawIn(whole, task).trim()] : []));
  const [one, other] = [rawIn(text, first), rawIn(text, copy)];
  const [own = ''] = merged[0];
  const isOtherOurs = versionsIn(own).includes(other.trim());
  const [ours, theirs] = isOtherOurs ? [other, one] : [one, other];
  const united = unitedTask(ours, theirs, versionsIn(base ?? '')[0] ?? null, detectLineBreak(text));
  const gap = one.slice(one.trimEnd().length);
  const before = text.slice(0, first.range.from) + united.trimEnd() + gap;
  const rest = text.slice(copy.range.to);
  const kept = before + text.slice(first.range.to, copy.range.from);
  // At the end of the file, the end of the copy replaces the empty line that was before it.
  const changed = rest === '' ? kept.trimEnd() + rawIn(text, copy).slice(rawIn(text, copy).trimEnd().length) : kept + rest;
  return uniteCopies(changed, { merged, base }, shape);
}
