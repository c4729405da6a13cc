import type { ReplayStart } from '../../log/history.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AgentActivity } from '../schemas/activity.ts';
import type { SwarmState } from '../state/state.ts';
import { ActivityLanes } from './activity-lanes.ts';
import { findCompleteHistory } from './complete-history.ts';
import { replayEffects } from './effects.ts';
import { missingAtEnd, missingBefore } from './gaps.ts';
import { beginningOf, currentLifetime } from './lifetime.ts';

/** What the agents of a swarm have done. */
export interface SwarmActivity {
  /** Id of the swarm. */
  readonly id: string;
  /** When it was created, or the earliest moment that is left of its history; milliseconds since 1970 UTC. */
  readonly from: number;
  /** When it ended; `null` if it goes on. */
  readonly to: number | null;
  readonly agents: readonly AgentActivity[];
  /** Records that were skipped, and gaps in the history. */
  readonly problems: readonly string[];
}

/** The swarm whose records were read, and the last of them. */
interface Reached {
  readonly lanes: ActivityLanes;
  readonly swarm: string | null;
  readonly from: number;
  ordinal: number;
  time: number;
}

/** Reads what the agents of a swarm have done, from its log (docs/decisions/0057-agent-activity.md). Later readings continue the first. */
export class ActivityReader {
  #reached: Reached | null = null;
  #problems: readonly string[] = [];

  /** @param directory the swarm's log */
  constructor(
    private readonly runtime: Runtime,
    private readonly directory: string,
  ) {}

  /** @returns `null` if the log has no swarm @throws CortexError when the log cannot be read */
  read(): SwarmActivity | null {
    return this.#continue() ?? this.#readAll();
  }

  /** Reads what is new. @returns `null` if the log does not continue what was read */
  #continue(): SwarmActivity | null {
    const { ordinal: upTo } = this.#reached ?? {};
    if (upTo === undefined) return null;
    const { state } = this.#replay(({ ordinal }) => ordinal <= upTo);
    return state === null || this.#reached === null || state.swarm.id !== this.#reached.swarm ? null : this.#result(state);
  }

  #readAll(): SwarmActivity | null {
    this.#reached = null;
    const life = currentLifetime(this.runtime, this.directory);
    if (life === null) return null;
    const history = findCompleteHistory(this.runtime, this.directory);
    const early = this.#replay(beginningOf(life, history));
    const { state, problems } = early.state === null ? this.#replay(history.beginning) : early;
    this.#problems = [...problems, ...missingBefore(history), ...missingAtEnd(history)];
    return state === null ? null : this.#result(state);
  }

  /** Replays the records from a place, and takes those that are new. */
  #replay(from: ReplayStart): { readonly state: SwarmState | null; readonly problems: readonly string[] } {
    let last: SwarmState | null = null;
    const problems = replayEffects(this.runtime, this.directory, from, {
      begin: () => undefined,
      wants: () => true,
      visit: (state, { ordinal, time }, applied) => {
        last = state;
        const place = { ordinal, time };
        const reached = this.#reached;
        if (reached !== null && ordinal <= reached.ordinal) return;
        if (reached === null || reached.swarm !== state.swarm.id) {
          const lanes = new ActivityLanes();
          lanes.begin(state, place);
          this.#reached = { lanes, swarm: state.swarm.id, from: time, ordinal, time };
          return;
        }
        if (applied === null) reached.lanes.pass(state, place);
        else reached.lanes.take(state, applied);
        reached.ordinal = ordinal;
        reached.time = time;
      },
    });
    return { state: last, problems: problems ?? [] };
  }

  #result(state: SwarmState): SwarmActivity | null {
    const reached = this.#reached;
    if (reached === null || reached.swarm === null) return null;
    const agents = reached.lanes.at(state, Math.max(this.runtime.clock.now(), reached.time));
    const to = state.swarm.isFinished ? reached.time : null;
    return { id: reached.swarm, from: reached.from, to, agents, problems: this.#problems };
  }
}
