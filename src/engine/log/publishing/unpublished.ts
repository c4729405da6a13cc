import { CortexError, describeError } from '../../platform/errors.ts';
import type { CoreState, Place } from '../core-state.ts';
import type { Log } from '../log.ts';
import type { Loggable } from '../machine.ts';

/**
 * Why something foreign cannot be brought into the log now although nothing is broken; a folder that is read-only says `not-found` of a
 * new one, and `busy` a file in the middle of a merge.
 */
export const CANNOT_WRITE: ReadonlySet<string> = new Set(['read-only', 'not-found', 'disk-full', 'clock-skew', 'clock-pinned', 'busy']);

/** What is known of the log that holds a record: its first record, and up to which ordinal a file that it published shows it. */
export interface Holder {
  readonly lineage: string;
  /** `null` for a file that it is not known to have published. */
  shownBy(hash: string): number | null;
}

interface Acknowledged<Operation> {
  readonly holder: Holder;
  readonly place: Place;
  readonly operation: Operation;
}

/** The log that this process reads. */
export function holderOf(core: Readonly<CoreState>): Holder {
  return { lineage: core.lineage, shownBy: (hash) => (core.knows(hash) ? core.content(hash).upTo : null) };
}

/** What this process has acknowledged and has yet to see in the published file: all of it that is lost when somebody deletes the log. */
export class Unpublished<Operation extends Loggable, State, Answer> {
  /** In the order in which they were acknowledged; what is adrift comes first. */
  #operations: Acknowledged<Operation>[] = [];

  constructor(
    private readonly log: Log<Operation, State, Answer>,
    private readonly directory: string,
  ) {}

  /** True while some of it stands in no log: the one that held it was deleted. */
  get isAdrift(): boolean {
    const [first] = this.#operations;
    return first !== undefined && this.#isAdrift(first);
  }

  /** Ordinal of the last of them; 0 when there are none. */
  get last(): number {
    return this.#operations.at(-1)?.place.ordinal ?? 0;
  }

  #isAdrift({ holder }: Acknowledged<Operation>): boolean {
    return holder.lineage !== this.log.core.lineage;
  }

  note(operation: Operation, place: Place, holder: Holder): void {
    this.#operations.push({ holder, place, operation });
  }

  /** The file shows everything up to this ordinal of a log. What another one held may be in no file. */
  forget(upTo: number, lineage: string): void {
    const [first] = this.#operations;
    // Told with each answer, it is news only with a publication: all are looked at only then.
    if (first?.holder.lineage === lineage && first.place.ordinal > upTo) return;
    this.#operations = this.#operations.filter(({ holder, place }) => holder.lineage !== lineage || place.ordinal > upTo);
  }

  /** True when some of it stands in another log than this one. */
  isElsewhere(lineage: string): boolean {
    const [first] = this.#operations;
    return first !== undefined && first.holder.lineage !== lineage;
  }

  /**
   * Writes what a deleted log held into the present one, in order, behind what that one knows by now; but nothing that the file
   * with which it began shows already. How an operation is answered there is the present log's matter: a lock may be somebody else's.
   * @returns whether any operation was written anew, which is reported @throws CortexError when the log cannot be written; the rest is kept
   */
  restore(): boolean {
    const { origin } = this.log.core;
    const lost = this.#operations.filter((each) => this.#isAdrift(each) && !isShown(each, origin));
    const here = this.#operations.filter((each) => !this.#isAdrift(each));
    const again: Acknowledged<Operation>[] = [];
    try {
      for (const { operation } of lost) {
        const { place } = this.log.append(operation);
        again.push({ holder: holderOf(this.log.core), place, operation });
      }
    } finally {
      this.#operations = [...lost.slice(again.length), ...again, ...here];
    }
    if (lost.length > 0) this.#report(lost.length);
    return lost.length > 0;
  }

  /** Looks whether the log that held some of it was deleted. */
  isFoundAdrift(): boolean {
    try {
      this.log.refresh();
      return this.isAdrift;
    } catch {
      return false;
    }
  }

  #report(count: number): void {
    const next = 'Look again before you rely on a lock.';
    const what = `the log was deleted; ${count} acknowledged operations that were not published yet were written anew`;
    this.log.report(describeError(new CortexError('not-found', what, { file: this.directory, next })));
  }
}

/** By another process's publication that was not read any more, time decides: what is done twice may do more harm than what is lost. */
function isShown({ holder, place }: Acknowledged<unknown>, origin: CoreState['origin']): boolean {
  if (origin === null) return false;
  const upTo = holder.shownBy(origin.hash);
  return upTo === null ? place.time <= origin.time : place.ordinal <= upTo;
}
