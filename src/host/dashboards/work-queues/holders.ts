import { type AgentNote, livenessOf, STALE_MINUTES, teamNameKey } from '../../../engine/team/index.ts';
import type { BoardTask, TeamNotes } from './board.ts';
import type { QueueHolder } from './protocol.ts';

const MINUTE_MS = 60_000;

/** By what the liveness of an agent is told. */
export interface HolderRules {
  readonly timeZone: string;
  /** A heartbeat that is older says that the agent is gone. */
  readonly staleMinutes: number;
}

/** Who has the tasks of a team, and whether they go on with them. */
export class Holders {
  readonly #byName = new Map<string, AgentNote>();

  constructor(
    readonly agents: TeamNotes['agents'],
    private readonly rules: HolderRules,
  ) {
    for (const note of agents.values()) this.#byName.set(teamNameKey(note.slug), note);
  }

  /** Whether they are of these notes, by these rules. */
  isOf(agents: TeamNotes['agents'], { timeZone, staleMinutes }: HolderRules): boolean {
    return agents === this.agents && timeZone === this.rules.timeZone && staleMinutes === this.rules.staleMinutes;
  }

  /** Of whoever has a task in progress; `null` of any other task, of a person, and of an agent that has never said that it is there. */
  of({ list, agent }: Pick<BoardTask, 'list' | 'agent'>): QueueHolder | null {
    if (list !== 'working' || agent === null || agent.startsWith('person:')) return null;
    const note = this.#byName.get(teamNameKey(agent));
    if (note === undefined) return { kind: 'stranger' };
    const { timeZone, staleMinutes } = this.rules;
    // It has this task; the clock of whoever looks says how long ago that was.
    const { state, lastBeat, lastDay } = livenessOf(note, true, { timeZone, staleMinutes, layout: 'seed', now: 0 });
    if (state === 'inactive') return { kind: 'inactive' };
    if (lastBeat === null) return null;
    return { kind: 'seen', at: lastBeat, downFrom: lastBeat + staleMinutes * MINUTE_MS, ...(lastDay !== null && { day: lastDay }) };
  }
}

/** The rules where the team does not say otherwise. */
export const USUAL_RULES: HolderRules = { timeZone: '', staleMinutes: STALE_MINUTES };
