import type { SwarmAgent } from '../../crtx/schema.ts';
import { addTokens } from '../budget.ts';
import type { ChangeFor } from '../state/changes.ts';
import { addUsd, type Draft } from '../state/draft.ts';
import { knownKeys, setUnknownKeys } from '../state/unknown-keys.ts';

export type AgentChange = ChangeFor<'agent-new' | 'agent-gone' | 'agent-usage' | 'agent-status' | 'agent-profile'>;

/**
 * Applies a change to an agent. Returns a sentence if it is refused, else `null`.
 * @param at effective time, milliseconds since 1970 UTC
 */
export function applyAgentChange(draft: Draft, change: AgentChange, at: number): string | null {
  if (change.change === 'agent-new') return add(draft, change);
  const agent = draft.agents.get(change.agent);
  if (agent === undefined) return `There is no agent "${change.agent}".`;
  switch (change.change) {
    case 'agent-gone':
      return `Agent "${agent.id}" cannot be removed, because its usage counts against the budget; retire it instead.`;
    case 'agent-usage':
      if (change.tokens < 0 || change.costUsd < 0) return `The usage of agent "${agent.id}" can only grow.`;
      agent.tokensUsed = addTokens(agent.tokensUsed, change.tokens);
      agent.costUsd = addUsd(agent.costUsd, change.costUsd);
      draft.spend(change.tokens, change.costUsd);
      return null;
    case 'agent-status':
      return setStatus(draft, agent, change.status, at);
    case 'agent-profile':
      setProfile(agent, change);
      return null;
  }
}

function add(draft: Draft, { agent }: ChangeFor<'agent-new'>): string | null {
  const { agents, budget } = draft.manifest;
  if (draft.agents.has(agent.id)) return `Agent "${agent.id}" has joined already.`;
  if (budget.spent.agents >= budget.maxAgents) {
    return `Agent "${agent.id}" cannot join: ${budget.spent.agents} agents have joined, and no more than ${budget.maxAgents} may.`;
  }
  const member = { ...agent };
  agents.push(member);
  draft.agents.set(agent.id, member);
  budget.spent.agents += 1;
  draft.spend(Math.max(0, agent.tokensUsed), Math.max(0, agent.costUsd));
  return null;
}

/** Sets whether an agent has left or is blocked. Whether it works is derived from the tasks. */
function setStatus(draft: Draft, agent: SwarmAgent, status: SwarmAgent['status'], at: number): string | null {
  if (agent.status === status) return null;
  if (status === 'done' || status === 'failed') {
    if (draft.works(agent.id)) return `Agent "${agent.id}" still works on a task, so it is not ${status}; complete its task or retire it.`;
    agent.completedAt = at;
    agent.status = status;
    return null;
  }
  if (agent.status === 'done' || agent.status === 'failed') delete agent.completedAt;
  agent.status = status;
  return null;
}

function setProfile(agent: SwarmAgent, { role, expertise, startedAt, completedAt, rest }: ChangeFor<'agent-profile'>): void {
  if (role !== undefined) agent.role = role;
  if (expertise !== undefined) agent.expertise = expertise;
  if (startedAt === null) delete agent.startedAt;
  else if (startedAt !== undefined) agent.startedAt = startedAt;
  if (completedAt === null) delete agent.completedAt;
  else if (completedAt !== undefined) agent.completedAt = completedAt;
  if (rest !== undefined) setUnknownKeys(agent, knownKeys.agent(), rest);
}
