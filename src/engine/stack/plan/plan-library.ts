import { nodeRuntime, type Runtime } from '../../platform/runtime.ts';
import { openStackIn } from '../stack-in.ts';
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

// Plan edits for the folder that contains `.cstack/`. Each is one edit of its PLAN.md that changes only the lines of the task. A task is
// named by its id, its number, or its title if unique. All of them throw CortexError.

/** Adds a pending task after the others, or below its parent. */
export async function addTask(workspace: string, task: NewTask, runtime: Runtime = nodeRuntime()): Promise<PlanChange> {
  return addToPlan(openStackIn(workspace, runtime), task);
}

/** Starts a pending task. Of several simultaneous calls, only one succeeds. */
export async function startTask(workspace: string, task: string, runtime: Runtime = nodeRuntime()): Promise<StartedTask> {
  return startInPlan(openStackIn(workspace, runtime), task);
}

export async function completeTask(workspace: string, task: string, runtime: Runtime = nodeRuntime()): Promise<PlanChange> {
  return completeInPlan(openStackIn(workspace, runtime), task);
}

/** @param why one line */
export async function blockTask(workspace: string, task: string, why?: string, runtime: Runtime = nodeRuntime()): Promise<PlanChange> {
  return blockInPlan(openStackIn(workspace, runtime), task, why);
}

export async function unblockTask(workspace: string, task: string, runtime: Runtime = nodeRuntime()): Promise<PlanChange> {
  return unblockInPlan(openStackIn(workspace, runtime), task);
}

/** Moves a task with everything indented below it. */
export async function moveTask(workspace: string, task: string, target: TaskTarget, runtime: Runtime = nodeRuntime()): Promise<PlanChange> {
  return moveInPlan(openStackIn(workspace, runtime), task, target);
}
