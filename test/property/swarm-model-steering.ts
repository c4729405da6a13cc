import type { TaskNode } from '../../src/engine/crtx/schema.ts';
import type { SwarmInput } from '../../src/engine/swarm/state/swarm-records.ts';
import { isFinished } from './swarm-model-merges.ts';
import {
  find,
  isEnded,
  isInCharge,
  isLeaf,
  isLost,
  leavesOf,
  type ModelSwarm,
  type ModelTask,
  plant,
  refuseAgent,
  tasksOf,
} from './swarm-model-state.ts';
import { canBeFinished, change, holders, isDoomed, isHeldAbove, measure, setStatus, statusOf } from './swarm-model-tasks.ts';

/** The rules for those in charge: pause, resume, abort, retry, decompose. */

interface By {
  readonly by: string;
}

export function stopClock(swarm: ModelSwarm, at: number): void {
  swarm.stoppedAt ??= at;
}

function startClock(swarm: ModelSwarm, at: number): void {
  swarm.stoppedMs += at - (swarm.stoppedAt ?? at);
  swarm.stoppedAt = null;
}

export function pause(swarm: ModelSwarm, { by }: By, at: number): string {
  if (!isInCharge(swarm, by)) return 'not-in-charge';
  if (isFinished(swarm)) return swarm.root.isAborted ? 'aborted' : 'finished';
  if (swarm.pause !== null) return `ok ${swarm.pause.by} again`;
  swarm.pause = { by, at };
  stopClock(swarm, at);
  return `ok ${by}`;
}

export function resume(swarm: ModelSwarm, { by }: By, at: number): string {
  if (!isInCharge(swarm, by)) return 'not-in-charge';
  if (swarm.pause === null) return 'ok again';
  const stood = at - swarm.pause.at;
  swarm.pause = null;
  if (!isFinished(swarm)) startClock(swarm, at);
  return `ok ${stood}`;
}

export function abort(swarm: ModelSwarm, { by }: By, at: number): string {
  if (!isInCharge(swarm, by)) return 'not-in-charge';
  if (isFinished(swarm)) return swarm.root.isAborted ? 'aborted' : 'finished';
  const open = leavesOf(swarm).filter(({ status }) => !isEnded(status));
  change(swarm, new Map(open.map((leaf) => [leaf, 'skipped'])));
  swarm.root.isAborted = true;
  // All open decisions are dropped.
  for (const task of tasksOf(swarm)) {
    for (const proposal of task.proposals) delete proposal.voices;
    if (task.merge?.state !== 'approved') task.merge = null;
  }
  swarm.pause = null;
  stopClock(swarm, at);
  return `ok ${open.length}`;
}

/** Limits that are not given stay. */
export function setBudget(swarm: ModelSwarm, { by, limits }: SwarmInput<'swarm.budget'>): string {
  if (!isInCharge(swarm, by)) return 'not-in-charge';
  if (isFinished(swarm)) return swarm.root.isAborted ? 'aborted' : 'finished';
  Object.assign(swarm.limits, limits);
  return 'ok';
}

const isWholeRefused = ({ root }: ModelSwarm) => root.merge?.state === 'refused';

/** Lost tasks may be retried. After the whole was refused, done tasks may be too, until the next merge. */
const mayBeAgain = (swarm: ModelSwarm, { status }: ModelTask) => isLost(status) || (status === 'done' && isWholeRefused(swarm));

export function retry(swarm: ModelSwarm, { task: id, by }: { readonly task: string } & By, at: number): string {
  const task = find(swarm, id);
  if (task === undefined) return 'unknown-task';
  if (!isInCharge(swarm, by) && task.assignedTo !== by && !isHeldAbove(task, by)) return 'not-in-charge';
  if (!isLeaf(task)) return 'not-a-leaf';
  const { root } = swarm;
  if (!mayBeAgain(swarm, task)) return 'not-failed';
  if (isDoomed(swarm, task)) return 'waits-for';
  // The merge at the end is repeated at the next end.
  if (isEnded(statusOf(root)) && swarm.pause === null) startClock(swarm, at);
  root.isAborted = false;
  if (!isWholeRefused(swarm)) root.merge = null;
  for (const candidate of task.candidates) candidate.state = 'void';
  task.assignedTo = null;
  delete task.result;
  const revived = setStatus(swarm, task, 'pending');
  // Agents who have left hold no tasks, also not those that are open again only now.
  const left = swarm.members.filter((member) => member.left !== null).map((member) => member.id);
  for (const each of tasksOf(swarm))
    if (!isEnded(statusOf(each)) && each.assignedTo !== null && left.includes(each.assignedTo)) each.assignedTo = null;
  return `ok ${revived.length}`;
}

export function decompose(
  swarm: ModelSwarm,
  { task: id, by, children }: { readonly task: string; readonly children: readonly TaskNode[] } & By,
): string {
  const task = find(swarm, id);
  if (task === undefined) return 'unknown-task';
  const refused = isInCharge(swarm, by) ? null : refuseAgent(swarm, by);
  if (refused !== null) return refused;
  if (isEnded(statusOf(task))) return 'already-ended';
  const refusal = refuseDivision(swarm, task, by);
  if (refusal !== null) return refusal;
  if (children.length === 0 || !fits(swarm, task, children)) return 'invalid-decomposition';
  const before = tasksOf(swarm).length;
  addTasks(swarm, task, children);
  return `ok ${tasksOf(swarm).length - before}`;
}

function refuseDivision(swarm: ModelSwarm, task: ModelTask, by: string): string | null {
  const [holder] = holders(task);
  const isOthers = isLeaf(task) && holder !== undefined && task.assignedTo !== by;
  if (!isOthers && mayDivide(swarm, task, by)) return null;
  const isContest = swarm.strategy === 'competitive' && isLeaf(task) && task.candidates.some(({ state }) => state !== 'void');
  if (isContest && (isOthers || task.status === 'active')) return 'in-contest';
  if (isOthers) return `in-work ${holder.agent}`;
  return isInCharge(swarm, by) ? 'not-yours nobody' : 'not-in-charge';
}

/**
 * A task may be split by its holder; a parent also by the holder of a task above it; those in charge may split it while it is pending, and
 * a parent always.
 */
function mayDivide(swarm: ModelSwarm, task: ModelTask, by: string): boolean {
  if (task.assignedTo === by) return true;
  if (isLeaf(task)) return isInCharge(swarm, by) && task.status === 'pending';
  return isInCharge(swarm, by) || isHeldAbove(task, by);
}

/** Checks on a copy that all work can still be done with the new tasks. */
function fits(swarm: ModelSwarm, parent: ModelTask, children: readonly TaskNode[]): boolean {
  const copy = structuredClone(swarm);
  const place = find(copy, parent.id);
  if (place === undefined) return false;
  place.children = [...place.children, ...children.map((child) => plant(child, place))];
  return canBeFinished(copy);
}

function addTasks(swarm: ModelSwarm, parent: ModelTask, children: readonly TaskNode[]): void {
  parent.since = null;
  parent.children = [...parent.children, ...children.map((child) => plant(child, parent))];
  measure(swarm);
  change(swarm, new Map());
}
