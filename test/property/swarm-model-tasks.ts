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

/** The rules of tasks: dependencies, assignment order, holders and skipping. */

/** Number of agents that work on one task under competitive. */
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

/** Returns all dependencies of a task: its own, inherited ones, and under pipeline the previous leaf. */
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

/** Returns whether a dependency will never be done. */
export function isDoomed(swarm: ModelSwarm, task: ModelTask): boolean {
  return dependencies(swarm, task).some((each) => isLost(statusOf(each)));
}

/** Under consensus, a proposal must have won for the task or for one above it. */
export function isAgreed(swarm: ModelSwarm, task: ModelTask): boolean {
  return swarm.strategy !== 'consensus' || line(task).some(({ proposals }) => proposals.some(({ state }) => state === 'won'));
}

export function seats(swarm: ModelSwarm): number {
  return Math.min(CONTENDERS, present(swarm));
}

/** Under competitive: number of agents that may still take a task; none while its merge is open. */
export function room(swarm: ModelSwarm, task: ModelTask): number {
  if (isEnded(statusOf(task)) || task.merge?.state === 'open') return 0;
  return Math.max(0, seats(swarm) - task.candidates.filter(({ state }) => state !== 'void').length);
}

/** Returns the place of an agent in the contest for a task. */
export function placeOf(task: ModelTask, agent: string): Candidate | undefined {
  return task.candidates.find((each) => each.agent === agent && each.state !== 'void');
}

export function isReady(swarm: ModelSwarm, task: ModelTask): boolean {
  if (!isOpen(swarm, task) || !isAgreed(swarm, task)) return false;
  return swarm.strategy === 'competitive' ? room(swarm, task) > 0 : task.status === 'pending';
}

/** Returns the holders of a task, and whether they have started it. */
export function holders(task: ModelTask): { readonly agent: string; readonly works: boolean }[] {
  const status = statusOf(task);
  if (task.assignedTo !== null) return [{ agent: task.assignedTo, works: status === 'active' }];
  if (isEnded(status)) return [];
  const held = task.candidates.filter(({ state }) => state === 'assigned' || state === 'working');
  return held.map(({ agent, state }) => ({ agent, works: state === 'working' }));
}

/** Returns all unfinished tasks of an agent. */
export function heldBy(swarm: ModelSwarm, agent: string): ModelTask[] {
  return tasksOf(swarm).filter((task) => !isEnded(statusOf(task)) && holders(task).some((holder) => holder.agent === agent));
}

/** Returns the leaves that an agent holds, started or not. */
export function leavesHeldBy(swarm: ModelSwarm, agent: string, works: boolean): ModelTask[] {
  const isHeld = (task: ModelTask) => holders(task).some((holder) => holder.agent === agent && holder.works === works);
  return leavesOf(swarm).filter((task) => !isEnded(task.status) && isHeld(task));
}

/** Orders by priority, then by the longest waiting chain, then in document order (the sort is stable). */
export function inOrder(swarm: ModelSwarm, tasks: readonly ModelTask[]): ModelTask[] {
  return tasks.toSorted((one, other) => one.priority - other.priority || chain(swarm, other) - chain(swarm, one));
}

/** Estimated tokens of the longest chain that starts with a task; stored, because the value at the task's creation counts. */
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

/** Gives all new tasks their place in the order. */
export function measure(swarm: ModelSwarm): void {
  for (const task of tasksOf(swarm)) chain(swarm, task);
}

/**
 * Changes leaves and derives the rest: a pending leaf is skipped when a dependency is lost, and a skipped leaf is pending again when none
 * is.
 * Returns the other leaves that changed, in document order.
 */
export function change(swarm: ModelSwarm, changes: ReadonlyMap<ModelTask, Status>): ModelTask[] {
  const changed = new Set<ModelTask>();
  let doomed = doomedLeaves(swarm);
  for (const [leaf, status] of changes) {
    leaf.status = status;
    // A task that is assigned again starts from zero.
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

/** Returns whether all work in a tree can be done in some order: no task depends on itself, on its parent or on a missing task. */
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

/** Takes a task from an agent; without other holders it is pending again. */
export function takeFrom(swarm: ModelSwarm, task: ModelTask, agent: string): void {
  const place = task.candidates.findIndex((each) => each.agent === agent && (each.state === 'assigned' || each.state === 'working'));
  if (place >= 0) task.candidates.splice(place, 1);
  if (task.assignedTo === agent) task.assignedTo = null;
  const isHandedIn = task.candidates.some(({ state }) => state === 'ready');
  if (isLeaf(task) && task.status === 'active' && holders(task).length === 0 && !isHandedIn) setStatus(swarm, task, 'pending');
}

/** Returns whether an agent holds a task above this one. */
export function isHeldAbove(task: ModelTask, agent: string): boolean {
  return line(task).some((above) => above !== task && above.assignedTo === agent);
}

/** Under competitive no agent holds a task alone: an agent named by a plan or another program gets a place in the contest. */
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
