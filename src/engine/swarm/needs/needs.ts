import type { SwarmAgent, SwarmLock, SwarmManifest } from '../../crtx/schema.ts';
import { brief } from '../../crtx/shorten.ts';
import { type Need, needOf } from '../../platform/need.ts';
import { counted, dollars, duration, grouped } from '../../text/amounts.ts';
import { unresponsiveFrom } from '../agents/unresponsive.ts';
import type { Applicant, Pause } from '../state/unpublished.ts';
import { outline } from '../tasks/outline.ts';
import { isEnded } from '../tasks/task.ts';
import { counts } from './counts.ts';
import { decisionNeeds, type SwarmLook } from './deciding-needs.ts';
import { unassignedNeeds } from './unassigned-needs.ts';

/** A swarm as it stands. */
export interface SwarmSituation {
  readonly manifest: SwarmManifest | null;
  readonly locks: readonly SwarmLock[];
  readonly waiting: readonly { readonly agentId: string; readonly paths: readonly string[] }[];
  lastActivity(agent: string): number | null;
  readonly vanishAfterMs: number | null;
  readonly pause: Pause | null;
  /** Who waits to be admitted; `null` where nobody needs to be, and where only the file is known. */
  readonly applicants: readonly Applicant[] | null;
  /** Somebody ended it before its end. */
  readonly isAborted: boolean;
  /** How long its clock stood still in earlier pauses, milliseconds. */
  readonly stoppedMs: number;
}

/** A lock for which so many wait keeps work from going on. */
const MANY_WAIT = 3;

/** What of a swarm waits for a person (docs/decisions/0018-needs-you.md). */
export function swarmNeeds(situation: SwarmSituation, look: SwarmLook): Need[] {
  const { manifest } = situation;
  // A person who has ended it knows what was left open.
  if (manifest === null || situation.isAborted) return lockNeeds(situation, look);
  const goesOn = !isEnded(manifest.decomposition.status);
  if (!goesOn) return [...decisionNeeds(manifest, look), ...failures(manifest, look), ...lockNeeds(situation, look)];
  const limits = budgets(manifest, situation, look);
  const isGivenOut = situation.pause === null && limits.every(({ rank }) => rank !== 'blocked');
  return [
    ...decisionNeeds(manifest, look),
    ...limits,
    ...failures(manifest, look),
    ...(isGivenOut ? unassignedNeeds(manifest, look) : []),
    ...admissions(manifest, situation, look),
    ...stuckAgents(manifest, situation, look),
    ...lockNeeds(situation, look),
  ];
}

const WARNED_SHARE = 0.8;

/**
 * What is spent of each limit; the clock of a swarm that is paused stands still. That all agents have joined who may is how it was meant,
 * and stops none of them.
 */
function budgets({ id, created, budget }: SwarmManifest, { pause, stoppedMs }: SwarmSituation, { file, now }: SwarmLook): Need[] {
  const { spent, maxTokens, maxCostUsd, maxDurationMs } = budget;
  const age = pause === null ? Math.max(0, now - created - stoppedMs) : spent.durationMs;
  const limits = [
    { key: 'tokens', used: spent.tokens, most: maxTokens, shown: grouped, unit: 1 },
    { key: 'cost', used: spent.costUsd, most: maxCostUsd, shown: dollars, unit: 0.01 },
    { key: 'duration', used: age, most: maxDurationMs, shown: duration, unit: 60_000 },
  ];
  return limits
    .filter(({ used, most }) => used >= WARNED_SHARE * most)
    .map(({ key, used, most, shown, unit }) =>
      needOf({
        ...{ kind: 'budget', about: [file, id, key, used >= most ? 'used up' : 'warned'], since: null, place: { file, line: null } },
        ...{ rank: used >= most ? 'blocked' : 'soon', title: `Budget: ${key}` },
        why: `${shown(used)} of ${shown(most)} used${used >= most ? ' up: no more tasks are assigned' : ''}`,
        // Twice as much as was used is a proposal; a limit of nothing has none.
        actions: [
          {
            ...{ title: 'Raise', operation: 'swarm budget', asks: ['by', key] },
            input: most > 0 ? { [key]: unit * Math.ceil((2 * Math.max(used, most)) / unit) } : {},
          },
        ],
      }),
    );
}

