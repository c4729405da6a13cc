import {
  type Candidate,
  isEnded,
  isLeaf,
  isLost,
  leavesOf,
  line,
  type ModelSwarm,
  type ModelTask,
  present,
  type Status,
  tasksOf,
} from './swarm-model-state.ts';

/** The rules of tasks: what they wait for, in which order they are given out, who has them, and what is skipped. */

/** Under competitive, how many agents work on the same task. */
const CONTENDERS = 3;

export function statusOf(task: ModelTask): Status {
  if (isLeaf(task)) return task.status;
  const below = task.children.map(statusOf);
  if (below.includes('active')) return 'active';
  if (below.includes('pending')) return 'pending';
  if (below.includes('failed')) return 'failed';
  if (!below.includes('done')) return 'skipped';
  return below.includes('skipped') && task.isAborted ? 'skipped' : 'done';
}

/** Everything that a task waits for: its own dependencies, those that it inherits, and under pipeline the leaf before it. */
export function dependencies(swarm: ModelSwarm, task: ModelTask): ModelTask[] {
  const ids = line(task).flatMap((each) => each.dependencies);
  const named = tasksOf(swarm).filter(({ id }) => ids.includes(id));
  if (swarm.strategy !== 'pipeline' || !isLeaf(task)) return named;
  const leaves = leavesOf(swarm);
  const before = leaves[leaves.indexOf(task) - 1];
  return before === undefined ? named : [...named, before];
}

export function isOpen(swarm: ModelSwarm, task: ModelTask): boolean {
  return isLeaf(task) && !isEnded(task.status) && dependencies(swarm, task).every((each) => statusOf(each) === 'done');
}

/** True when something that it waits for will never be done. */
export function isDoomed(swarm: ModelSwarm, task: ModelTask): boolean {
  return dependencies(swarm, task).some((each) => isLost(statusOf(each)));
}

/** Under consensus a proposal must have won for the task or for one above it. */
export function isAgreed(swarm: ModelSwarm, task: ModelTask): boolean {
  return swarm.strategy !== 'consensus' || line(task).some(({ proposals }) => proposals.some(({ state }) => state === 'won'));
}

export function seats(swarm: ModelSwarm): number {
  return Math.min(CONTENDERS, present(swarm));
}

/** Under competitive: how many more may take a task. While its merge is open, nobody. */
export function room(swarm: ModelSwarm, task: ModelTask): number {
  if (isEnded(statusOf(task)) || task.merge?.state === 'open') return 0;
  return Math.max(0, seats(swarm) - task.candidates.filter(({ state }) => state !== 'void').length);
}

/** The place of an agent in the contest for a task. */
export function placeOf(task: ModelTask, agent: string): Candidate | undefined {
  return task.candidates.find((each) => each.agent === agent && each.state !== 'void');
}

export function isReady(swarm: ModelSwarm, task: ModelTask): boolean {
  if (!isOpen(swarm, task) || !isAgreed(swarm, task)) return false;
  return swarm.strategy === 'competitive' ? room(swarm, task) > 0 : task.status === 'pending';
}

/** Who has a task, and whether it was begun. */
export function holders(task: ModelTask): { readonly agent: string; readonly works: boolean }[] {
  const status = statusOf(task);
  if (task.assignedTo !== null) return [{ agent: task.assignedTo, works: status === 'active' }];
  if (isEnded(status)) return [];
  const held = task.candidates.filter(({ state }) => state === 'assigned' || state === 'working');
  return held.map(({ agent, state }) => ({ agent, works: state === 'working' }));
}

/** Everything that an agent has and that has not ended. */
export function heldBy(swarm: ModelSwarm, agent: string): ModelTask[] {
  return tasksOf(swarm).filter((task) => !isEnded(statusOf(task)) && holders(task).some((holder) => holder.agent === agent));
}

/** The leaves that an agent has, begun or not. */
export function leavesHeldBy(swarm: ModelSwarm, agent: string, works: boolean): ModelTask[] {
  const isHeld = (task: ModelTask) => holders(task).some((holder) => holder.agent === agent && holder.works === works);
  return leavesOf(swarm).filter((task) => !isEnded(task.status) && isHeld(task));
}

/** Most urgent first, then the longest chain that waits, then document order, which the sort keeps. */
export function inOrder(swarm: ModelSwarm, tasks: readonly ModelTask[]): ModelTask[] {
  return tasks.toSorted((one, other) => one.priority - other.priority || chain(swarm, other) - chain(swarm, one));
}

