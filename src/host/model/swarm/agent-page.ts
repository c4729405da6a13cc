import type { SwarmAgent, SwarmLock } from '../../../engine/crtx/index.ts';
import { describeLockPath, isParticipating, unresponsiveSince } from '../../../engine/swarm/index.ts';
import type { SwarmView, WaitingAgent } from '../../../engine/workspace/swarm-source.ts';
import type { Page, Range } from '../../dashboards/protocol.ts';
import type { AgentStrip } from '../../dashboards/swarm/past-protocol.ts';
import type { AgentRow, View } from '../../dashboards/swarm/protocol.ts';
import { agentContext } from '../contexts.ts';
import { clipText, toPage } from '../pages.ts';
import type { TaskIndex } from './task-index.ts';
import { agentStatus, locksPerAgent, waitingRequests } from './view-model.ts';

interface AgentPageOptions {
  readonly view: SwarmView;
  readonly index: TaskIndex;
  readonly range: Range;
  stripOf(agent: string): AgentStrip | null;
}

/** Agents in the order of the list, and what each waits for. */
export interface OrderedAgents {
  readonly agents: readonly SwarmAgent[];
  readonly waits: ReadonlyMap<string, Wait>;
}

/** An agent's request for a lock, and a lock that blocks it, if there is one. */
export interface Wait {
  readonly request: WaitingAgent;
  blocker: SwarmLock | null;
}

interface OrderOptions {
  readonly by: View['agentsBy'];
  readonly view: SwarmView;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  /** Reports whether the last task of an agent failed. */
  hasFailed(agent: string): boolean;
}

/** Returns the agents in the requested order, with what each waits for. */
export function orderAgents(agents: readonly SwarmAgent[], options: OrderOptions): OrderedAgents {
  const { by, view } = options;
  const waits = oldestWaits(view);
  return { agents: by === 'attention' ? sortByAttention(agents, waits, options) : sortByAmount(agents, AMOUNTS[by]), waits };
}

type AmountOf = (agent: SwarmAgent) => number;

const AMOUNTS: Readonly<Record<Exclude<View['agentsBy'], 'attention'>, AmountOf>> = {
  tokens: ({ tokensUsed }) => tokensUsed,
  cost: ({ costUsd }) => costUsd,
};

const sortByAmount = (agents: readonly SwarmAgent[], amountOf: AmountOf): SwarmAgent[] =>
  agents.toSorted((one, other) => amountOf(other) - amountOf(one));

/** Returns the agents in view. */
export function agentPage({ agents, waits }: OrderedAgents, { view, index, range, stripOf }: AgentPageOptions): Page<AgentRow> {
  const locks = locksPerAgent(view);
  return toPage(agents, range, (agent) => {
    const { id, role, tokensUsed, costUsd } = agent;
    const work = index.workOf(id);
    return {
      id: clipText(id),
      role: clipText(role),
      status: agentStatus(agent),
      task: work === undefined ? null : { id: clipText(work.id), description: clipText(work.description) },
      waits: describeWait(waits.get(id)),
      strip: stripOf(id),
      locks: locks.get(id) ?? 0,
      tokens: tokensUsed,
      costUsd,
      lastActivity: view.lastActivity(id),
      unresponsiveFrom: unresponsiveSince(agent, view),
      context: agentContext(agent),
    };
  });
}

/** Returns the oldest wait of each agent. */
function oldestWaits(view: SwarmView): ReadonlyMap<string, Wait> {
  const waits = new Map<string, Wait>();
  for (const request of view.waiting) {
    const known = waits.get(request.agentId);
    if (known === undefined || request.requestedAt < known.request.requestedAt) waits.set(request.agentId, { request, blocker: null });
  }
  if (waits.size === 0) return waits;
  const requestsFor = waitingRequests(view);
  for (const lock of view.locks) {
    for (const request of requestsFor(lock)) {
      const wait = waits.get(request.agentId);
      if (wait?.request === request && wait.blocker === null && lock.agentId !== request.agentId) wait.blocker = lock;
    }
  }
  return waits;
}

function describeWait(wait: Wait | undefined): AgentRow['waits'] {
  if (wait === undefined) return null;
  const { request, blocker } = wait;
  const path = blocker?.path ?? request.paths[0] ?? '';
  return { path: clipText(describeLockPath(path)), holder: blocker && clipText(blocker.agentId), since: request.requestedAt };
}

/**
 * Silent agents first, then blocked and waiting ones (as `cortex status` lists them), idle ones whose last task failed, working and idle ones, and those that left; among
 * equals the longest state first.
 */
function sortByAttention(
  agents: readonly SwarmAgent[],
  waits: ReadonlyMap<string, Wait>,
  { view, now, hasFailed }: OrderOptions,
): readonly SwarmAgent[] {
  const ranked = agents.map((agent, place) => ({ agent, place, ...rankOf(agent) }));
  ranked.sort((one, other) => one.rank - other.rank || one.since - other.since || one.place - other.place);
  return ranked.map(({ agent }) => agent);

  function rankOf(agent: SwarmAgent): { readonly rank: number; readonly since: number } {
    const silent = unresponsiveSince(agent, view);
    if (silent !== null && now >= silent) return { rank: 0, since: silent };
    const wait = waits.get(agent.id);
    if (wait !== undefined) return { rank: 2, since: wait.request.requestedAt };
    if (!isParticipating(agent)) return { rank: 6, since: 0 };
    if (agent.status === 'idle' && hasFailed(agent.id)) return { rank: 3, since: 0 };
    return { rank: { blocked: 1, working: 4, idle: 5, done: 6, failed: 6 }[agent.status], since: 0 };
  }
}
