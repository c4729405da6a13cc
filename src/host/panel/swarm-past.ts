import type { BurnDownState } from '../../contract/swarm.ts';
import { HistoryReader } from '../../engine/crtx/index.ts';
import { type BurnDownOptions, SwarmBurnDown } from './swarm-burn-down.ts';

/** The past of the swarm of a project, as long as its dashboard is open: read by threads that begin when something is asked. */
export class SwarmPast {
  readonly root: string;
  readonly #reader: HistoryReader;
  readonly #burnDown: SwarmBurnDown;

  constructor(options: Omit<BurnDownOptions, 'reader'>) {
    this.root = options.root;
    this.#reader = new HistoryReader({ root: options.root });
    this.#burnDown = new SwarmBurnDown({ ...options, reader: this.#reader });
  }

  /** @param swarm the id of the swarm that is shown */
  burnDown(swarm: string): BurnDownState {
    return this.#burnDown.stateFor(swarm);
  }

  dispose(): void {
    this.#burnDown.dispose();
    void this.#reader.dispose();
  }
}
