/** Returns the nodes to which the edges of a node lead. */
export type After = (place: number) => Uint32Array;

/** Tarjan's algorithm without recursion: finds strongly connected components with more than one member. */
class Groups {
  readonly found: number[][] = [];
  readonly #index: Int32Array;
  readonly #lowest: Int32Array;
  readonly #isOpen: Uint8Array;
  readonly #open: number[] = [];
  #next = 0;

  constructor(
    count: number,
    private readonly after: After,
  ) {
    this.#index = new Int32Array(count).fill(-1);
    this.#lowest = new Int32Array(count);
    this.#isOpen = new Uint8Array(count);
    for (let place = 0; place < count; place += 1) if (this.#index[place] === -1) this.#walk(place);
  }

  #walk(start: number): void {
    const way = [this.#enter(start)];
    for (let here = way.at(-1); here !== undefined; here = way.at(-1)) {
      const next = here.after[here.at];
      here.at += 1;
      if (next === undefined) {
        way.pop();
        this.#leave(here.place, way.at(-1)?.place);
      } else if (this.#index[next] === -1) way.push(this.#enter(next));
      else if (this.#isOpen[next] === 1) this.#lower(here.place, this.#index[next] ?? 0);
    }
  }

  #enter(place: number): { readonly place: number; readonly after: Uint32Array; at: number } {
    this.#index[place] = this.#next;
    this.#lowest[place] = this.#next;
    this.#next += 1;
    this.#open.push(place);
    this.#isOpen[place] = 1;
    return { place, after: this.after(place), at: 0 };
  }

  #lower(place: number, index: number): void {
    this.#lowest[place] = Math.min(this.#lowest[place] ?? 0, index);
  }

  #leave(place: number, before: number | undefined): void {
    const lowest = this.#lowest[place] ?? 0;
    if (before !== undefined) this.#lower(before, lowest);
    if (lowest !== this.#index[place]) return;
    const group = this.#open.splice(this.#open.lastIndexOf(place));
    for (const each of group) this.#isOpen[each] = 0;
    if (group.length > 1) this.found.push(group);
  }
}

/** Returns the sets of nodes in which each leads to all others, without those of one node. @param count number of nodes */
export const findStrongGroups = (count: number, after: After): readonly (readonly number[])[] => new Groups(count, after).found;
