import type { SwarmStrategy } from '../../crtx/schema.ts';
import { openTask } from '../decisions/verdicts.ts';
import { FEW, type Nothing, type OpenTask, type ToGive } from '../refusal.ts';
import type { SwarmRun } from '../state/swarm-run.ts';
import { placeOf } from './contest.ts';
import type { ReadyTasks } from './ready-tasks.ts';
import type { Task } from './task.ts';

/** What distinguishes a strategy: what `claim` gives out (RULINGS, crtx 7; docs/decisions/0006-deciding-together.md). */
export interface Strategy {
  /** Whether an agent may take a task that nobody was assigned to. */
  readonly takesFree: boolean;
  /** What comes next for an agent and can be begun now. */
  next(run: SwarmRun, agent: string): Task | undefined;
  /** Why there is nothing for it. */
  nothing(run: SwarmRun, agent: string): Nothing;
}

function firstReady({ ready }: SwarmRun, agent: string): Task | undefined {
  const own = ready.firstAssigned(agent);
  return own?.isReady ? own : undefined;
}

/** A task that is waited for. A plan may give one to somebody who has never joined. */
function awaited({ members }: SwarmRun, task: Task): OpenTask {
  const { holders } = task;
  const isAbsent = holders.length > 0 && !holders.some(({ agent }) => members.has(agent));
  return { ...openTask(task), ...(isAbsent && { absent: true }) };
}

const nothingReady = (run: SwarmRun): Nothing => ({
  reason: 'nothing-ready',
  waitsFor: run.ready.inHand(FEW).map((task) => awaited(run, task)),
});

/** All agents work independently: what is assigned to the agent, then whatever is free. */
const parallel: Strategy = {
  takesFree: true,
  next: (run, agent) => firstReady(run, agent) ?? run.ready.firstFree(),
  nothing: nothingReady,
};

/** One task at a time: each leaf waits for the one before it, so what is ready is the one. */
const pipeline: Strategy = parallel;

/** So many tasks are looked at below one, so that an answer costs the same in any tree. */
const MOST_LOOKED_AT = 1_000;

/** The first few leaves below a task that are nobody's. What somebody else holds, that one gives out. */
function unassignedBelow(held: Task): string[] {
  const below = [...held.children];
  const unassigned: string[] = [];
  // The list grows while it is walked.
  for (const [looked, task] of below.entries()) {
    if (looked === MOST_LOOKED_AT || unassigned.length === FEW) break;
    if (task.assignedTo !== null && task.assignedTo !== held.assignedTo) continue;
    if (task.isLeaf && task.isUnbegun && task.assignedTo === null) unassigned.push(task.id);
    for (const child of task.children) below.push(child);
  }
  return unassigned;
}

/** What an agent has to give out before anybody can go on with it: of the first task that it holds and that has such. */
function toGiveBy(ready: ReadyTasks, agent: string): ToGive | null {
  for (const held of ready.heldBy(agent)) {
    const unassigned = unassignedBelow(held);
    if (unassigned.length > 0) return { agent, task: held.id, unassigned };
  }
  return null;
}

/** The coordinator delegates: only what is assigned to the agent. */
const hierarchical: Strategy = {
  takesFree: false,
  next: firstReady,
  nothing: (run, agent) => {
    const { ready, tree, coordinator } = run;
    const own = ready.firstAssigned(agent);
    const toGive = toGiveBy(ready, agent);
    if (toGive !== null) return { reason: 'nothing-assigned', coordinator, toGive };
    if (own === undefined) return { reason: 'nothing-assigned', coordinator };
    return { reason: 'nothing-ready', waitsFor: tree.openDependencies(own, FEW).map((task) => awaited(run, task)) };
  },
};

/** Among so many it is looked for what nobody has proposed for, so that an answer costs the same in any tree. */
const MOST_UNAGREED = 100;

/** Whether votes are taken on how to do a task, or one above it. */
function isProposed(task: Task): boolean {
  for (let at: Task | null = task; at !== null; at = at.parent)
    if (at.deliberation?.proposals.some(({ state }) => state === 'open') === true) return true;
  return false;
}

/** The agents vote on an approach before anybody begins: what is ready is agreed. */
const consensus: Strategy = {
  ...parallel,
  nothing: (run, agent) => {
    const unagreed = run.ready.unagreed(MOST_UNAGREED);
    if (unagreed.length === 0) return nothingReady(run);
    const toPropose = unagreed.filter((task) => !isProposed(task)).slice(0, FEW);
    return {
      reason: 'nothing-agreed',
      isAtEnd: false,
      toPropose: toPropose.map(({ id }) => id),
      ballots: run.forum.openTo(run.members.get(agent), FEW),
    };
  },
};

/** Several agents do the same task, each once, and the best candidate wins. */
const competitive: Strategy = {
  takesFree: true,
  next: ({ ready }, agent) => {
    const own = ready.firstAssigned(agent);
    return own?.isOpen ? own : ready.firstFree((task) => placeOf(task, agent) === undefined);
  },
  // Who is named in the plan has a place, which others do not get by an assignment.
  nothing: ({ ready }) => ({ reason: 'nothing-ready', waitsFor: ready.inHand(FEW).map(openTask) }),
};

const strategies: Record<SwarmStrategy, Strategy> = { parallel, pipeline, hierarchical, consensus, competitive };

/** The rules of a strategy. */
export function strategyOf({ strategy }: Pick<SwarmRun, 'strategy'>): Strategy {
  return strategies[strategy];
}
