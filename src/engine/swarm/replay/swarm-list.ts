import type { Runtime } from '../../platform/runtime.ts';
import { toManifest } from '../projection.ts';
import type { PastSwarm } from '../schemas/history.ts';
import type { Change, TaskSummary } from './change.ts';
import { changesSince } from './changes-since.ts';
import { earliestMoment, type PastState, stateAt } from './past.ts';

/** When the last work on a task began: by its current agents, since it was last pending. And when it ended. Milliseconds since 1970 UTC. */
export interface TaskTimes {
  startedAt: number | null;
  endedAt: number | null;
}

/** A swarm in the log, from its creation to that of the next one. */
export interface LoggedSwarm {
  readonly id: string;
  readonly createdAt: number;
  /** The last record before the next swarm; `null` for the current one. */
  until: number | null;
  /** Time of the last change that may have ended it. */
  lastAt: number;
  readonly tasks: Map<string, TaskTimes>;
}

const ENDING: ReadonlySet<Change['kind']> = new Set(['task', 'failed', 'submitted', 'aborted', 'merged', 'approved', 'merge-refused']);

/** Whether work on a task begins with a change: it was not in progress, or by other agents only. */
function isBeginning(from: TaskSummary, to: TaskSummary): boolean {
  return to.status === 'active' && (from.status !== 'active' || !to.agents.some((agent) => from.agents.includes(agent)));
}

function noteTask({ subject, time, from, to }: Change, tasks: LoggedSwarm['tasks']): void {
  if (from === undefined || to === undefined) return;
  const times = tasks.get(subject) ?? { startedAt: null, endedAt: null };
  if (to.status === 'pending') times.startedAt = null;
  else if (isBeginning(from, to)) times.startedAt = time;
  times.endedAt = to.status === 'pending' || to.status === 'active' ? null : time;
  tasks.set(subject, times);
}

/**
 * Lists the swarms of a log, the newest last. The first one may have begun before the log does.
 * @param directory the swarm's log
 * @param warn receives what is missing
 * @throws CortexError when the log cannot be read
 */
export function listSwarms(runtime: Runtime, directory: string, warn: (warning: string) => void): LoggedSwarm[] {
  const swarms: LoggedSwarm[] = [];
  const begin = (id: string, createdAt: number) => swarms.push({ id, createdAt, until: null, lastAt: createdAt, tasks: new Map() });
  const earliest = earliestMoment(runtime, directory);
  if (earliest === null) return [];
  const { swarm } = stateAt(runtime, directory, { ordinal: earliest.ordinal }).state;
  if (swarm.id !== null) begin(swarm.id, earliest.time);
  for (const change of changesSince(runtime, directory, { after: null, time: 0 }, warn)) {
    const current = swarms.at(-1);
    if (change.kind === 'created' && change.subject !== current?.id) {
      if (current !== undefined) current.until = change.ordinal - 1;
      begin(change.subject, change.time);
    } else if (current !== undefined && ENDING.has(change.kind)) {
      current.lastAt = change.time;
      if (change.kind === 'task') noteTask(change, current.tasks);
    }
  }
  return swarms;
}

/** Returns the last state of a swarm. */
export function lastStateOf(runtime: Runtime, directory: string, { until }: LoggedSwarm): PastState {
  return stateAt(runtime, directory, until === null ? { time: runtime.clock.now() } : { ordinal: until });
}

const NO_TASKS: PastSwarm['progress'] = { pending: 0, active: 0, done: 0, failed: 0, skipped: 0, total: 0, percent: 0 };

/** Summarizes a swarm in its last state. */
export function summarizeSwarm({ createdAt, lastAt }: LoggedSwarm, { state: whole, at }: PastState): PastSwarm {
  const { id, task, coordinator, agents, budget } = toManifest(whole, at.time);
  const { swarm } = whole;
  const state = swarm.end?.how ?? (swarm.paused === null ? 'running' : 'paused');
  const endedAt = swarm.end === null ? null : lastAt;
  const { tokens, costUsd } = budget.spent;
  const progress = swarm.progress() ?? NO_TASKS;
  return { id, task, coordinator, createdAt, endedAt, state, progress, agents: agents.length, tokens, costUsd };
}
