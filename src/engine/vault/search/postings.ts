import { partitionPoint } from '../../text/partition-point.ts';

/** The place of a number in an ascending list, or where it belongs. */
function placeOf(list: readonly number[], wanted: number): number {
  // Most are added in ascending order.
  if (list.length === 0 || (list.at(-1) ?? 0) < wanted) return list.length;
  return partitionPoint(list.length, (index) => (list[index] ?? 0) < wanted);
}

/** Which numbers belong to a text; ascending, each once. */
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

  /** @returns whether the text has none left */
  remove(text: string, number: number): boolean {
    const list = this.#lists.get(text) ?? [];
    const place = placeOf(list, number);
    if (list[place] === number) list.splice(place, 1);
    if (list.length > 0) return false;
    this.#lists.delete(text);
    return true;
  }
}

/** Numbers for things that come and go: one that was given back is given out again. */
export class Numbers<T> {
  readonly #things: (T | null)[] = [];
  readonly #free: number[] = [];

  /** As many as there may be numbers. */
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
