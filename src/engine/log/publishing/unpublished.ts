import { CortexError, describeError } from '../../platform/errors.ts';
import type { CoreState } from '../core-state.ts';
import type { Log } from '../log.ts';
import type { Loggable } from '../machine.ts';
import type { RecordPosition } from '../record-place.ts';

/**
 * Errors that keep foreign content out of the log for now, although nothing is broken. Creating a folder in a read-only
 * one causes `not-found`; a file in the middle of a merge causes `busy`.
 */
export const CANNOT_WRITE: ReadonlySet<string> = new Set(['read-only', 'not-found', 'disk-full', 'clock-skew', 'clock-pinned', 'busy']);

/** The log that holds a record: its lineage, and up to which ordinal its publications show it. */
export interface HoldingLog {
  readonly lineage: string;
  /** Returns `null` for a file that the log is not known to have published. */
  shownBy(hash: string): number | null;
}

interface Acknowledged<Operation> {
  readonly holder: HoldingLog;
  readonly place: RecordPosition;
  readonly operation: Operation;
}

/** Returns the holder for the log that this process reads. */
export function currentHolder(core: Readonly<CoreState>): HoldingLog {
  return { lineage: core.lineage, shownBy: (hash) => (core.knows(hash) ? core.content(hash).upTo : null) };
}

/** Operations that this process acknowledged and has not seen in the published file. They are lost if the log is deleted. */
export class Unpublished<Operation extends Loggable, State, Answer> {
  /** In the order of acknowledgment. Those whose log was deleted come first. */
  #operations: Acknowledged<Operation>[] = [];

  constructor(
    private readonly log: Log<Operation, State, Answer>,
    private readonly directory: string,
  ) {}

  /** True if the log that held some of them was deleted, so that they are in no log. */
  get isLost(): boolean {
    const [first] = this.#operations;
    return first !== undefined && this.#isLost(first);
  }

  /** Ordinal of the last one; 0 if there are none. */
  get last(): number {
    return this.#operations.at(-1)?.place.ordinal ?? 0;
  }

  #isLost({ holder }: Acknowledged<Operation>): boolean {
    return holder.lineage !== this.log.core.lineage;
  }

  note(operation: Operation, place: RecordPosition, holder: HoldingLog): void {
    this.#operations.push({ holder, place, operation });
  }

  /** Forgets the operations up to this ordinal of a log, which the file shows. Those of another log may be in no file. */
  forget(upTo: number, lineage: string): void {
    const [first] = this.#operations;
    // Called with each answer, but only a publication changes anything, so the whole list is checked only then.
    if (first?.holder.lineage === lineage && first.place.ordinal > upTo) return;
    this.#operations = this.#operations.filter(({ holder, place }) => holder.lineage !== lineage || place.ordinal > upTo);
  }

  /** Returns true if some of them are in another log than this one. */
  isElsewhere(lineage: string): boolean {
    const [first] = this.#operations;
    return first !== undefined && first.holder.lineage !== lineage;
  }

  /**
   * Appends the operations of a deleted log to the present one, in order, after everything that it contains. Skips those in the file from
   * which the present log began. Their answers come from the present log: another agent may have a lock by now.
   * @returns whether any were appended, which is reported @throws CortexError if the log cannot be written; the rest is not forgotten
   */
  restore(): boolean {
    const { origin } = this.log.core;
    const lost = this.#operations.filter((each) => this.#isLost(each) && !isShown(each, origin));
    const here = this.#operations.filter((each) => !this.#isLost(each));
    const again: Acknowledged<Operation>[] = [];
    try {
      for (const { operation } of lost) {
        const { place } = this.log.append(operation);
        again.push({ holder: currentHolder(this.log.core), place, operation });
      }
    } finally {
      this.#operations = [...lost.slice(again.length), ...again, ...here];
    }
    if (lost.length > 0) this.#report(lost.length);
    return lost.length > 0;
  }

  /** Refreshes the log, and returns whether the log that held some of them was deleted. */
  isFoundLost(): boolean {
    try {
      this.log.refresh();
      return this.isLost;
    } catch {
      return false;
    }
  }

  #report(count: number): void {
    const next = 'Check your locks before you rely on them.';
    const what = `the log was deleted; ${count} acknowledged operations that were not published yet were written again`;
    this.log.report(describeError(new CortexError('not-found', what, { file: this.directory, next })));
  }
}

/** If another process's publication is unknown, time decides: applying an operation twice may do more harm than losing it. */
function isShown({ holder, place }: Acknowledged<unknown>, origin: CoreState['origin']): boolean {
  if (origin === null) return false;
  const upTo = holder.shownBy(origin.hash);
  return upTo === null ? place.time <= origin.time : place.ordinal <= upTo;
}
