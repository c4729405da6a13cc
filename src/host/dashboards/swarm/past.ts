import { type Burnt, HistoryReader, type PastView, type SwarmActivity } from '../../../engine/swarm/index.ts';
import type { ProjectViewModel } from '../../model/swarm/view-model.ts';
import { type ShownActivity, showActivity } from './activity.ts';
import { toBurnDownState } from './burn-down.ts';
import { LogReading } from './log-reading.ts';
import { SwarmMoments } from './moments.ts';
import type { PastOptions } from './past-options.ts';
import type { BurnDownState, HistoryState } from './past-protocol.ts';
import type { View } from './protocol.ts';

const READ_ONLY = 'This is an earlier state. Go back to now to make changes.';

/** The past of a project's swarm, read in threads that start on the first request. Exists while the dashboard is open. */
export class SwarmPast {
  readonly root: string;
  readonly #reader: HistoryReader;
  readonly #burnDown: LogReading<Burnt>;
  readonly #activity: LogReading<SwarmActivity>;
  readonly #moments: SwarmMoments;

  constructor(options: PastOptions) {
    this.root = options.root;
    this.#reader = new HistoryReader({ root: options.root });
    this.#burnDown = new LogReading({ ...options, read: () => this.#reader.burnDown() });
    this.#activity = new LogReading({ ...options, read: () => this.#reader.activity() });
    this.#moments = new SwarmMoments({ ...options, reader: this.#reader });
  }

  /** @param swarm id of the swarm that is shown */
  burnDown(swarm: string): BurnDownState {
    return toBurnDownState(this.#burnDown.stateFor(swarm));
  }

  /** @param swarm id of the swarm that is shown @param now milliseconds since 1970 UTC */
  activity(swarm: string, shown: View['activity'], now: number): ShownActivity {
    return showActivity(this.#activity.stateFor(swarm), shown, now);
  }

  /** Returns what is known of the history, and the view model at the requested time. Until that is read, it is the present one. */
  look(at: number | null, now: ProjectViewModel): { readonly history: HistoryState; readonly viewModel: ProjectViewModel } {
    const { history, sight } = this.#moments.look(at);
    return { history, viewModel: sight === null ? now : viewModelAt(sight, now) };
  }

  dispose(): void {
    this.#burnDown.dispose();
    this.#activity.dispose();
    this.#moments.dispose();
    void this.#reader.dispose();
  }
}

/** Returns the view model with the past state of the swarm. */
function viewModelAt({ at, seen, ...view }: PastView, now: ProjectViewModel): ProjectViewModel {
  const last = new Map(seen.map(({ agent, at: time }) => [agent, time]));
  const lastActivity = (agent: string): number | null => last.get(agent) ?? null;
  return { ...now, view: { ...view, lastActivity }, now: at.time, readOnly: READ_ONLY, problems: [] };
}
