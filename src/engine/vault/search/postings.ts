import { partitionPoint } from '../../text/partition-point.ts';

/** Returns the index of a number in an ascending list, or the index at which to insert it. */
function placeOf(list: readonly number[], wanted: number): number {
  // Numbers are mostly added in ascending order.
  if (list.length === 0 || (list.at(-1) ?? 0) < wanted) return list.length;
  return partitionPoint(list.length, (index) => (list[index] ?? 0) < wanted);
}

/** Sets of numbers by text, each ascending. */
export class Postings {
  readonly #lists = new Map<string, number[]>();

  get(text: string): readonly number[] {
    return this.#lists.get(text) ?? [];
  }

  add(text: string, number: number): void {
    const list = this.#lists.get(text);
    if (list === undefined) this.#lists.set(text, [number]);
    else {
      const place = placeOf(list, number);
      if (place === list.length) list.push(number);
      else if (list[place] !== number) list.splice(place, 0, number);
    }
  }

  /** Removes a number. @returns whether the text has no numbers left */
  remove(text: string, number: number): boolean {
    const list = this.#lists.get(text) ?? [];
    const place = placeOf(list, number);
    if (list[place] === number) list.splice(place, 1);
    if (list.length > 0) return false;
    this.#lists.delete(text);
    return true;
  }
}

/** Assigns numbers to values, and reuses released ones. */
export class Numbers<T> {
  readonly #things: (T | null)[] = [];
  readonly #free: number[] = [];

  /** Upper bound of the numbers in use. */
  get limit(): number {
    return this.#things.length;
  }

  get(number: number): T | null {
    return this.#things[number] ?? null;
  }

  *all(): Iterable<T> {
    for (const thing of this.#things) if (thing !== null) yield thing;
  }

  take(thing: T): number {
    const number = this.#free.pop() ?? this.#things.length;
    this.#things[number] = thing;
    return number;
  }

  giveBack(number: number): void {
    this.#things[number] = null;
    this.#free.push(number);
  }
}
