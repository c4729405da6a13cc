import type { Runtime } from '../../platform/runtime.ts';
import { toManifest } from '../projection.ts';
import type { PastSwarm } from '../schemas/history.ts';
import type { SwarmState } from '../state/state.ts';
import type { Change } from './change.ts';
import { changesSince } from './changes-since.ts';
import { earliestMoment, type PastState, stateAt } from './past.ts';

/** When a task was first started, and when it ended last. Milliseconds since 1970 UTC. */
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

function noteTask({ subject, time, from, to }: Change, tasks: LoggedSwarm['tasks']): void {
  if (from === undefined || to === undefined) return;
  const times = tasks.get(subject) ?? { startedAt: null, endedAt: null };
  if (to.status === 'active') times.startedAt ??= time;
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

/** Returns how a swarm ended, or that it runs. */
function stateOf({ swarm }: SwarmState, isReplaced: boolean): PastSwarm['state'] {
  if (swarm.end !== null) return swarm.end.how;
  if (isReplaced) return 'replaced';
  return swarm.paused === null ? 'running' : 'paused';
}

const NO_TASKS: PastSwarm['progress'] = { pending: 0, active: 0, done: 0, failed: 0, skipped: 0, total: 0, percent: 0 };

/** Summarizes a swarm. @param next when the next one was created; `null` if there is none */
export function summarizeSwarm({ createdAt, lastAt, until }: LoggedSwarm, { state, at }: PastState, next: number | null): PastSwarm {
  const manifest = toManifest(state, at.time);
  const progress = state.swarm.progress() ?? NO_TASKS;
  const how = stateOf(state, until !== null);
  const { id, task, coordinator, agents, budget } = manifest;
  const endedAt = how === 'running' || how === 'paused' ? null : how === 'replaced' ? next : lastAt;
  const { tokens, costUsd } = budget.spent;
  return { id, task, coordinator, createdAt, endedAt, state: how, progress, agents: agents.length, tokens, costUsd };
}
