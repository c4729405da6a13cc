import type { SwarmAgent, SwarmLock, SwarmManifest, TaskNode } from '../../crtx/schema.ts';
import { shortLine } from '../../crtx/shorten.ts';
import { createNeed, type Need } from '../../platform/need.ts';
import { counted, dollars, duration, grouped } from '../../text/amounts.ts';
import { unresponsiveSince } from '../agents/unresponsive.ts';
import { type BudgetOutlook, outlookOf } from '../budget-outlook.ts';
import { readOutput } from '../decisions/deliberation.ts';
import type { Applicant, Pause } from '../state/unpublished.ts';
import { TransitiveDependents } from '../tasks/dependencies/transitive-dependents.ts';
import { listLeaves } from '../tasks/outline.ts';
import { isEnded } from '../tasks/task.ts';
import { decisionNeeds, type NeedsContext } from './decision-needs.ts';
import { unassignedNeeds } from './unassigned-needs.ts';

/** The state of a swarm that its needs follow from. */
export interface SwarmSituation {
  readonly manifest: SwarmManifest | null;
  readonly locks: readonly SwarmLock[];
  readonly waiting: readonly { readonly agentId: string; readonly paths: readonly string[] }[];
  lastActivity(agent: string): number | null;
  readonly vanishAfterMs: number | null;
  readonly pause: Pause | null;
  /** Agents that wait to be admitted; `null` when no admission is needed, or only the file is known. */
  readonly applicants: readonly Applicant[] | null;
  /** Whether the swarm was aborted. */
  readonly isAborted: boolean;
  /** Total time that its clock stood still in earlier pauses, in milliseconds. */
  readonly stoppedMs: number;
}

/** Number of waiting requests from which on a lock is reported. */
const MANY_WAIT = 3;

/** Returns the items of a swarm that wait for a person (docs/decisions/0018-needs-you.md). */
export function swarmNeeds(situation: SwarmSituation, look: NeedsContext): Need[] {
  const { manifest } = situation;
  // Whoever aborted it knows what was left unfinished.
  if (manifest === null || situation.isAborted) return lockNeeds(situation, look);
  const goesOn = !isEnded(manifest.decomposition.status);
  if (!goesOn) return [...decisionNeeds(manifest, look), ...failureNeeds(manifest, look), ...lockNeeds(situation, look)];
  const limits = budgetNeeds(manifest, situation, look);
  const isGivenOut = situation.pause === null && limits.every(({ rank }) => rank !== 'blocked');
  return [
    ...decisionNeeds(manifest, look),
    ...limits,
    ...failureNeeds(manifest, look),
    ...(isGivenOut ? unassignedNeeds(manifest, look) : []),
    ...admissionNeeds(manifest, situation, look),
    ...stuckAgentNeeds(manifest, situation, look),
    ...lockNeeds(situation, look),
  ];
}

const WARNED_SHARE = 0.8;

/** Rounds dollars up to cents. */
const toCents = (usd: number): number => Math.ceil(usd * 100) / 100;
/** Rounds milliseconds up to minutes. */
const toMinutes = (ms: number): number => Math.ceil(ms / 60_000) * 60_000;

/**
 * Returns the limits that are nearly or fully used. The clock of a paused swarm is stopped. The limit on agents is left out: reaching it
 * is intended and stops no agent.
 */
function budgetNeeds(manifest: SwarmManifest, situation: SwarmSituation, { file, now }: NeedsContext): Need[] {
  const { id } = manifest;
  const outlook = outlookOf(manifest, situation, now);
  const ending = outlook?.kind === 'ends' ? outlook : null;
  return limitsOf(manifest, situation, now)
    .filter(({ key, used, most }) => used >= WARNED_SHARE * most || ending?.limit === key)
    .map(({ key, what, used, most, shown, raised }) =>
      createNeed({
        kind: 'budget',
        about: [file, id, key, used >= most ? 'used up' : 'warned'],
        since: null,
        place: { file, line: null },
        rank: used >= most ? 'blocked' : 'soon',
        title: `Budget: ${key}`,
        why:
          used >= most
            ? `${what} used up (${shown(used)}, limit ${shown(most)}): no more tasks are assigned`
            : `${shown(used)} of ${shown(most)} used${ending?.limit === key ? endsIn(ending, now) : ''}`,
        // Suggests twice the used amount. A limit of 0 gets no suggestion.
        actions: [
          {
            title: 'Raise',
            operation: 'swarm budget',
            asks: ['by', key],
            input: most > 0 ? { [key]: raised(2 * Math.max(used, most)) } : {},
          },
        ],
      }),
    );
}

/** Says when a limit ends before the tasks do. The time left needs no time zone. */
function endsIn({ at, left }: Extract<BudgetOutlook, { kind: 'ends' }>, now: number): string {
  return `; at this rate it ends in about ${duration(at - now)}, with ${counted(left, 'task')} left`;
}

/** Returns the limits that stop the assignment of tasks, with what is used of them. */
function limitsOf({ created, budget }: SwarmManifest, { pause, stoppedMs }: Pick<SwarmSituation, 'pause' | 'stoppedMs'>, now: number) {
  const { spent, maxTokens, maxCostUsd, maxDurationMs } = budget;
  const age = pause === null ? Math.max(0, now - created - stoppedMs) : spent.durationMs;
  return [
    { key: 'tokens', what: 'The tokens are', used: spent.tokens, most: maxTokens, shown: grouped, raised: Math.ceil },
    { key: 'cost', what: 'The money is', used: spent.costUsd, most: maxCostUsd, shown: dollars, raised: toCents },
    { key: 'duration', what: 'The time is', used: age, most: maxDurationMs, shown: duration, raised: toMinutes },
  ] as const;
}

