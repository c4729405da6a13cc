import { nodeRuntime, type Runtime } from '../kernel/runtime.ts';
import type { NewTask, TaskTarget } from './plan-edit.ts';
import {
  addToPlan,
  blockInPlan,
  completeInPlan,
  moveInPlan,
  type PlanChange,
  type StartedTask,
  startInPlan,
  unblockInPlan,
} from './plan-file.ts';
import { writing } from './stack-in.ts';

// Plan edits by the folder that holds `.cstack/`. Each is one edit of its PLAN.md, which changes the lines that it is about and no other
// byte, and takes a second. A task is named by its id, its number, or its title if only one has it. Each throws CortexError.

/** Adds a pending task behind the others, or below the one that it is a part of. */
export function addTask(workspace: string, task: NewTask, runtime: Runtime = nodeRuntime()): Promise<PlanChange> {
  return writing(workspace, runtime, (store) => addToPlan(store, task));
}

/** Begins a pending task: of several who do so at once, one does. */
export function startTask(workspace: string, task: string, runtime: Runtime = nodeRuntime()): Promise<StartedTask> {
  return writing(workspace, runtime, (store) => startInPlan(store, task));
}

export function completeTask(workspace: string, task: string, runtime: Runtime = nodeRuntime()): Promise<PlanChange> {
  return writing(workspace, runtime, (store) => completeInPlan(store, task));
}

/** @param why in one line */
export function blockTask(workspace: string, task: string, why?: string, runtime: Runtime = nodeRuntime()): Promise<PlanChange> {
  return writing(workspace, runtime, (store) => blockInPlan(store, task, why));
}

export function unblockTask(workspace: string, task: string, runtime: Runtime = nodeRuntime()): Promise<PlanChange> {
  return writing(workspace, runtime, (store) => unblockInPlan(store, task));
}

/** Moves a task with all that is indented below it. */
export function moveTask(workspace: string, task: string, target: TaskTarget, runtime: Runtime = nodeRuntime()): Promise<PlanChange> {
  return writing(workspace, runtime, (store) => moveInPlan(store, task, target));
}
