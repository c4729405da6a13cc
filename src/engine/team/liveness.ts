import { instantOf } from '../kernel/zoned-time.ts';
import { type AgentNote, INACTIVE } from './agent-note.ts';
import type { TeamLayout } from './team-store.ts';

/** `new`: it never beat (seed 5, "Monitor agents"; rulings, team 4). */
export type AgentState = 'active' | 'idle' | 'down' | 'inactive' | 'new';

export interface Liveness {
  readonly state: AgentState;
  /** Milliseconds since 1970 UTC; `null` when it never beat, or nobody can read when. */
  readonly lastBeat: number | null;
  /** What is odd about its heartbeat, in words. */
  readonly problem: string | null;
}

export interface LivenessRules {
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  readonly timeZone: string;
  /** A heartbeat that is older says that the agent is gone. Minutes. */
  readonly staleMinutes: number;
  readonly layout: TeamLayout;
}

/** A heartbeat that is older says that the agent is gone, where nobody says otherwise (seed 5, "Monitor agents"). Minutes. */
export const STALE_MINUTES = 30;

const MINUTE_MS = 60_000;
/** A heartbeat that is further in the future is of a clock that is wrong. */
const SLACK_MS = 2 * MINUTE_MS;

/** Whether an agent is at work. @param hasWork a task is ready for it or in progress */
export function livenessOf(agent: AgentNote, hasWork: boolean, { now, timeZone, staleMinutes, layout }: LivenessRules): Liveness {
  const read = agent.heartbeats.map(({ text }) => ({ text, at: instantOf(text, timeZone) }));
  const beats = read.flatMap(({ at }) => at ?? []);
  const lastBeat = beats.length === 0 ? null : Math.max(...beats);
  const unreadable = read.find(({ at }) => at === null)?.text;
  const ahead = lastBeat !== null && lastBeat > now + SLACK_MS;
  const odd = ahead ? 'its last heartbeat lies in the future: a clock is wrong' : null;
  const problem = unreadable === undefined ? odd : `its heartbeat ${JSON.stringify(unreadable)} is no time (such as 2026-03-28T14:30)`;
  if (agent.status === INACTIVE) return { state: 'inactive', lastBeat, problem };
  if (lastBeat === null) return { state: 'new', lastBeat, problem };
  if (now - lastBeat <= staleMinutes * MINUTE_MS) return { state: 'active', lastBeat, problem };
  return { state: layout === 'later' && !hasWork ? 'idle' : 'down', lastBeat, problem };
}