/** Returns the limits that are used up, so that no more tasks are assigned. @param now milliseconds since 1970 UTC */
export function usedUpLimits(
  manifest: SwarmManifest,
  situation: Pick<SwarmSituation, 'pause' | 'stoppedMs'>,
  now: number,
): ('tokens' | 'cost' | 'duration')[] {
  return limitsOf(manifest, situation, now).flatMap(({ key, used, most }) => (used >= most ? [key] : []));
}

/** Returns failed tasks, with the number of tasks that were skipped because of them or wait for them; also for a swarm that has ended, until the next one begins. */
function failureNeeds({ id, decomposition }: SwarmManifest, { file }: NeedsContext): Need[] {
  const leaves = listLeaves(decomposition).filter(({ status }) => status === 'failed');
  if (leaves.length === 0) return [];
  const dependents = new TransitiveDependents(decomposition);
  const end = decomposition.status === 'failed' ? '. The swarm has failed' : '';
  return leaves.map((task) => {
    return createNeed({
      kind: 'failed',
      about: [file, id, task.id],
      rank: 'at-risk',
      title: task.description,
      since: null,
      place: { file, line: null },
      why: `${howItFailed(task)}${dependentsOf(task, dependents)}${end}`,
      actions: [{ title: 'Retry', operation: 'swarm retry', input: { task: task.id }, asks: ['by'] }],
    });
  });
}

/** Says how many tasks were skipped because of a failed task, or wait for it, also through others. */
function dependentsOf({ id }: TaskNode, dependents: TransitiveDependents): string {
  const [skipped, waiting] = [dependents.count(id, 'skipped'), dependents.count(id, 'pending')];
  return [
    ...(skipped === 0 ? [] : [`. ${counted(skipped, 'task')} ${skipped === 1 ? 'was' : 'were'} skipped because of it`]),
    ...(waiting === 0 ? [] : [`. ${counted(waiting, 'task')} ${waiting === 1 ? 'waits' : 'wait'} for it`]),
  ].join('');
}

/** Returns who failed a task, and why. */
function howItFailed({ assignedTo, output }: TaskNode): string {
  const { result } = readOutput(output);
  const error = typeof result === 'object' && result !== null && 'error' in result ? result.error : '';
  const reason = typeof error === 'string' && error !== '' ? `: ${shortLine(error)}` : '';
  return assignedTo === undefined ? `the task has failed${reason}` : `${assignedTo} failed it${reason}`;
}

/** Returns agents that wait to be admitted, even when an agent coordinates, because that agent may have gone. */
function admissionNeeds({ id }: SwarmManifest, { applicants }: SwarmSituation, { file }: NeedsContext): Need[] {
  return (applicants ?? []).map(({ agent, role, since }) =>
    createNeed({
      kind: 'admission',
      about: [file, id, agent],
      rank: 'question',
      title: agent,
      since,
      place: { file, line: null },
      why: `wants to join the swarm as ${shortLine(role)}`,
      actions: [
        { title: 'Admit', operation: 'swarm admit', input: { agent }, asks: ['by'] },
        { title: 'Refuse', operation: 'swarm admit', input: { agent, refuse: true }, asks: ['by'] },
      ],
    }),
  );
}

/** Returns agents that have tasks and are blocked or unresponsive. */
function stuckAgentNeeds({ id, agents }: SwarmManifest, situation: SwarmSituation, { file, now }: NeedsContext): Need[] {
  return agents.flatMap((agent) => {
    const seen = situation.lastActivity(agent.id);
    const from = situation.pause === null ? unresponsiveSince(agent, situation) : null;
    const isSilent = from !== null && now >= from;
    const why = agent.status === 'blocked' ? 'blocked' : isSilent ? 'unresponsive' : null;
    if (why === null || !isAtWork(agent)) return [];
    const tasks = counted(agent.assignedTasks.length, 'task');
    return createNeed({
      kind: 'agent',
      about: [file, id, agent.id],
      rank: 'at-risk',
      title: agent.id,
      since: isSilent ? seen : null,
      why: `${why}, ${tasks} in progress`,
      place: { file, line: null },
      actions: [{ title: 'Retire', operation: 'swarm retire', input: { agent: agent.id }, asks: ['by'] }],
    });
  });
}

function isAtWork({ status, assignedTasks }: SwarmAgent): boolean {
  return assignedTasks.length > 0 && status !== 'done' && status !== 'failed';
}

/** Returns locks that many requests wait for. */
function lockNeeds({ locks, waiting }: SwarmSituation, { file }: NeedsContext): Need[] {
  const waits = counts(waiting.flatMap(({ paths }) => [...new Set(paths)]));
  return locks
    .filter(({ path }) => (waits.get(path) ?? 0) >= MANY_WAIT)
    .map(({ path, agentId, acquiredAt }) =>
      createNeed({
        kind: 'lock',
        about: [file, path, agentId],
        rank: 'at-risk',
        title: path,
        since: acquiredAt,
        place: { file, line: null },
        why: `${waits.get(path) ?? 0} agents wait for ${agentId}, the holder`,
        actions: [{ title: 'Break Lock', operation: 'lock break', input: { path }, asks: ['by', 'reason'] }],
      }),
    );
}

/** Returns how often each name occurs. */
function counts(names: Iterable<string>): Map<string, number> {
  const found = new Map<string, number>();
  for (const name of names) found.set(name, (found.get(name) ?? 0) + 1);
  return found;
}
