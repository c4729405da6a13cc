import { isDayAlone, parseInstant } from '../../platform/zoned-time.ts';
import { duration } from '../../text/amounts.ts';
import type { TeamLayout } from '../team-store.ts';
import { type AgentNote, type Heartbeat, INACTIVE } from './agent-note.ts';
import type { NoteProblem } from './note-text.ts';

/** State of an agent. `new`: it has never sent a heartbeat (seed 5, "Monitor agents"; rulings, team 4). */
export type AgentState = 'active' | 'idle' | 'down' | 'inactive' | 'new';

export interface Liveness {
  readonly state: AgentState;
  /** Milliseconds since 1970 UTC. The end of the day if only a day is written. `null` if there is no heartbeat, or none can be parsed. */
  readonly lastBeat: number | null;
  /** Day of the heartbeat, `YYYY-MM-DD`, if it contains no time. Then its age is unknown. */
  readonly lastDay: string | null;
  /** Problem with its heartbeat. */
  readonly problem: TeamPlaceProblem | null;
}

/** Problem with a position in a file. */
export interface TeamPlaceProblem extends NoteProblem {
  /** Relative to the team directory, `/`-separated. */
  readonly path: string;
}

export interface LivenessRules {
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  readonly timeZone: string;
  /** Age of the last heartbeat after which an agent counts as gone, in minutes. */
  readonly staleMinutes: number;
  readonly layout: TeamLayout;
}

/** Default age after which an agent counts as gone, in minutes (seed 5, "Monitor agents"). */
export const STALE_MINUTES = 30;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** A heartbeat further in the future than this, in milliseconds, comes from a wrong clock. */
const SLACK_MS = 2 * MINUTE_MS;

interface Beat extends Heartbeat {
  readonly at: number;
}

/** Returns the problem of the first unreadable heartbeat, or of one in the future. */
function problemIn(heartbeats: readonly Heartbeat[], last: Beat | undefined, { now, timeZone }: LivenessRules): TeamPlaceProblem | null {
  const unreadable = heartbeats.find(({ text }) => parseInstant(text, timeZone) === null);
  if (unreadable !== undefined) {
    const { text, path, line } = unreadable;
    return { path, line, message: `its heartbeat ${JSON.stringify(text)} is not a valid time (such as 2026-03-28T14:30)` };
  }
  const isAhead = last !== undefined && last.at > now + SLACK_MS && !(isDayAlone(last.text) && last.at - DAY_MS <= now);
  return isAhead ? { path: last.path, line: last.line, message: 'its last heartbeat is in the future: a clock is wrong' } : null;
}

/** Returns the latest possible times of heartbeats: a day without a time counts until its end. */
function beatsOf({ heartbeats }: AgentNote, timeZone: string): Beat[] {
  return heartbeats.flatMap((heartbeat) => {
    const at = parseInstant(heartbeat.text, timeZone);
    return at === null ? [] : [{ ...heartbeat, at: isDayAlone(heartbeat.text) ? at + DAY_MS : at }];
  });
}

/** Determines the state of an agent. @param hasWork whether a task is ready for it or in progress */
export function determineLiveness(agent: AgentNote, hasWork: boolean, rules: LivenessRules): Liveness {
  const { now, timeZone, staleMinutes, layout } = rules;
  const last = beatsOf(agent, timeZone).reduce<Beat | undefined>(
    (best, each) => (best !== undefined && best.at >= each.at ? best : each),
    undefined,
  );
  const lastBeat = last?.at ?? null;
  const lastDay = last !== undefined && isDayAlone(last.text) ? last.text.trim() : null;
  const known = { lastBeat, lastDay, problem: problemIn(agent.heartbeats, last, rules) };
  if (agent.status === INACTIVE) return { state: 'inactive', ...known };
  if (lastBeat === null) return { state: 'new', ...known };
  if (now - lastBeat <= staleMinutes * MINUTE_MS) return { state: 'active', ...known };
  return { state: layout === 'later' && !hasWork ? 'idle' : 'down', ...known };
}

/**
 * Formats the age of a heartbeat. Heartbeats are stored in whole minutes, so the result contains no seconds.
 * @param words formats ages of a minute or more
 */
export function formatHeartbeatAge(lastBeat: number, now: number, words: (ms: number) => string = duration): string {
  const age = now - lastBeat;
  return age < MINUTE_MS ? 'less than a minute ago' : `${words(age)} ago`;
}
