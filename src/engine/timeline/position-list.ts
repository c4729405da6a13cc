import { partitionPoint } from '../text/partition-point.ts';
import { type EntryPosition, isOlderPosition } from './sources.ts';

const FIRST_LENGTH = 1_024;

/** Compact list of places, newest first, with 14 bytes for each. */
export class PositionList {
  #times = new Float64Array(FIRST_LENGTH);
  #ranks = new Uint16Array(FIRST_LENGTH);
  #rows = new Uint32Array(FIRST_LENGTH);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Appends a place that is below all others. */
  push({ time, rank, index }: EntryPosition): void {
    if (this.#length === this.#times.length) this.#grow();
    this.#times[this.#length] = time;
    this.#ranks[this.#length] = rank;
    this.#rows[this.#length] = index;
    this.#length += 1;
  }

  /** @param index below `length` */
  at(index: number): EntryPosition {
    return { time: this.#times[index] ?? 0, rank: this.#ranks[index] ?? 0, index: this.#rows[index] ?? 0 };
  }

  remove(index: number): void {
    for (const column of [this.#times, this.#ranks, this.#rows]) column.copyWithin(index, index + 1, this.#length);
    this.#length -= 1;
  }

  /** Returns how many places are above a given one. */
  countAbove(place: EntryPosition): number {
    return partitionPoint(this.#length, (index) => isOlderPosition(place, this.at(index)));
  }

  #grow(): void {
    const length = this.#length * 2;
    const [times, ranks, rows] = [new Float64Array(length), new Uint16Array(length), new Uint32Array(length)];
    times.set(this.#times);
    ranks.set(this.#ranks);
    rows.set(this.#rows);
    [this.#times, this.#ranks, this.#rows] = [times, ranks, rows];
  }
}
