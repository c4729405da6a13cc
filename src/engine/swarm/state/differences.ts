import { jsonEqual } from '../../crtx/json-equal.ts';
import type { SwarmAgent, SwarmManifest } from '../../crtx/schema.ts';
import { addMicros, addTokens, tokenDifference, toMicros, toUsd } from '../budget.ts';
import { taskDifferences } from '../tasks/task-differences.ts';
import { type ChangeFor, limitNameSchema, type ManifestChange } from './changes.ts';
import { knownKeys, pickUnknownKeys } from './unknown-keys.ts';

/**
 * Returns what a foreign program changed since `base`, the manifest that it read, as changes that can be logged and applied elsewhere
 * (`Swarm.applyChanges`), in that order. Ignores locks and an agent's `assignedTasks` where the tasks agree.
 * @param base `null` when the foreign program started without a file of ours
 */
export function findChanges(foreign: SwarmManifest, base: SwarmManifest | null): ManifestChange[] {
  if (base === null || foreign.id !== base.id) return [{ change: 'swarm', manifest: { ...foreign, locks: [] } }];
  const agents = pairs(foreign.agents, base.agents);
  const tasks = taskDifferences(foreign, base);
  const usage = agents.flatMap(([now, before]) => agentUsage(now, before));
  return [
    ...tasks.structure,
    ...swarmDifferences(foreign, base),
    ...spentDifference(foreign, base, usage),
    ...derivedDifferences(foreign, base),
    ...newAgents(foreign, base),
    ...goneAgents(foreign, base),
    ...usage,
    ...tasks.contents,
    ...agents.flatMap(([now, before]) => agentStatus(now, before)),
    ...agents.flatMap(([now, before]) => agentProfile(now, before)),
  ];
}

function swarmDifferences(foreign: SwarmManifest, base: SwarmManifest): ManifestChange[] {
  const changes: ManifestChange[] = [];
  const { task: goal, coordinator, strategy, created, mergePolicy, budget } = foreign;
  if (goal !== base.task) changes.push({ change: 'goal', goal });
  if (coordinator !== base.coordinator) changes.push({ change: 'coordinator', coordinator });
  if (strategy !== base.strategy) changes.push({ change: 'strategy', strategy });
  if (created !== base.created) changes.push({ change: 'created', created });
  if (!jsonEqual(mergePolicy, base.mergePolicy)) changes.push({ change: 'merge-policy', mergePolicy });
  for (const limit of limitNameSchema().options)
    if (budget[limit] !== base.budget[limit]) changes.push({ change: 'limit', limit, max: budget[limit] });
  const rest = pickUnknownKeys(foreign, knownKeys.manifest());
  if (!jsonEqual(rest, pickUnknownKeys(base, knownKeys.manifest()))) changes.push({ change: 'swarm-rest', rest });
  const inBudget = pickUnknownKeys(budget, knownKeys.budget());
  if (!jsonEqual(inBudget, pickUnknownKeys(base.budget, knownKeys.budget()))) changes.push({ change: 'budget-rest', rest: inBudget });
  return changes;
}

/** Returns the agents that are in both, as pairs of now and before. If several have the same id, the first counts. */
function pairs(foreign: readonly SwarmAgent[], base: readonly SwarmAgent[]): (readonly [SwarmAgent, SwarmAgent])[] {
  const now = new Map(foreign.toReversed().map((agent) => [agent.id, agent]));
  return base.flatMap((old) => {
    const agent = now.get(old.id);
    return agent === undefined ? [] : [[agent, old] as const];
  });
}

/** Includes agents whose id is taken, so that they are reported as refused and not dropped silently. */
function newAgents(foreign: SwarmManifest, base: SwarmManifest): ManifestChange[] {
  const known = new Set<string>();
  const before = new Set(base.agents.map(({ id }) => id));
  return foreign.agents
    .filter(({ id }) => {
      const isFirst = !known.has(id);
      known.add(id);
      return !isFirst || !before.has(id);
    })
    .map((agent) => ({ change: 'agent-new', agent }));
}

