import type { Runtime } from '../runtime.ts';
import type { CoreOperation } from './core-state.ts';
import { visitBases } from './history.ts';
import type { Log } from './log.ts';
import type { LogMachine } from './machine.ts';
import type { Projection } from './projection.ts';

export interface AdoptionOptions<Operation, State, Answer, Foreign> {
  readonly directory: string;
  readonly machine: LogMachine<Operation, State, Answer>;
  readonly projection: Projection<Operation, State, Foreign>;
}

/** Brings what somebody else wrote into the published file into the log. */
export class Adoption<Operation extends { readonly op: string }, State, Answer, Foreign> {
  constructor(
    private readonly runtime: Runtime,
    private readonly log: Log<Operation, State, Answer>,
    private readonly options: AdoptionOptions<Operation, State, Answer, Foreign>,
  ) {}

  /**
   * Returns when the content is in the log, by this process or another.
   * @param identity of the published file if the content stands there
   * @throws CortexError when the log cannot be written
   */
  adopt(foreign: Foreign, hash: string, identity: string | null): void {
    // Another adoption may come between: then ours did not count, and what is left to adopt is to be found out anew.
    while (!this.log.core.knows(hash)) {
      this.log.appendFrom(() => ({ ...this.#difference(foreign)(hash), after: this.log.core.adopted }));
    }
    if (identity !== null) this.log.appendFrom(() => this.#publication(foreign, hash, identity));
  }

  /** A file that shows just what the log says now (a clone, a pull that was ahead of us) need not be published anew. */
  #publication(foreign: Foreign, hash: string, identity: string): CoreOperation | null {
    const { projection } = this.options;
    const { core, state } = this.log;
    const view = projection.render(state, core.time);
    const same = view?.checksum === projection.checksum(foreign) && projection.difference(foreign, state).size === 0;
    return same ? { op: 'publish', hash, checksum: view.checksum, upTo: core.ordinal, identity } : null;
  }

  /** The smallest of the differences between the file and what it may have been made from. */
  #difference(foreign: Foreign): (hash: string) => Operation {
    const { projection } = this.options;
    const { core, state } = this.log;
    if (core.published === null && core.adopted === 0) return projection.difference(foreign, null).operation;
    let best = projection.difference(foreign, state);
    visitBases(this.runtime, this.options, core.publications(), projection.checksum(foreign), (base) => {
      const difference = projection.difference(foreign, base);
      if (difference.size <= best.size) best = difference;
      return difference.size;
    });
    return best.operation;
  }
}
