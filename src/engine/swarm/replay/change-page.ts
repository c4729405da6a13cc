import type { Change, ChangeDraft } from './change.ts';
import type { ChangePlace } from './change-recorder.ts';
import { type Cursor, encodeCursor, isBehind } from './cursor.ts';
import { isAtOrBefore, type LogPosition, type Moment } from './moment.ts';

/** Which changes to list. */
export interface ChangeQuery {
  /** Only changes after this moment; `null` means from the beginning. */
  readonly from: Moment | null;
  /** Only changes up to this moment; `null` means up to now. */
  readonly to: Moment | null;
  /** Only changes after this cursor. */
  readonly after: Cursor | null;
  /** Only changes before this cursor; `null` or absent means no such limit. */
  readonly before?: Cursor | null;
  /** Maximum number of changes, at least 1. */
  readonly limit: number;
}

/** Collects one page of changes: the first ones if the query has a beginning, else the last ones. */
export class ChangePage {
  readonly #query: ChangeQuery;
  readonly #keeps: 'first' | 'last';
  #changes: Change[] = [];
  #hasMore = false;
  /** True when all changes before `before` were added. */
  #isOver = false;
  #added = 0;
  /** Ordinal of the last record that is part of `from`. */
  #origin = 0;

  constructor(query: ChangeQuery) {
    this.#query = query;
    this.#keeps = query.from === null && query.after === null ? 'last' : 'first';
  }

  /** True when no further change can be added. */
  get isFull(): boolean {
    return this.#hasMore || this.#isOver;
  }

  /** In log order, the newest last. */
  get changes(): readonly Change[] {
    return this.#changes.slice(-this.#query.limit);
  }

  /** Cursor for the changes after these; `null` if there are none. */
  get next(): string | null {
    return this.#hasMore ? (this.#changes.at(-1)?.cursor ?? null) : null;
  }

  /** Cursor for the changes before these, if the page holds the last ones; `null` if there are none. */
  get earlier(): string | null {
    return this.#keeps === 'last' && this.#added > this.#query.limit ? (this.changes[0]?.cursor ?? null) : null;
  }

  clear(): void {
    this.#changes = [];
    this.#hasMore = false;
    this.#isOver = false;
    this.#added = 0;
    this.#origin = 0;
  }

  /** Registers a record. Call this before adding its changes and the expiries before it. */
  pass(place: LogPosition): void {
    const { from } = this.#query;
    if (from !== null && isAtOrBefore(from, place)) this.#origin = place.ordinal;
  }

  add(change: ChangeDraft, place: ChangePlace): void {
    const { limit, after, before = null } = this.#query;
    this.#isOver ||= before !== null && !isBehind(before, place);
    if (this.isFull || !this.#isSince(place) || (after !== null && !isBehind(place, after))) return;
    if (this.#keeps === 'first' && this.#changes.length === limit) {
      this.#hasMore = true;
      return;
    }
    const { ordinal, time } = place;
    this.#added += 1;
    this.#changes.push({ cursor: encodeCursor(place), time, ordinal, ...change });
    // Trimmed only now and then, because each trim copies all changes on the page.
    if (this.#changes.length >= 2 * limit && this.#keeps === 'last') this.#changes = this.#changes.slice(-limit);
  }

  /** A timed change after the last record of `from` has that record's ordinal, but is later, so it counts as after `from`. */
  #isSince({ ordinal, time, isTimed }: ChangePlace): boolean {
    const { from } = this.#query;
    if (from === null) return true;
    if ('time' in from) return time > from.time;
    return isTimed ? ordinal >= this.#origin : ordinal > from.ordinal;
  }
}
