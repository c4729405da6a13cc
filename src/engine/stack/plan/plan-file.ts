import path from 'node:path';
import type { EditOptions } from '../../files/second-look/text-edits.ts';
import { CortexError } from '../../platform/errors.ts';
import { mergeConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { conflictAround, conflictProblems } from '../conflicts.ts';
import { STACK_FILES, type StackStore } from '../store.ts';
import { findHiddenIds, findHiddenTasks, type HiddenIds } from './hidden-tasks.ts';
import { type PlanTask, parsePlanText } from './plan.ts';
import { addTask, findTask, moveTask, type NamedTask, type NewTask, setNote, setStatus, type TaskTarget } from './plan-edit.ts';

/** Key of the note with the reason for a block, at the end of a task's line (decision 0013, "Plans"). */
const BLOCKED = 'blocked';

/** Edits of a plan's text for each step of a task, also for unsaved text in an editor. The task must be from that text. */
export const planSteps = {
  start: (text: string, task: PlanTask) => (task.status === 'pending' ? setStatus(text, task, 'in progress') : text),
  done: (text: string, task: PlanTask, now: number) => setStatus(dated(setNote(text, task, BLOCKED, null), task, now), task, 'completed'),
  block: (text: string, task: PlanTask, why: string) =>
    setStatus(why.trim() === '' ? text : setNote(text, task, BLOCKED, why), task, 'blocked'),
  unblock: (text: string, task: PlanTask) =>
    task.status === 'blocked' ? setStatus(setNote(text, task, BLOCKED, null), task, 'pending') : text,
} as const;

/**
 * Renews the date of a task that has one, in its present form. An old date would make a task that was completed just now count as old, and
 * `cstack compact` would archive it.
 */
function dated(text: string, task: PlanTask, now: number): string {
  if (task.status === 'completed') return text;
  const time = new Date(now).toISOString();
  return ['completed', 'closed', 'modified'].reduce((dated, key) => {
    const [old, fresh] = [task.notes.get(key), parsePlanText(dated).find(({ number }) => number === task.number)];
    if (old === undefined || fresh === undefined) return dated;
    return setNote(dated, fresh, key, old.includes('T') ? `${time.slice(0, -5)}Z` : time.slice(0, 10));
  }, text);
}

/** Result of a change to a task. */
export interface PlanChange {
  /** The task after the change. */
  readonly task: PlanTask;
  /** False when nothing had to change. */
  readonly changed: boolean;
  /** All tasks after the change. */
  readonly tasks: readonly PlanTask[];
  readonly hidden: HiddenIds;
}

/** Result of starting a task. */
export interface StartedTask extends PlanChange {
  /** False when the task was not pending, e.g. because another agent started it; `task` has its status. */
  readonly started: boolean;
}

interface Plan {
  /** Absolute. */
  readonly file: string;
  readonly text: string;
  readonly tasks: readonly PlanTask[];
}

/** Returns the changed text, and the number of the task in it; `null` when the task no longer exists. */
type Change = (plan: Plan) => { readonly text: string; readonly number: number } | null;

/** Returns the tasks of a stack's PLAN.md; none when it is missing. @throws CortexError `broken-file` when it cannot be read */
export function readPlan(store: StackStore): PlanTask[] {
  return parsePlanText(store.text(STACK_FILES.plan) ?? '');
}

/** Describes the merge conflicts in a stack's PLAN.md. Tasks inside them are not read. @throws CortexError as `readPlan` */
export function planConflicts(store: StackStore): string[] {
  return conflictProblems(path.join(store.directory, STACK_FILES.plan), mergeConflicts(store.text(STACK_FILES.plan) ?? ''));
}

/** Returns the ids inside merge conflicts of a stack's PLAN.md. */
export function readHiddenIds(store: StackStore): HiddenIds {
  return findHiddenIds(store.text(STACK_FILES.plan) ?? '');
}

/** @throws CortexError `broken-file` when only a task inside a merge conflict has this name */
function requireVisible(plan: Plan, named: string): void {
  const lower = named.toLowerCase();
  const isNamed = ({ id, title }: PlanTask) => id === named || title.toLowerCase() === lower;
  if (plan.tasks.some((task) => isNamed(task) || String(task.number) === named)) return;
  const hidden = findHiddenTasks(plan.text).find(isNamed);
  if (hidden === undefined) return;
  const place = conflictAround(plan.text, plan.file, hidden.range);
  throw new CortexError('broken-file', 'the task is inside an unresolved merge conflict', { ...place, value: named });
}

/** @throws CortexError `already-exists` when a task inside a merge conflict has this id */
function requireFree(plan: Plan, id: string | null): void {
  const hidden = id === null ? undefined : findHiddenTasks(plan.text).find((task) => task.id === id);
  if (hidden === undefined) return;
  const { next, ...place } = conflictAround(plan.text, plan.file, hidden.range);
  const message = `a task in an unresolved merge conflict has this id: ${hidden.title}`;
  throw new CortexError('already-exists', message, { ...place, value: id, next: `Choose another id. ${next}` });
}

/** Finds a task in the changed plan, where its number may belong to another task; `undefined` when it is gone or ambiguous. */
function findSameTask(tasks: readonly PlanTask[], { number, id, title }: PlanTask): PlanTask | undefined {
  const same = tasks.filter((task) => task.id === id && (id !== null || task.title === title));
  return same.find((task) => task.number === number) ?? (same.length === 1 ? same[0] : undefined);
}

/**
 * Returns a function that resolves a task's name once, and then finds the same task whenever the edit is applied again to text that others
 * have changed.
 */
function taskResolver(named: NamedTask): (plan: Plan) => PlanTask | undefined {
  let first: PlanTask | null = null;
  return (plan) => {
    const { tasks } = plan;
    if (first !== null) return findSameTask(tasks, first);
    if (typeof named === 'string') requireVisible(plan, named);
    first = typeof named === 'string' ? findTask(tasks, named) : named;
    return typeof named === 'string' ? first : findSameTask(tasks, first);
  };
}

/** Adds the file to the errors of a plan. */
function inPlan<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof CortexError) || error.data.file !== undefined) throw error;
    throw new CortexError(error.code, error.message, { ...error.data, file }, { cause: error });
  }
}

