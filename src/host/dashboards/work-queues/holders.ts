import { type AgentNote, determineLiveness, STALE_MINUTES, teamNameKey } from '../../../engine/team/index.ts';
import type { BoardTask, TeamNotes } from './board.ts';
import type { QueueHolder } from './protocol.ts';

const MINUTE_MS = 60_000;

/** Rules for the liveness of agents. */
export interface HolderRules {
  readonly timeZone: string;
  /** Age in minutes from which a heartbeat is stale and its agent counts as down. */
  readonly staleMinutes: number;
}

/** The agents that have tasks, and whether they are alive. */
export class Holders {
  readonly #byName = new Map<string, AgentNote>();

  constructor(
    readonly agents: TeamNotes['agents'],
    private readonly rules: HolderRules,
  ) {
    for (const note of agents.values()) this.#byName.set(teamNameKey(note.slug), note);
  }

  /** Reports whether it was built from these notes and rules. */
  isOf(agents: TeamNotes['agents'], { timeZone, staleMinutes }: HolderRules): boolean {
    return agents === this.agents && timeZone === this.rules.timeZone && staleMinutes === this.rules.staleMinutes;
  }

  /** Returns the holder of a task in progress. `null` for any other task, a person, or an agent that never sent a heartbeat. */
  of({ list, agent }: Pick<BoardTask, 'list' | 'agent'>): QueueHolder | null {
    if (list !== 'working' || agent === null || agent.startsWith('person:')) return null;
    const note = this.#byName.get(teamNameKey(agent));
    if (note === undefined) return { kind: 'stranger' };
    const { timeZone, staleMinutes } = this.rules;
    // The time 0 is irrelevant: the page computes the age of the heartbeat from its own clock.
    const { state, lastBeat, lastDay } = determineLiveness(note, true, { timeZone, staleMinutes, layout: 'seed', now: 0 });
    if (state === 'inactive') return { kind: 'inactive' };
    if (lastBeat === null) return null;
    return { kind: 'seen', at: lastBeat, downFrom: lastBeat + staleMinutes * MINUTE_MS, ...(lastDay !== null && { day: lastDay }) };
  }
}

/** Default rules. */
export const USUAL_RULES: HolderRules = { timeZone: '', staleMinutes: STALE_MINUTES };