/** Tasks that failed for good, and for which others were skipped or are waiting; of a swarm that has ended, too, until another begins. */
function failures({ id, decomposition }: SwarmManifest, { file }: SwarmLook): Need[] {
  const { nodes } = outline(decomposition);
  const leaves = nodes.filter(({ status, children }) => status === 'failed' && children.length === 0);
  const dependents = counts(nodes.flatMap(({ dependencies }) => dependencies));
  const end = decomposition.status === 'failed' ? ', and the swarm with it' : '';
  return leaves.map((task) => {
    const held = dependents.get(task.id) ?? 0;
    const others = held === 0 ? '' : `, and ${held === 1 ? 'another one needs' : `${held} others need`} it`;
    return needOf({
      ...{
        kind: 'failed',
        about: [file, id, task.id],
        rank: 'at-risk',
        title: task.description,
        since: null,
        place: { file, line: null },
      },
      why: `the task has failed${others}${end}`,
      actions: [{ title: 'Retry', operation: 'swarm retry', input: { task: task.id }, asks: ['by'] }],
    });
  });
}

/** Agents that wait to be admitted, whoever coordinates: a coordinator is an agent that may have gone. */
function admissions({ id }: SwarmManifest, { applicants }: SwarmSituation, { file }: SwarmLook): Need[] {
  return (applicants ?? []).map(({ agent, role, since }) =>
    needOf({
      ...{ kind: 'admission', about: [file, id, agent], rank: 'question', title: agent, since, place: { file, line: null } },
      why: `wants to join the swarm as ${brief(role)}`,
      actions: [
        { title: 'Admit', operation: 'swarm admit', input: { agent }, asks: ['by'] },
        { title: 'Refuse', operation: 'swarm admit', input: { agent, refuse: true }, asks: ['by'] },
      ],
    }),
  );
}

/** Agents that are blocked or unresponsive, and have tasks. */
function stuckAgents({ id, agents }: SwarmManifest, situation: SwarmSituation, { file, now }: SwarmLook): Need[] {
  return agents.flatMap((agent) => {
    const seen = situation.lastActivity(agent.id);
    const from = situation.pause === null ? unresponsiveFrom(agent, situation) : null;
    const isSilent = from !== null && now >= from;
    const why = agent.status === 'blocked' ? 'blocked' : isSilent ? 'unresponsive' : null;
    if (why === null || !isAtWork(agent)) return [];
    const tasks = counted(agent.assignedTasks.length, 'task');
    return needOf({
      ...{ kind: 'agent', about: [file, id, agent.id], rank: 'at-risk', title: agent.id, since: isSilent ? seen : null },
      ...{ why: `${why}, ${tasks} in progress`, place: { file, line: null } },
      actions: [{ title: 'Retire', operation: 'swarm retire', input: { agent: agent.id }, asks: ['by'] }],
    });
  });
}

function isAtWork({ status, assignedTasks }: SwarmAgent): boolean {
  return assignedTasks.length > 0 && status !== 'done' && status !== 'failed';
}

/** Locks for which many wait. */
function lockNeeds({ locks, waiting }: SwarmSituation, { file }: SwarmLook): Need[] {
  const waits = counts(waiting.flatMap(({ paths }) => [...new Set(paths)]));
  return locks
    .filter(({ path }) => (waits.get(path) ?? 0) >= MANY_WAIT)
    .map(({ path, agentId, acquiredAt }) =>
      needOf({
        ...{ kind: 'lock', about: [file, path, agentId], rank: 'at-risk', title: path, since: acquiredAt, place: { file, line: null } },
        why: `${waits.get(path) ?? 0} agents wait for ${agentId}, who has it`,
        actions: [{ title: 'Break Lock', operation: 'lock break', input: { path }, asks: ['by', 'reason'] }],
      }),
    );
}
