import type { SwarmStrategy } from '../schema.ts';
import { FEW, type Nothing } from './swarm-answers.ts';
import type { SwarmRun } from './swarm-run.ts';
import type { Task } from './task.ts';
import { openTask } from './verdicts.ts';

/** What distinguishes a strategy: what `claim` gives out. */
export interface Strategy {
  /** Whether an agent may take a task that nobody was assigned to. */
  readonly takesFree: boolean;
  /** What comes next for an agent; a task that is not ready means that there is nothing. */
  next(run: SwarmRun, agent: string): Task | undefined;
  /** Why there is nothing for it. */
  nothing(run: SwarmRun, agent: string): Nothing;
}

/** All agents work independently: what is assigned to the agent, then whatever is free. */
const parallel: Strategy = {
  takesFree: true,
  next: ({ ready }, agent) => {
    const own = ready.firstAssigned(agent);
    return own?.isReady ? own : ready.firstFree();
  },
  nothing: ({ ready }) => ({ reason: 'nothing-ready', waitsFor: ready.inHand(FEW).map(openTask) }),
};

/** The coordinator delegates: only what is assigned to the agent. */
const hierarchical: Strategy = {
  takesFree: false,
  next: ({ ready }, agent) => ready.firstAssigned(agent),
  nothing: ({ ready, tree, coordinator }, agent) => {
    const own = ready.firstAssigned(agent);
    if (own === undefined) return { reason: 'nothing-assigned', coordinator };
    return { reason: 'nothing-ready', waitsFor: tree.openDependencies(own, FEW).map(openTask) };
  },
};

const strategies: Partial<Record<SwarmStrategy, Strategy>> = { parallel, hierarchical };

/** The rules of a strategy; `undefined` where this version knows it as data only. */
export function strategyOf({ strategy }: Pick<SwarmRun, 'strategy'>): Strategy | undefined {
  return strategies[strategy];
}
