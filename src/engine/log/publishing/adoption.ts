import { join } from 'node:path';
import type { Content } from '../../files/file-content.ts';
import { Mutex } from '../../files/mutex.ts';
import { CortexError, describeError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { CoreOperation } from '../core-state.ts';
import { visitBases } from '../history.ts';
import type { Log } from '../log.ts';
import type { Loggable, LogMachine } from '../machine.ts';
import type { Projection } from './projection.ts';
import { SetAside } from './set-aside.ts';

export interface AdoptionOptions<Operation, State, Answer, Foreign> {
  readonly directory: string;
  readonly machine: LogMachine<Operation, State, Answer>;
  readonly projection: Projection<Operation, State, Foreign>;
}

/** Brings what somebody else wrote into the published file into the log. */
export class Adoption<Operation extends Loggable, State, Answer, Foreign> {
  readonly #mutex: Mutex;
  readonly #aside: SetAside;
  #invalid: readonly string[] = [];

  constructor(
    private readonly runtime: Runtime,
    private readonly log: Log<Operation, State, Answer>,
    private readonly options: AdoptionOptions<Operation, State, Answer, Foreign>,
  ) {
    this.#mutex = new Mutex(runtime, join(options.directory, 'adopt'));
    this.#aside = new SetAside(runtime, options.projection.file);
  }

  /** What is wrong with the entries that were left out and are kept beside the file, as of the last look. */
  get invalid(): readonly string[] {
    return this.#invalid;
  }

  /** Makes what was left out survive power loss. */
  syncAside(): Promise<void> {
    return this.#aside.sync();
  }

  /** Takes over what somebody has corrected in the files that were set aside, and finds out what is still wrong. */
  lookAside(): void {
    const { projection } = this.options;
    this.#invalid = this.#aside.list().flatMap((path) => {
      const content = this.#aside.read(path);
      const foreign = content && this.#parse(content.bytes, path);
      if (foreign === null || foreign instanceof CortexError) return foreign === null ? [] : describeError(foreign);
      const problems = projection.problems(foreign);
      if (problems.length > 0 || !projection.belongs(foreign, this.log.state)) return problems;
      if (content !== null && this.take(content, null) === null) this.#aside.remove(path);
      return [];
    });
  }

  /**
   * Sees to it that a content is in the log. Gives the error when it cannot be read, and `busy` when another process is adopting:
   * of many that find out at once what changed only one would be right, and all the others would have to do it anew.
   * @param identity of the published file if the content stands there
   * @throws CortexError when the log cannot be written
   */
  take(content: Content, identity: string | null): CortexError | 'busy' | null {
    // Every publication is logged before its file appears: a log that was read after the file knows it.
    this.log.refresh();
    if (this.log.core.knows(content.hash)) return null;
    const turn = this.#mutex.tryAcquire(this.log.fileTime);
    if (turn === null) return 'busy';
    try {
      // The process that had the turn before may have taken just this.
      this.log.refresh();
      if (this.log.core.knows(content.hash)) return null;
      const foreign = this.#parse(content.bytes);
      if (foreign instanceof CortexError) return foreign;
      const isWhole = this.options.projection.problems(foreign).length === 0;
      if (!isWhole) this.#aside.write(content);
      if (!this.#adopt(foreign, content, identity, () => turn.isCurrent)) return 'busy';
      if (!isWhole) this.lookAside();
      return null;
    } catch (error) {
      if (error instanceof CortexError && error.code === 'invalid-input') return this.#tooMuch(error);
      throw error;
    } finally {
      turn.release();
    }
  }

  /** The format allows it, but no record could say it. */
  #tooMuch(cause: CortexError): CortexError {
    const { file } = this.options.projection;
    const next = 'Correct it there; it was not changed.';
    return new CortexError(
      'broken-file',
      'a value in the file is out of range, too deep or too long to be taken over',
      { file, next },
      { cause },
    );
  }

  #parse(bytes: Buffer, file?: string): Foreign | CortexError {
    try {
      return this.options.projection.parse(bytes, file);
    } catch (error) {
      if (error instanceof CortexError && error.code === 'broken-file') return error;
      throw error;
    }
  }

  /** @param mayGoOn asked before each further attempt */
  #adopt(foreign: Foreign, { hash, written }: Content, identity: string | null, mayGoOn: () => boolean): boolean {
    // Another adoption may come between: then ours did not count, and what is left to adopt is to be found out anew.
    for (let attempt = 0; !this.log.core.knows(hash); attempt++) {
      if (attempt > 0 && !mayGoOn()) return false;
      this.log.appendFrom(() => {
        const operation = this.#difference(foreign, written)(hash);
        const { adopted: after } = this.log.core;
        const shows = this.options.projection.time(foreign);
        const checksum = this.#origin(foreign);
        const place = { ...(identity !== null && { identity }), ...(checksum !== null && { checksum }) };
        return { ...operation, after, written, ...place, ...(after === 0 && { shows }) };
      });
    }
    if (identity !== null) this.log.appendFrom(() => this.#publication(foreign, hash, identity));
    return true;
  }

  /** The checksum that a content carries, if it is one of a publication: another one says nothing, and may be of any length. */
  #origin(foreign: Foreign): string | null {
    const checksum = this.options.projection.checksum(foreign);
    return this.log.core.publications().some((publication) => publication.checksum === checksum) ? checksum : null;
  }

  /** A file that shows just what the log says now (a clone, a pull that was ahead of us) need not be published anew. */
  #publication(foreign: Foreign, hash: string, identity: string): CoreOperation | null {
    const { projection } = this.options;
    const { core, state } = this.log;
    const view = projection.render(state, core.time);
    const same = view?.checksum === projection.checksum(foreign) && projection.difference(foreign, state).size === 0;
    return same ? { op: 'publish', hash, checksum: view.checksum, upTo: core.ordinal, identity } : null;
  }

  /** The smallest of the differences between the file and what it may have been made from. @param written when it was, in milliseconds */
  #difference(foreign: Foreign, written: number): (hash: string) => Operation {
    const { projection } = this.options;
    const { core, state } = this.log;
    const from = this.#origin(foreign) === null ? 'elsewhere' : 'here';
    if (core.published === null && core.adopted === 0) return projection.difference(foreign, null).operation;
    const present = projection.difference(foreign, state, from);
    if (present.size === 0) return present.operation;
    let best: typeof present | null = null;
    visitBases(this.runtime, this.options, core, { checksum: projection.checksum(foreign), written }, (base) => {
      const difference = projection.difference(foreign, base, from);
      if (difference.size <= (best?.size ?? Number.POSITIVE_INFINITY)) best = difference;
      return difference.size;
    });
    // Of what was there then nothing may be left.
    return (best ?? present).operation;
  }
}