function goneAgents(foreign: SwarmManifest, base: SwarmManifest): ManifestChange[] {
  const present = new Set(foreign.agents.map(({ id }) => id));
  return base.agents.filter(({ id }) => !present.has(id)).map(({ id }) => ({ change: 'agent-gone', agent: id }));
}

function agentUsage({ id, tokensUsed, costUsd }: SwarmAgent, before: SwarmAgent): ChangeFor<'agent-usage'>[] {
  const tokens = tokenDifference(tokensUsed, before.tokensUsed);
  const micros = addMicros(toMicros(costUsd), -toMicros(before.costUsd));
  return tokens === 0 && micros === 0 ? [] : [{ change: 'agent-usage', agent: id, tokens, costUsd: toUsd(micros) }];
}

/** Returns spending of the swarm beyond what was added to its agents, because a program may count only there. */
function spentDifference(foreign: SwarmManifest, base: SwarmManifest, usage: readonly ChangeFor<'agent-usage'>[]): ManifestChange[] {
  const known = new Set(base.agents.map(({ id }) => id));
  const added = foreign.agents.filter(({ id }) => !known.has(id)).map(({ tokensUsed, costUsd }) => ({ tokens: tokensUsed, costUsd }));
  let tokens = tokenDifference(foreign.budget.spent.tokens, base.budget.spent.tokens);
  let micros = addMicros(toMicros(foreign.budget.spent.costUsd), -toMicros(base.budget.spent.costUsd));
  for (const use of [...usage, ...added]) {
    tokens = addTokens(tokens, -Math.max(0, use.tokens));
    micros = addMicros(micros, -Math.max(0, toMicros(use.costUsd)));
  }
  if (tokens <= 0 && micros <= 0) return [];
  return [{ change: 'spent', tokens: Math.max(0, tokens), costUsd: toUsd(Math.max(0, micros)) }];
}

/** Returns the numbers in `budget.spent` that grew without a reason in the agents. Lower ones may be those of an older file. */
function derivedDifferences(foreign: SwarmManifest, base: SwarmManifest): ManifestChange[] {
  const { agents, durationMs } = foreign.budget.spent;
  const before = base.budget.spent;
  const known = new Set(base.agents.map(({ id }) => id));
  const added = foreign.agents.filter(({ id }) => !known.has(id)).length;
  const changes: ManifestChange[] = [];
  if (agents < 0 || agents > before.agents + added) changes.push({ change: 'spent', tokens: 0, costUsd: 0, agents });
  if (durationMs < 0 || durationMs > before.durationMs) changes.push({ change: 'spent', tokens: 0, costUsd: 0, durationMs });
  return changes;
}

/** A small part of a difference: states that were adopted at different times have different durations, and no edit need be the reason. */
const DURATION_SIZE = 0.1;

/** Returns how much a change counts when the state that an edit was based on is searched. */
export const sizeOfChange = (change: ManifestChange): number =>
  change.change === 'spent' && change.durationMs !== undefined ? DURATION_SIZE : 1;

function agentStatus({ id, status }: SwarmAgent, before: SwarmAgent): ManifestChange[] {
  return status === before.status ? [] : [{ change: 'agent-status', agent: id, status }];
}

function agentProfile(now: SwarmAgent, before: SwarmAgent): ManifestChange[] {
  const { id, role, expertise, startedAt, completedAt } = now;
  const rest = pickUnknownKeys(now, knownKeys.agent());
  const changed = {
    ...(role !== before.role && { role }),
    ...(!jsonEqual(expertise, before.expertise) && { expertise }),
    ...(startedAt !== before.startedAt && { startedAt: startedAt ?? null }),
    ...(completedAt !== before.completedAt && { completedAt: completedAt ?? null }),
    ...(!jsonEqual(rest, pickUnknownKeys(before, knownKeys.agent())) && { rest }),
  };
  return Object.keys(changed).length === 0 ? [] : [{ change: 'agent-profile', agent: id, ...changed }];
}
