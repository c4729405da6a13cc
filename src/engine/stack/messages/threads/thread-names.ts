/** A union-find structure over numbers. */
export class DisjointSets {
  readonly #above: number[] = [];

  /** @returns the next number, in a set of its own */
  add(): number {
    return this.#above.push(this.#above.length) - 1;
  }

  /** Returns the representative of a number's set. */
  find(number: number): number {
    let at = number;
    for (let above = this.#above[at] ?? at; above !== at; above = this.#above[at] ?? at) {
      this.#above[at] = this.#above[above] ?? above;
      at = above;
    }
    return at;
  }

  join(one: number, other: number): void {
    this.#above[this.find(one)] = this.find(other);
  }
}

/** The names by which a message belongs to a thread. */
interface Related {
  readonly id: string;
  readonly thread: string | null;
  readonly replyTo: string | null;
}

/** Groups messages into threads by the ids and names that they mention. */
export class ThreadNames {
  readonly #together = new DisjointSets();
  readonly #numbers = new Map<string, number>();

  /** Adds the relations of a message. */
  add({ id, thread, replyTo }: Related): void {
    const own = this.#numberOf(id);
    if (thread !== null) this.#together.join(own, this.#numberOf(thread));
    if (replyTo !== null) this.#together.join(own, this.#numberOf(replyTo));
  }

  /** Returns the representative of the thread that a name belongs to. */
  thread(name: string): number | undefined {
    const number = this.#numbers.get(name);
    return number === undefined ? undefined : this.#together.find(number);
  }

  *[Symbol.iterator](): Iterator<readonly [name: string, thread: number]> {
    for (const [name, number] of this.#numbers) yield [name, this.#together.find(number)];
  }

  #numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#together.add();
    this.#numbers.set(name, number);
    return number;
  }
}
