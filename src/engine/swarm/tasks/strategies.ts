import type { SwarmStrategy } from '../../crtx/schema.ts';
import { describeOpenTask } from '../decisions/refuse.ts';
import { FEW, type NoTaskReason, type OpenTask, type UnassignedTasks } from '../refusal.ts';
import type { SwarmRun } from '../state/swarm-run.ts';
import { findCandidate } from './contest.ts';
import type { ReadyTasks } from './ready-tasks.ts';
import type { Task } from './task.ts';

/** A swarm strategy: which task `claim` returns (RULINGS, crtx 7; docs/decisions/0006-strategies-votes-merges.md). */
export interface Strategy {
  /** Whether an agent may take a task that is not assigned. */
  readonly takesFree: boolean;
  /** Returns the next task that an agent can begin now. */
  next(run: SwarmRun, agent: string): Task | undefined;
  /** Returns why there is no task for an agent. */
  explainNoTask(run: SwarmRun, agent: string): NoTaskReason;
}

function firstReady({ ready }: SwarmRun, agent: string): Task | undefined {
  const own = ready.firstAssigned(agent);
  return own?.isReady ? own : undefined;
}

/** Describes a task that is waited for. A plan may assign a task to an agent that never joined. */
function describeAwaitedTask({ members }: SwarmRun, task: Task): OpenTask {
  const { holders } = task;
  const isAbsent = holders.length > 0 && !holders.some(({ agent }) => members.has(agent));
  return { ...describeOpenTask(task), ...(isAbsent && { absent: true }) };
}

const explainNothingReady = (run: SwarmRun): NoTaskReason => ({
  reason: 'nothing-ready',
  waitsFor: run.ready.listInProgress(FEW).map((task) => describeAwaitedTask(run, task)),
});

/** Agents work independently: first the agent's assigned tasks, then any free task. */
const parallel: Strategy = {
  takesFree: true,
  next: (run, agent) => firstReady(run, agent) ?? run.ready.firstFree(),
  explainNoTask: explainNothingReady,
};

/** One task at a time: each leaf waits for the one before it, so at most one is ready. */
const pipeline: Strategy = parallel;

/** Maximum number of tasks that are examined below a task, so that the cost of an answer does not depend on the tree. */
const MAX_LOOKED_AT = 1_000;

/** Returns the first few unassigned leaves below a task. Leaves out subtrees of other agents, which those agents assign. */
function unassignedBelow(held: Task): string[] {
  const below = [...held.children];
  const unassigned: string[] = [];
  // The list grows during iteration.
  for (const [looked, task] of below.entries()) {
    if (looked === MAX_LOOKED_AT || unassigned.length === FEW) break;
    if (task.assignedTo !== null && task.assignedTo !== held.assignedTo) continue;
    if (task.isLeaf && task.isUnstarted && task.assignedTo === null) unassigned.push(task.id);
    for (const child of task.children) below.push(child);
  }
  return unassigned;
}

/** Returns the unassigned leaves that an agent must assign before others can continue: those of the first task it holds that has any. */
function unassignedBy(ready: ReadyTasks, agent: string): UnassignedTasks | null {
  for (const held of ready.heldBy(agent)) {
    const unassigned = unassignedBelow(held);
    if (unassigned.length > 0) return { agent, task: held.id, unassigned };
  }
  return null;
}

/** The coordinator delegates: an agent gets only tasks that are assigned to it. */
const hierarchical: Strategy = {
  takesFree: false,
  next: firstReady,
  explainNoTask: (run, agent) => {
    const { ready, tree, coordinator } = run;
    const own = ready.firstAssigned(agent);
    const toGive = unassignedBy(ready, agent);
    if (toGive !== null) return { reason: 'nothing-assigned', coordinator, toGive };
    if (own === undefined) return { reason: 'nothing-assigned', coordinator };
    return { reason: 'nothing-ready', waitsFor: tree.openDependencies(own, FEW).map((task) => describeAwaitedTask(run, task)) };
  },
};

/** Maximum number of tasks that are searched for ones without a proposal, so that the cost of an answer does not depend on the tree. */
const MAX_UNAGREED = 100;

/** Returns whether a proposal for a task, or for one above it, is open for votes. */
function isProposed(task: Task): boolean {
  for (let at: Task | null = task; at !== null; at = at.parent)
    if (at.deliberation?.proposals.some(({ state }) => state === 'open') === true) return true;
  return false;
}

/** Returns the approaches that the members rejected for a task or for one above it. */
function rejectedApproaches(task: Task): string[] {
  const rejected: string[] = [];
  for (let at: Task | null = task; at !== null; at = at.parent)
    rejected.push(...(at.deliberation?.proposals ?? []).filter(({ state }) => state === 'lost').map(({ approach }) => approach));
  return rejected;
}

/** Agents vote on an approach before anyone begins: only tasks with an accepted proposal are ready. */
const consensus: Strategy = {
  ...parallel,
  explainNoTask: (run, agent) => {
    const unagreed = run.ready.listUnagreed(MAX_UNAGREED);
    if (unagreed.length === 0) return explainNothingReady(run);
    const toPropose = unagreed.filter((task) => !isProposed(task)).slice(0, FEW);
    return {
      reason: 'nothing-agreed',
      isAtEnd: false,
      toPropose: toPropose.map(({ id }) => id),
      rejected: [...new Set(toPropose.flatMap(rejectedApproaches))].slice(-FEW),
      ballots: run.ballots.openTo(run.members.get(agent), FEW),
    };
  },
};

/** Several agents do the same task, each once, and the best candidate wins. */
const competitive: Strategy = {
  takesFree: true,
  next: ({ ready }, agent) => {
    const own = ready.firstAssigned(agent);
    return own?.isOpen ? own : ready.firstFree((task) => findCandidate(task, agent) === undefined);
  },
  // The plan reserves places in a contest for the agents that it names. Assigning cannot pass them on, so `absent` would not help.
  explainNoTask: ({ ready }) => ({ reason: 'nothing-ready', waitsFor: ready.listInProgress(FEW).map(describeOpenTask) }),
};

const strategies: Record<SwarmStrategy, Strategy> = { parallel, pipeline, hierarchical, consensus, competitive };

/** Returns the rules of a strategy. */
export function findStrategy({ strategy }: Pick<SwarmRun, 'strategy'>): Strategy {
  return strategies[strategy];
}
