import { instantOf, isDayAlone } from '../../platform/zoned-time.ts';
import { duration } from '../../text/amounts.ts';
import type { TeamLayout } from '../team-store.ts';
import { type AgentNote, type Heartbeat, INACTIVE } from './agent-note.ts';
import type { NoteProblem } from './note-text.ts';

/** `new`: it never beat (seed 5, "Monitor agents"; rulings, team 4). */
export type AgentState = 'active' | 'idle' | 'down' | 'inactive' | 'new';

export interface Liveness {
  readonly state: AgentState;
  /** Milliseconds since 1970 UTC, of a day alone its end; `null` when it never beat, or nobody can read when. */
  readonly lastBeat: number | null;
  /** The day, `YYYY-MM-DD`, where that is all that the heartbeat says: how long ago it was is not known then. */
  readonly lastDay: string | null;
  /** What is odd about its heartbeat. */
  readonly problem: TeamPlaceProblem | null;
}

/** Something odd at a place of a file. */
export interface TeamPlaceProblem extends NoteProblem {
  /** Below the team directory, `/`-separated. */
  readonly path: string;
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
const DAY_MS = 86_400_000;
/** A heartbeat that is further in the future is of a clock that is wrong. */
const SLACK_MS = 2 * MINUTE_MS;

interface Beat extends Heartbeat {
  readonly at: number;
}

/** What is odd about heartbeats, at the place of the first of them. */
function problemIn(heartbeats: readonly Heartbeat[], last: Beat | undefined, { now, timeZone }: LivenessRules): TeamPlaceProblem | null {
  const unreadable = heartbeats.find(({ text }) => instantOf(text, timeZone) === null);
  if (unreadable !== undefined) {
    const { text, path, line } = unreadable;
    return { path, line, message: `its heartbeat ${JSON.stringify(text)} is no time (such as 2026-03-28T14:30)` };
  }
  const isAhead = last !== undefined && last.at > now + SLACK_MS && !(isDayAlone(last.text) && last.at - DAY_MS <= now);
  return isAhead ? { path: last.path, line: last.line, message: 'its last heartbeat lies in the future: a clock is wrong' } : null;
}

/** When an agent beat at the latest: of a day alone nobody knows when. */
function beatsOf({ heartbeats }: AgentNote, timeZone: string): Beat[] {
  return heartbeats.flatMap((heartbeat) => {
    const at = instantOf(heartbeat.text, timeZone);
    return at === null ? [] : [{ ...heartbeat, at: isDayAlone(heartbeat.text) ? at + DAY_MS : at }];
  });
}

/** Whether an agent is at work. @param hasWork a task is ready for it or in progress */
export function livenessOf(agent: AgentNote, hasWork: boolean, rules: LivenessRules): Liveness {
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

/** How long ago a heartbeat was. It is stored in whole minutes, so no seconds are named. @param words for a time that is longer */
export function beatAge(lastBeat: number, now: number, words: (ms: number) => string = duration): string {
  const age = now - lastBeat;
  return age < MINUTE_MS ? 'less than a minute ago' : `${words(age)} ago`;
}