/** Edits PLAN.md. @throws CortexError `not-found` without a stack or such a task; as `TextEdits.edit` */
async function editPlan(store: StackStore, change: Change, options: EditOptions = {}): Promise<PlanChange> {
  store.requireThere();
  const file = path.join(store.directory, STACK_FILES.plan);
  let place: number | null = null;
  const makeIt = (present: string | null) => {
    const next = inPlan(file, () => change({ file, text: present ?? '', tasks: parsePlanText(present ?? '') }));
    place = next?.number ?? null;
    return next?.text ?? present;
  };
  const { changed, text } = await store.edits.edit(STACK_FILES.plan, makeIt, options);
  const tasks = parsePlanText(text ?? '');
  const task = tasks.find(({ number }) => number === place);
  if (task !== undefined) return { task, changed, tasks, hidden: findHiddenIds(text ?? '') };
  const next = 'Check the plan: cstack plan list';
  throw new CortexError('not-found', 'the task was removed from the plan by another program', { file, next });
}

/** Edits a task in place. */
function editTask(
  store: StackStore,
  named: NamedTask,
  change: (text: string, task: PlanTask) => string,
  options: EditOptions = {},
): Promise<PlanChange> {
  const find = taskResolver(named);
  const makeIt: Change = (plan) => {
    const task = find(plan);
    return task === undefined ? null : { text: change(plan.text, task), number: task.number };
  };
  return editPlan(store, makeIt, options);
}

/** Names a change for the warning that another program has overwritten it (rulings, all protocols 2). */
const reportedAs = (what: string, named: NamedTask): EditOptions => ({
  what: () => `${what} ${JSON.stringify(typeof named === 'string' ? named : named.title)}`,
});

/** Adds a pending task (seed 3, "PLAN.md"). @throws CortexError for an id in use or a title of several lines; as `TextEdits.edit` */
export function addToPlan(store: StackStore, task: NewTask): Promise<PlanChange> {
  const addIt: Change = (plan) => {
    const { text, tasks } = plan;
    if (task.parent !== undefined) requireVisible(plan, task.parent);
    const after = addTask(text, task);
    const isSame = (each: PlanTask | undefined, other: PlanTask) =>
      each?.text === other.text && each.indent === other.indent && each.section === other.section;
    const added = parsePlanText(after).find((each, place) => !isSame(tasks[place], each));
    requireFree(plan, added?.id ?? null);
    return { text: after, number: added?.number ?? 0 };
  };
  return editPlan(store, addIt, reportedAs('the new task', task.title));
}

/**
 * Starts a pending task. This is a claim: of several agents that start it at once, only one succeeds. The second look checks a second later
 * that it is still there, and applies it again if a program wrote back an older text (rulings, all protocols 2).
 */
export async function startInPlan(store: StackStore, named: NamedTask): Promise<StartedTask> {
  const edit = await editTask(store, named, planSteps.start, reportedAs('the start of task', named));
  return { ...edit, started: edit.changed };
}

/** Completes a task, and removes the reason for its block. */
export function completeInPlan(store: StackStore, named: NamedTask): Promise<PlanChange> {
  return editTask(
    store,
    named,
    (text, task) => planSteps.done(text, task, store.runtime.clock.now()),
    reportedAs('the completion of task', named),
  );
}

/**
 * Blocks a task.
 * @param why one line; default: an existing reason stays
 * @throws CortexError `denied` for a completed task, which would be open again once it is unblocked
 */
export function blockInPlan(store: StackStore, named: NamedTask, why = ''): Promise<PlanChange> {
  const blockIt = (text: string, task: PlanTask): string => {
    if (task.status !== 'completed' && task.status !== 'closed') return planSteps.block(text, task, why);
    const next = 'Add a new task with "cstack plan add", or change its checkbox in PLAN.md by hand.';
    throw new CortexError('denied', `the task ${JSON.stringify(task.title)} is already ${task.status}`, { line: task.line, next });
  };
  return editTask(store, named, blockIt, reportedAs('the block of task', named));
}

/** Makes a blocked task pending again, and removes the reason. */
export function unblockInPlan(store: StackStore, named: NamedTask): Promise<PlanChange> {
  return editTask(store, named, planSteps.unblock, reportedAs('the unblocking of task', named));
}

/** Moves a task with everything indented below it. */
export function moveInPlan(store: StackStore, named: NamedTask, { where, task }: TaskTarget): Promise<PlanChange> {
  const [findMoved, findTarget] = [taskResolver(named), taskResolver(task)];
  const moveIt: Change = (plan) => {
    const { text, tasks } = plan;
    const [moved, target] = [findMoved(plan), findTarget(plan)];
    if (moved === undefined || target === undefined) return null;
    const at = where === 'before' ? target.range.from : target.blockEnd;
    const isMoved = ({ range }: PlanTask) => range.from >= moved.range.from && range.from < moved.blockEnd;
    const before = tasks.filter((each) => each.range.from < at && !isMoved(each));
    return { text: moveTask(text, moved, { where, task: target }), number: before.length + 1 };
  };
  return editPlan(store, moveIt, reportedAs('the move of task', named));
}
