import type { Change, ChangeDraft } from './change.ts';
import type { ChangePlace } from './change-recorder.ts';
import { type Cursor, encodeCursor, isBehind } from './cursor.ts';
import { isUpTo, type LogPlace, type Moment } from './moment.ts';

/** Which changes are wanted. */
export interface ChangeQuery {
  /** What happened after this; `null`: also what is older. */
  readonly from: Moment | null;
  /** What happened up to this; `null`: up to now. */
  readonly to: Moment | null;
  /** Only what stands behind this. */
  readonly after: Cursor | null;
  /** Only what stands in front of this; `null`, or nothing said: also what is behind. */
  readonly before?: Cursor | null;
  /** How many at most, at least 1. */
  readonly limit: number;
}

/** Collects the changes that are wanted: the first of them where a beginning is named, else the last. */
export class ChangePage {
  readonly #query: ChangeQuery;
  readonly #keeps: 'first' | 'last';
  #changes: Change[] = [];
  #hasMore = false;
  /** Whether what stands in front of `before` was all added. */
  #isOver = false;
  #added = 0;
  /** The last record that is part of `from`. */
  #origin = 0;

  constructor(query: ChangeQuery) {
    this.#query = query;
    this.#keeps = query.from === null && query.after === null ? 'last' : 'first';
  }

  /** True when no other change can come onto it. */
  get isFull(): boolean {
    return this.#hasMore || this.#isOver;
  }

  /** In the log's order, the newest last. */
  get changes(): readonly Change[] {
    return this.#changes.slice(-this.#query.limit);
  }

  /** Leads to the changes behind these; `null` when there are none. */
  get next(): string | null {
    return this.#hasMore ? (this.#changes.at(-1)?.cursor ?? null) : null;
  }

  /** Leads to the changes in front of these, where the last were wanted; `null` when there are none. */
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

  /** Notes a record before what it did, and what ran out before it, is added. */
  pass(place: LogPlace): void {
    const { from } = this.#query;
    if (from !== null && isUpTo(from, place)) this.#origin = place.ordinal;
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
    // Not with each change: that would move all that is kept.
    if (this.#changes.length >= 2 * limit && this.#keeps === 'last') this.#changes = this.#changes.slice(-limit);
  }

  /** What time alone did behind the last record of `from` is later than an ordinal there, although it carries the same. */
  #isSince({ ordinal, time, isTimed }: ChangePlace): boolean {
    const { from } = this.#query;
    if (from === null) return true;
    if ('time' in from) return time > from.time;
    return isTimed ? ordinal >= this.#origin : ordinal > from.ordinal;
  }
}
