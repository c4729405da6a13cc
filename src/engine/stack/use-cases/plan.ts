import path from 'node:path';
import { CortexError, describeError } from '../../platform/errors.ts';
import type { Outcome } from '../../platform/operation.ts';
import { counted } from '../../text/amounts.ts';
import { shellWord } from '../../text/shell-word.ts';
import { describeObstacle } from '../describe-obstacle.ts';
import type { RoutedStack } from '../messages/route.ts';
import type { PlanTask } from '../plan/plan.ts';
import type { NewTask, TaskTarget } from '../plan/plan-edit.ts';
import {
  addToPlan,
  blockInPlan,
  completeInPlan,
  moveInPlan,
  type PlanChange,
  planConflicts,
  readPlan,
  startInPlan,
  unblockInPlan,
} from '../plan/plan-file.ts';
import { type Obstacle, TaskGraph } from '../plan/task-graph.ts';
import type { AddTaskInput, BlockInput, ChangedTaskOutput, MoveInput, PlanOutput, StartedTaskOutput, TaskInput } from '../schemas/plan.ts';
import { STACK_FILES } from '../store.ts';
import { requireOwnStack, stackOperation } from './in-stacks.ts';

/** Returns the short form of a task, for lists. */
export function toBriefTask({ number, id, title, status, line }: PlanTask): ChangedTaskOutput['ready'][number] {
  return { number, id, title, status, line };
}

/** Returns a task in the form of JSON output. */
export function toTaskOutput(task: PlanTask): PlanOutput['tasks'][number] {
  const { box, priority, labels, depends, parent, section, notes } = task;
  return {
    ...toBriefTask(task),
    box,
    priority,
    labels: [...labels],
    depends: [...depends],
    parent,
    section,
    notes: Object.fromEntries(notes),
  };
}

/** Returns the plan that an answer is about. */
export function toPlanOutput({ name, store }: RoutedStack): Omit<PlanOutput, 'tasks'> {
  return { stack: name, file: path.join(store.directory, STACK_FILES.plan), hasConflicts: planConflicts(store).length > 0 };
}

/** Returns the result of a change, with the tasks that it made ready. */
function changeOf(stack: RoutedStack, { task, changed, tasks }: PlanChange, before: readonly PlanTask[]): ChangedTaskOutput {
  const keyOf = ({ id, title }: PlanTask) => JSON.stringify([id, title]);
  const readyBefore = new Set(new TaskGraph(before).ready().map(keyOf));
  const ready = new TaskGraph(tasks).ready().filter((each) => each.number !== task.number && !readyBefore.has(keyOf(each)));
  return { ...toPlanOutput(stack), task: toTaskOutput(task), changed, ready: ready.map(toBriefTask) };
}

type Changing<Input> = (stack: RoutedStack, input: Input) => Promise<PlanChange>;

/** Turns a change of the own plan into an operation. @param warningsOf returns warnings about the result */
function planOperation<Input>(change: Changing<Input>, warningsOf: (change: PlanChange, stack: RoutedStack) => string[] = () => []) {
  return stackOperation<Input, ChangedTaskOutput>(async (stacks, input): Promise<Outcome<ChangedTaskOutput>> => {
    const stack = requireOwnStack(stacks);
    const before = readPlan(stack.store);
    const done = await change(stack, input);
    return { ok: true, output: changeOf(stack, done, before), warnings: [...warningsOf(done, stack), ...planConflicts(stack.store)] };
  });
}

/** Lists the tasks of the own plan. */
export const listTasks = stackOperation(async (stacks): Promise<Outcome<PlanOutput>> => {
  const stack = requireOwnStack(stacks);
  const tasks = readPlan(stack.store).map(toTaskOutput);
  return { ok: true, output: { ...toPlanOutput(stack), tasks }, warnings: planConflicts(stack.store) };
});

function newTask({ title, id, depends, parent, priority }: AddTaskInput): NewTask {
  return {
    title: title.join(' '),
    depends: depends.flatMap((ids) => ids.split(',').map((each) => each.trim())).filter((each) => each !== ''),
    ...(id !== undefined && { id }),
    ...(parent !== undefined && { parent }),
    ...(priority !== undefined && { priority }),
  };
}

/** Returns a warning about an obstacle of a task: with the place of the task if the plan must be corrected there. */
function warningAbout({ store }: RoutedStack, { line }: PlanTask, obstacle: Obstacle, next = ''): string {
  const message = `it ${describeObstacle(obstacle)}${next}`;
  if (obstacle.kind !== 'unknown') return message;
  return describeError(new CortexError('not-found', message, { file: path.join(store.directory, STACK_FILES.plan), line }));
}

/** Warns at once about obstacles of a new task: it would wait forever for a mistyped id. */
function waitingOf({ task, tasks, hidden }: PlanChange, stack: RoutedStack): string[] {
  return new TaskGraph(tasks, hidden).obstacles(task).flatMap((obstacle) => {
    if (obstacle.kind === 'waits') return [];
    const numbered = obstacle.kind === 'unknown' && obstacle.ids.some((id) => tasks.some(({ number }) => String(number) === id));
    const next = numbered
      ? '; the number of a task is not an id, because it changes when tasks move: write (id: …) after the title of that task'
      : '';
    return [warningAbout(stack, task, obstacle, next)];
  });
}

export const addTask = planOperation(({ store }, input: AddTaskInput) => addToPlan(store, newTask(input)), waitingOf);

/** Starts a task. `ok` is false when another agent started it, or it is not pending. */
export const startTask = stackOperation(async (stacks, { task: named }: TaskInput): Promise<Outcome<StartedTaskOutput>> => {
  const stack = requireOwnStack(stacks);
  const { started, task, tasks, hidden } = await startInPlan(stack.store, named);
  const obstacles = started ? new TaskGraph(tasks, hidden).obstacles(task) : [];
  const warnings = [...obstacles.map((obstacle) => warningAbout(stack, task, obstacle)), ...planConflicts(stack.store)];
  return { ok: started, output: { ...toPlanOutput(stack), task: toTaskOutput(task), started }, warnings };
});

/** Warns about open subtasks. */
function openParts({ task, tasks }: PlanChange): string[] {
  const open = tasks.filter(({ parent, status }) => parent === task.number && status !== 'completed' && status !== 'closed');
  return open.length === 0 ? [] : [`${counted(open.length, 'subtask')} ${open.length === 1 ? 'is' : 'are'} not done`];
}

export const completeTask = planOperation(({ store }, { task }: TaskInput) => completeInPlan(store, task), openParts);

export const blockTask = planOperation(({ store }, { task, why }: BlockInput) => blockInPlan(store, task, why.join(' ')));

export const unblockTask = planOperation(({ store }, { task }: TaskInput) => unblockInPlan(store, task));

/** @throws CortexError unless exactly one place is given */
function targetOf({ task: moved, before, after, into }: MoveInput): TaskTarget {
  const named = Object.entries({ before, after, into } as const).flatMap(([where, task]) =>
    task !== undefined && (where === 'before' || where === 'after' || where === 'into') ? [{ where, task } as const] : [],
  );
  const [target, another] = named;
  if (target !== undefined && another === undefined) return target;
  const next = `Use one of them: cstack plan move ${shellWord(moved)} --before 1`;
  throw new CortexError('invalid-input', 'exactly one target is required', { allowed: '--before, --after or --into TASK', next });
}

export const moveTask = planOperation(({ store }, input: MoveInput) => moveInPlan(store, input.task, targetOf(input)));