/** Estimated tokens of the longest chain that begins with a task; remembered, because it is that of when the task came. */
export function chain(swarm: ModelSwarm, task: ModelTask): number {
  task.path ??= isLeaf(task)
    ? Math.max(1, task.estimatedTokens) + chainBehind(swarm, task)
    : Math.max(...task.children.map((child) => chain(swarm, child)));
  return task.path;
}

function chainBehind(swarm: ModelSwarm, task: ModelTask): number {
  const ids = line(task).map(({ id }) => id);
  const waiting = tasksOf(swarm).filter((other) => other.dependencies.some((id) => ids.includes(id)));
  return Math.max(0, ...waiting.map((other) => chain(swarm, other)));
}

/** Gives all tasks that are new their place in the order. */
export function measure(swarm: ModelSwarm): void {
  for (const task of tasksOf(swarm)) chain(swarm, task);
}

/**
 * Changes leaves, and then what follows: a pending leaf is skipped when something that it waits for is lost, and a skipped one is pending
 * again when that is no longer so. Gives the other leaves that changed, in document order.
 */
export function change(swarm: ModelSwarm, changes: ReadonlyMap<ModelTask, Status>): ModelTask[] {
  const changed = new Set<ModelTask>();
  let doomed = doomedLeaves(swarm);
  for (const [leaf, status] of changes) {
    leaf.status = status;
    // What is given out again begins anew.
    if (status !== 'active') leaf.since = null;
  }
  for (;;) {
    const now = doomedLeaves(swarm);
    const next = leavesOf(swarm).filter(({ status }) => status === 'pending' || status === 'skipped');
    const flips = next.filter((leaf) => (leaf.status === 'pending' ? now.has(leaf) : doomed.has(leaf) && !now.has(leaf)));
    if (flips.length === 0) return leavesOf(swarm).filter((leaf) => changed.has(leaf) && !changes.has(leaf));
    for (const leaf of flips) {
      leaf.status = leaf.status === 'pending' ? 'skipped' : 'pending';
      changed.add(leaf);
    }
    doomed = now;
  }
}

export function setStatus(swarm: ModelSwarm, leaf: ModelTask, status: Status): ModelTask[] {
  return change(swarm, new Map([[leaf, status]]));
}

function doomedLeaves(swarm: ModelSwarm): Set<ModelTask> {
  return new Set(leavesOf(swarm).filter((leaf) => isDoomed(swarm, leaf)));
}

/** True when all work in a tree can be done, one task after the other: then nothing waits for itself, for its parent or for nobody. */
export function canBeFinished(swarm: ModelSwarm): boolean {
  const ids = tasksOf(swarm).map(({ id }) => id);
  const names = tasksOf(swarm).flatMap((task) => task.dependencies);
  if (ids.some((id) => id.trim() === '') || new Set(ids).size < ids.length || names.some((id) => !ids.includes(id))) return false;
  for (const leaf of leavesOf(swarm)) leaf.status = 'pending';
  for (;;) {
    const next = leavesOf(swarm).find((leaf) => leaf.status === 'pending' && isOpen(swarm, leaf));
    if (next === undefined) return isEnded(statusOf(swarm.root));
    next.status = 'done';
  }
}

/** Takes a task from an agent; what nobody works on any more is pending again. */
export function takeFrom(swarm: ModelSwarm, task: ModelTask, agent: string): void {
  const place = task.candidates.findIndex((each) => each.agent === agent && (each.state === 'assigned' || each.state === 'working'));
  if (place >= 0) task.candidates.splice(place, 1);
  if (task.assignedTo === agent) task.assignedTo = null;
  const isHandedIn = task.candidates.some(({ state }) => state === 'ready');
  if (isLeaf(task) && task.status === 'active' && holders(task).length === 0 && !isHandedIn) setStatus(swarm, task, 'pending');
}

/** The agents whose ids are in the line above a task, as its holders. */
export function isHeldAbove(task: ModelTask, agent: string): boolean {
  return line(task).some((above) => above !== task && above.assignedTo === agent);
}

/** Under competitive nobody has a task alone: whoever a plan or another program names has a place in the contest for it. */
export function seatHolders(swarm: ModelSwarm, at: number): void {
  if (swarm.strategy !== 'competitive') return;
  for (const task of leavesOf(swarm)) {
    const { assignedTo: agent, status } = task;
    if (agent === null || isEnded(status)) continue;
    const state = status === 'active' ? 'working' : 'assigned';
    const place = placeOf(task, agent);
    if (place === undefined) task.candidates.push({ agent, state, since: at });
    else if (place.state === 'assigned') place.state = state;
    task.assignedTo = null;
  }
}
