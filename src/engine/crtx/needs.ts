import { counted, dollars, duration, grouped } from '../kernel/amounts.ts';
import { type Need, type NeedAction, needOf } from '../kernel/need.ts';
import { isPerson } from './people.ts';
import type { SwarmAgent, SwarmLock, SwarmManifest } from './schema.ts';
import { readOutput } from './swarm/deliberation.ts';
import { type OpenSubject, openSubjects } from './swarm/open-subjects.ts';
import { outline } from './swarm/outline.ts';
import { isEnded } from './swarm/task.ts';
import type { Pause } from './swarm/unpublished.ts';

/** A swarm as it stands. */
export interface SwarmSituation {
  readonly manifest: SwarmManifest | null;
  readonly locks: readonly SwarmLock[];
  readonly waiting: readonly { readonly agentId: string; readonly paths: readonly string[] }[];
  lastActivity(agent: string): number | null;
  readonly vanishAfterMs: number | null;
  readonly pause: Pause | null;
  /** How long its clock stood still in earlier pauses, milliseconds. */
  readonly stoppedMs: number;
}

/** Where and when one looks. */
export interface SwarmLook {
  /** Of `swarm.crtx`, absolute. */
  readonly file: string;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
}

/** A lock for which so many wait keeps work from going on. */
const MANY_WAIT = 3;

/** What of a swarm waits for a person (docs/decisions/0018-needs-you.md). */
export function swarmNeeds(situation: SwarmSituation, look: SwarmLook): Need[] {
  const { manifest } = situation;
  if (manifest === null) return lockNeeds(situation, look);
  const goesOn = !isEnded(manifest.decomposition.status);
  if (!goesOn) return [...(wasRefused(manifest) ? [] : decisions(manifest, look)), ...lockNeeds(situation, look)];
  return [
    ...decisions(manifest, look),
    ...budgets(manifest, situation, look),
    ...failures(manifest, look),
    ...stuckAgents(manifest, situation, look),
    ...lockNeeds(situation, look),
  ];
}

/** The whole may be approved after all, but nobody waits for that. */
function wasRefused({ decomposition }: SwarmManifest): boolean {
  return readOutput(decomposition.output).deliberation?.merge?.state === 'refused';
}

/** Also what waits for the coordinator, where that is a person. */
function waitsForPerson({ waitsFor }: OpenSubject, { coordinator }: SwarmManifest): boolean {
  return waitsFor === 'person' || (waitsFor === 'coordinator' && isPerson(coordinator));
}

function decisions(manifest: SwarmManifest, { file }: SwarmLook): Need[] {
  const root = manifest.decomposition.id;
  const subjects = openSubjects(manifest).filter((subject) => waitsForPerson(subject, manifest));
  const questions = counts(subjects.filter(({ kind }) => kind === 'question').map(({ task }) => task));
  return subjects.map((subject) => {
    const task = subject.task === root ? {} : { task: subject.task };
    const isQuestion = subject.kind === 'question';
    // Several questions about one task are told apart by their files.
    const asked = (questions.get(subject.task) ?? 0) > 1 ? { ...task, file: subject.about } : task;
    return needOf({
      ...{ kind: isQuestion ? 'conflict' : 'approval', about: [file, manifest.id, subject.kind, subject.id] },
      ...{ rank: 'stands still', title: subject.about, since: null, place: { file, line: 1 } },
      why: isQuestion
        ? `several results: say which counts, ${listed(subject.options)}`
        : 'what was put together waits for approval by a person',
      actions: isQuestion ? [decide(asked)] : [approve(task), refuse(task)],
    });
  });
}

/** How many are named: nobody chooses between more by their ids alone. */
const NAMED = 5;

function listed(options: readonly string[]): string {
  const more = options.length - NAMED;
  return more > 1 ? `${options.slice(0, NAMED).join(', ')} or one of ${more} more` : options.join(' or ');
}

const decide = (input: NeedAction['input']): NeedAction => ({
  title: 'Decide',
  operation: 'swarm merge',
  input,
  asks: ['by', 'pick'],
});

const approve = (task: NeedAction['input']): NeedAction => ({
  title: 'Approve',
  operation: 'swarm approve',
  input: task,
  asks: ['by'],
});

