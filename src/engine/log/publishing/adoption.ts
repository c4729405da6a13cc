import { join } from 'node:path';
import type { Content } from '../../files/file-content.ts';
import { Mutex } from '../../files/mutex.ts';
import { CortexError, describeError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { CoreOperation } from '../core-operations.ts';
import type { Log } from '../log.ts';
import type { Loggable } from '../machine.ts';
import { type DifferenceOptions, findOrigin, foreignDifference } from './foreign-difference.ts';
import { LeftOutNotes, type LeftOutParts, leftOutErrors } from './left-out.ts';
import { mendingOperation } from './mending.ts';
import { CORRECT_COPY, SetAside } from './set-aside.ts';

export interface AdoptionOptions<Operation, State, Answer, Foreign> extends DifferenceOptions<Operation, State, Answer, Foreign> {
  /** Returns the parts of a foreign content that were not adopted, from the answer to its adoption; default: none. */
  readonly leftOut?: (answer: Answer, content: Content) => LeftOutParts | null;
}

/** Adopts foreign changes of the published file into the log. */
export class Adoption<Operation extends Loggable, State, Answer, Foreign> {
  readonly #mutex: Mutex;
  readonly #aside: SetAside;
  readonly #notes: LeftOutNotes;
  #invalid: readonly string[] = [];

  constructor(
    private readonly runtime: Runtime,
    private readonly log: Log<Operation, State, Answer>,
    private readonly options: AdoptionOptions<Operation, State, Answer, Foreign>,
  ) {
    this.#mutex = new Mutex(runtime, join(options.directory, 'adopt'));
    this.#aside = new SetAside(runtime, options.projection.file);
    this.#notes = new LeftOutNotes(runtime, options.directory);
  }

  /** Problems in copies that are kept beside the file, as of the last look. */
  get invalid(): readonly string[] {
    return this.#invalid;
  }

  /** Makes the copies of what was left out durable. */
  async syncAside(): Promise<void> {
    await this.#aside.sync();
    await this.#notes.sync();
  }

  /** Adopts what a person has corrected in copies, and updates the problems that remain. */
  lookAside(): void {
    this.#invalid = this.#aside.list().flatMap((path) => this.#lookAt(path));
    const orphans = () => this.#notes.others(this.#keptContents());
    if (orphans().length === 0) return;
    this.#inTurn(() => {
      for (const content of orphans()) this.#notes.remove(content);
    });
  }

  #lookAt(path: string): readonly string[] {
    const { projection } = this.options;
    const content = this.#aside.read(path);
    if (content === null) return [];
    const foreign = this.#parse(content.bytes, path);
    if (foreign instanceof CortexError) return [describeError(foreign)];
    const problems = () => [...projection.problems(foreign), ...this.#leftOutOf(content, path)];
    const before = problems();
    if (!projection.belongs(foreign, this.log.state)) return before;
    // Also if something else in the copy is still wrong: its corrected entries are adopted one by one.
    if (this.#takeCopy(content, before.length > 0) !== null) return before;
    // A process that adopts the file records the refused entries before it gives the lock back.
    this.#inTurn(() => {
      if (problems().length === 0) this.#aside.remove(path);
    });
    return problems();
  }

  /** As `take`. @param isWrong whether the copy has problems, which may be the reason that nothing of it can be adopted */
  #takeCopy(content: Content, isWrong: boolean): ReturnType<typeof this.take> {
    try {
      return this.take(content, null);
    } catch (error) {
      if (isWrong && error instanceof CortexError && error.code === 'broken-file') return error;
      throw error;
    }
  }

  #leftOutOf({ hash }: Content, path: string): string[] {
    const note = this.#notes.read(hash);
    return note === null ? [] : leftOutErrors(note, path, CORRECT_COPY).map((error) => describeError(error));
  }

  #keptContents(): Set<string> {
    return new Set(this.#aside.list().flatMap((path) => this.#aside.read(path)?.hash ?? []));
  }

  /** Runs `act` with the lock for adopting; does nothing if another process has that lock. */
  #inTurn(act: () => void): void {
    const turn = this.#mutex.tryAcquire(this.log.fileTime);
    if (turn === null) return;
    try {
      act();
    } finally {
      turn.release();
    }
  }

  /**
   * Adopts a content unless the log has it. Returns the error if it cannot be parsed, and `busy` if another process is adopting: if several
   * processes adopted one change at once, only the first record would count, and the others would have to compute the difference again.
   * @param identity of the published file if it has this content
   * @throws CortexError if the log cannot be written
   */
  take(content: Content, identity: string | null): CortexError | 'busy' | null {
    // Every publication is logged before its file appears, so a log that is read after the file knows it.
    this.log.refresh();
    if (this.#isTaken(content, identity)) return null;
    const turn = this.#mutex.tryAcquire(this.log.fileTime);
    if (turn === null) return 'busy';
    try {
      // The previous holder of the lock may have adopted this content.
      this.log.refresh();
      if (this.#isTaken(content, identity)) return null;
      const foreign = this.#parse(content.bytes);
      if (foreign instanceof CortexError) return foreign;
      if (this.log.core.knows(content.hash)) return this.#mend(foreign, content, () => turn.isCurrent);
      const isWhole = this.options.projection.problems(foreign).length === 0;
      if (!isWhole) this.#aside.write(content);
      const adopted = this.#adopt(foreign, content, identity, () => turn.isCurrent);
      if (adopted === 'busy') return 'busy';
      const isKept = adopted.answer !== null && this.#keepLeftOut(content, adopted.answer);
      if (!isWhole || isKept) this.lookAside();
      return null;
    } catch (error) {
      if (error instanceof CortexError && error.code === 'invalid-input') return this.#tooMuch(error);
      throw error;
    } finally {
      turn.release();
    }
  }

  /** A published file that the log knows is of use again if lines of the log are damaged. */
  #isTaken({ hash }: Content, identity: string | null): boolean {
    return this.log.core.knows(hash) && (identity === null || this.log.core.damaged.length === 0);
  }

  /** Takes back what damaged lines of the log did and the file still shows. */
  #mend(foreign: Foreign, content: Content, mayGoOn: () => boolean): 'busy' | null {
    for (let attempt = 0; this.log.core.damaged.length > 0; attempt++) {
      if (attempt > 0 && !mayGoOn()) return 'busy';
      const appended = this.log.appendFrom(() => mendingOperation(this.runtime, this.options, { ...this.#current, foreign, content }));
      if (appended !== 'nothing' && appended.answer !== null && this.#keepLeftOut(content, appended.answer)) this.lookAside();
    }
    return null;
  }

  get #current(): Pick<Log<Operation, State, Answer>, 'core' | 'state'> {
    const { core, state } = this.log;
    return { core, state };
  }

  /** Returns the error for a content that the format allows, but no record can hold. */
  #tooMuch(cause: CortexError): CortexError {
    const { file } = this.options.projection;
    const next = 'Correct it there. It was not changed.';
    return new CortexError(
      'broken-file',
      'a value in the file is out of range, too deep or too long to be adopted',
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

  /** Keeps a copy of a file from which entries were refused. @returns false if none were, or if the same copy exists already */
  #keepLeftOut(content: Content, answer: Answer): boolean {
    const parts = this.options.leftOut?.(answer, content) ?? null;
    if (parts === null) return false;
    const kept = this.#keptContents();
    // A program that writes the same content repeatedly leaves only one copy.
    const isSame = [...kept].some((each) => each !== content.hash && this.#notes.read(each)?.digest === parts.digest);
    if (isSame && !kept.has(content.hash)) return false;
    this.#aside.write(content);
    this.#notes.write(content.hash, parts);
    return true;
  }

  /** @param mayGoOn called before each further attempt */
  #adopt(
    foreign: Foreign,
    { hash, written }: Content,
    identity: string | null,
    mayGoOn: () => boolean,
  ): { readonly answer: Answer | null } | 'busy' {
    let answer: Answer | null = null;
    // If another adoption comes between, this one does not count, and its difference must be computed again.
    for (let attempt = 0; !this.log.core.knows(hash); attempt++) {
      if (attempt > 0 && !mayGoOn()) return 'busy';
      const appended = this.log.appendFrom(() => {
        const operation = foreignDifference(this.runtime, this.options, this.log, foreign, written)(hash);
        const { adopted: after } = this.log.core;
        const shows = this.options.projection.time(foreign);
        const checksum = findOrigin(this.log.core, this.options.projection.checksum(foreign));
        const place = { ...(identity !== null && { identity }), ...(checksum !== null && { checksum }) };
        return { ...operation, after, written, ...place, ...(after === 0 && { shows }) };
      });
      if (appended !== 'nothing') answer = appended.answer;
    }
    if (identity !== null) this.log.appendFrom(() => this.#publication(foreign, hash, identity));
    return { answer };
  }

  /** Returns a publication for a file that shows exactly the present state (a clone, a pull of newer state): it is not written again. */
  #publication(foreign: Foreign, hash: string, identity: string): CoreOperation | null {
    const { projection } = this.options;
    const { core, state } = this.log;
    const view = projection.render(state, core.time);
    const same = view?.checksum === projection.checksum(foreign) && projection.difference(foreign, state).size === 0;
    return same ? { op: 'publish', hash, checksum: view.checksum, upTo: core.ordinal, identity } : null;
  }
}
