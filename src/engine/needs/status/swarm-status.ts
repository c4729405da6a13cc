import type { SwarmAgent, SwarmManifest, TaskNode } from '../../crtx/index.ts';
import { isParticipating, listLeaves, openMergeOf, overlaps, unresponsiveSince, usedUpLimits } from '../../swarm/index.ts';
import type { SwarmView, WaitingAgent } from '../../workspace/swarm-source.ts';
import type { AgentState, SwarmStatus } from './status-schemas.ts';

function countsOf(leaves: readonly TaskNode[]): SwarmStatus['tasks'] {
  const counts = { done: 0, active: 0, pending: 0, failed: 0, skipped: 0, total: leaves.length };
  for (const { status } of leaves) counts[status] += 1;
  return counts;
}

function stateOf(
  { decomposition }: SwarmManifest,
  { isAborted, pause }: SwarmView,
  openMerge: SwarmStatus['openMerge'],
): SwarmStatus['state'] {
  if (isAborted) return 'aborted';
  if (openMerge !== null) return 'merging';
  if (decomposition.status === 'failed') return 'failed';
  if (decomposition.status === 'done' || decomposition.status === 'skipped') return 'finished';
  return pause === null ? 'running' : 'paused';
}

/** Returns what an agent waits for: the first path that others hold. */
function waitOf(wait: WaitingAgent, { locks }: SwarmView): Pick<AgentState, 'waitsSince' | 'path' | 'holders'> {
  const holdersOf = (path: string) => {
    const held = locks.filter((lock) => lock.agentId !== wait.agentId && overlaps(lock.path, path));
    return [...new Set(held.map(({ agentId }) => agentId))];
  };
  const path = wait.paths.find((each) => holdersOf(each).length > 0) ?? wait.paths[0] ?? null;
  return { waitsSince: wait.requestedAt, path, holders: path === null ? [] : holdersOf(path) };
}

const NO_WAIT = { waitsSince: null, path: null, holders: [] };

/** Tasks and wait of one agent. */
interface Own {
  readonly tasks: AgentState['tasks'];
  readonly wait: WaitingAgent | undefined;
}

function agentState(agent: SwarmAgent, view: SwarmView, { tasks, wait }: Own, now: number): AgentState {
  const from = unresponsiveSince(agent, view);
  const said = { agent: agent.id, seenAt: view.lastActivity(agent.id), tasks, ...(wait === undefined ? NO_WAIT : waitOf(wait, view)) };
  if (from !== null && now >= from) return { ...said, state: 'unresponsive' };
  if (wait !== undefined) return { ...said, state: 'waiting' };
  if (agent.status === 'blocked') return { ...said, state: 'blocked' };
  return { ...said, state: tasks.length > 0 ? 'working' : 'idle' };
}

/** Order of agents in the list: the states that need attention come first. */
const ORDER: readonly AgentState['state'][] = ['unresponsive', 'blocked', 'waiting', 'working', 'idle'];

function agentsOf({ agents }: SwarmManifest, view: SwarmView, leaves: readonly TaskNode[], now: number): AgentState[] {
  const active = new Map<string, AgentState['tasks']>();
  for (const { id, description, status, assignedTo } of leaves) {
    if (status !== 'active' || assignedTo === undefined) continue;
    active.set(assignedTo, [...(active.get(assignedTo) ?? []), { id, description }]);
  }
  const waits = new Map(view.waiting.map((wait) => [wait.agentId, wait]));
  const own = (id: string): Own => ({ tasks: active.get(id) ?? [], wait: waits.get(id) });
  const states = agents.filter(isParticipating).map((agent) => agentState(agent, view, own(agent.id), now));
  return states.sort((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state));
}

/** Returns the status of a project's swarm; `null` without one. @param now milliseconds since 1970 UTC */
export function swarmStatus(view: SwarmView, now: number): SwarmStatus | null {
  const { manifest } = view;
  if (manifest === null) return null;
  const { id, task, budget, decomposition } = manifest;
  const leaves = listLeaves(decomposition);
  const { tokens, costUsd } = budget.spent;
  const spending = { tokens, maxTokens: budget.maxTokens, costUsd, maxCostUsd: budget.maxCostUsd };
  const openMerge = view.isAborted ? null : openMergeOf(manifest);
  const state = stateOf(manifest, view, openMerge);
  const usedUp = state === 'running' ? usedUpLimits(manifest, view, now) : [];
  const pause = view.pause === null ? null : { by: view.pause.by, reason: view.pause.reason, at: view.pause.at };
  return { id, task, state, openMerge, pause, tasks: countsOf(leaves), ...spending, usedUp, agents: agentsOf(manifest, view, leaves, now) };
}
