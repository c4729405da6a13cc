import { HistoryReader, type PastView } from '../../../engine/swarm/index.ts';
import type { ProjectViewModel } from '../../model/swarm/view-model.ts';
import { SwarmBurnDown } from './burn-down.ts';
import { SwarmMoments } from './moments.ts';
import type { PastOptions } from './past-options.ts';
import type { BurnDownState, HistoryState } from './past-protocol.ts';

const READ_ONLY = 'This is an earlier state. Go back to now to make changes.';

/** The past of a project's swarm, read in threads that start on the first request. Exists while the dashboard is open. */
export class SwarmPast {
  readonly root: string;
  readonly #reader: HistoryReader;
  readonly #burnDown: SwarmBurnDown;
  readonly #moments: SwarmMoments;

  constructor(options: PastOptions) {
    this.root = options.root;
    this.#reader = new HistoryReader({ root: options.root });
    this.#burnDown = new SwarmBurnDown({ ...options, reader: this.#reader });
    this.#moments = new SwarmMoments({ ...options, reader: this.#reader });
  }

  /** @param swarm id of the swarm that is shown */
  burnDown(swarm: string): BurnDownState {
    return this.#burnDown.stateFor(swarm);
  }

  /** Returns what is known of the history, and the view model at the requested time. Until that is read, it is the present one. */
  look(at: number | null, now: ProjectViewModel): { readonly history: HistoryState; readonly viewModel: ProjectViewModel } {
    const { history, sight } = this.#moments.look(at);
    return { history, viewModel: sight === null ? now : viewModelAt(sight, now) };
  }

  dispose(): void {
    this.#burnDown.dispose();
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