const refuse = (task: NeedAction['input']): NeedAction => ({
  title: 'Refuse',
  operation: 'swarm approve',
  input: { ...task, refuse: true },
  asks: ['by', 'reason'],
});

const WARNED_SHARE = 0.8;

/**
 * What is spent of each limit; the clock of a swarm that is paused stands still. That all agents have joined who may is how it was meant,
 * and stops none of them.
 */
function budgets({ id, created, budget }: SwarmManifest, { pause, stoppedMs }: SwarmSituation, { file, now }: SwarmLook): Need[] {
  const { spent, maxTokens, maxCostUsd, maxDurationMs } = budget;
  const age = pause === null ? Math.max(0, now - created - stoppedMs) : spent.durationMs;
  const limits = [
    { key: 'tokens', used: spent.tokens, most: maxTokens, shown: grouped },
    { key: 'cost', used: spent.costUsd, most: maxCostUsd, shown: dollars },
    { key: 'duration', used: age, most: maxDurationMs, shown: duration },
  ];
  return limits
    .filter(({ used, most }) => used >= WARNED_SHARE * most)
    .map(({ key, used, most, shown }) =>
      needOf({
        ...{ kind: 'budget', about: [file, id, key, used >= most ? 'used up' : 'warned'], since: null, place: { file, line: 1 } },
        ...{ rank: used >= most ? 'stands still' : 'soon', title: `Budget: ${key}` },
        why: `${shown(used)} of ${shown(most)} used${used >= most ? ' up: no more tasks are given out' : ''}`,
        actions: [{ title: 'Raise', operation: 'swarm budget', input: {}, asks: ['by', key] }],
      }),
    );
}

/** Tasks that failed for good, and for which others were skipped or are waiting. */
function failures({ id, decomposition }: SwarmManifest, { file }: SwarmLook): Need[] {
  const { nodes } = outline(decomposition);
  const leaves = nodes.filter(({ status, children }) => status === 'failed' && children.length === 0);
  const dependents = counts(nodes.flatMap(({ dependencies }) => dependencies));
  return leaves.map((task) => {
    const held = dependents.get(task.id) ?? 0;
    return needOf({
      ...{ kind: 'failed', about: [file, id, task.id], rank: 'in danger', title: task.description, since: null, place: { file, line: 1 } },
      why: held === 0 ? 'the task has failed' : `the task has failed, and ${held === 1 ? 'another one needs' : `${held} others need`} it`,
      actions: [{ title: 'Retry', operation: 'swarm retry', input: { task: task.id }, asks: ['by'] }],
    });
  });
}

/** How often each is there. */
function counts(names: Iterable<string>): Map<string, number> {
  const found = new Map<string, number>();
  for (const name of names) found.set(name, (found.get(name) ?? 0) + 1);
  return found;
}

/** Agents that say that they cannot go on, or have said nothing for too long, and have something in hand. */
function stuckAgents(
  { id, agents }: SwarmManifest,
  { lastActivity, vanishAfterMs, pause }: SwarmSituation,
  { file, now }: SwarmLook,
): Need[] {
  return agents.flatMap((agent) => {
    const seen = lastActivity(agent.id);
    const isSilent = pause === null && vanishAfterMs !== null && seen !== null && now - seen > vanishAfterMs;
    const why = agent.status === 'blocked' ? 'says that it cannot go on' : isSilent ? 'has shown no sign of life for too long' : null;
    if (why === null || !isAtWork(agent)) return [];
    const tasks = counted(agent.assignedTasks.length, 'task');
    return needOf({
      ...{ kind: 'agent', about: [file, id, agent.id], rank: 'in danger', title: agent.id, since: isSilent ? seen : null },
      ...{ why: `${why}, with ${tasks} in hand`, place: { file, line: 1 } },
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
        ...{ kind: 'lock', about: [file, path, agentId], rank: 'in danger', title: path, since: acquiredAt, place: { file, line: 1 } },
        why: `${waits.get(path) ?? 0} agents wait for ${agentId}, who has it`,
        actions: [{ title: 'Break Lock', operation: 'lock break', input: { path }, asks: ['by', 'reason'] }],
      }),
    );
}
