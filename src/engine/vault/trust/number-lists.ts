/** Longer lists are left to the system. */
const FEW = 48;

/** Puts a part of the numbers in ascending order, in place: most are so few that a call would cost more. */
function order(values: Int32Array, from: number, to: number): void {
  if (to - from > FEW) {
    values.subarray(from, to).sort();
    return;
  }
  for (let next = from + 1; next < to; next += 1) {
    const value = values[next] ?? 0;
    let place = next;
    for (; place > from && (values[place - 1] ?? 0) > value; place -= 1) values[place] = values[place - 1] ?? 0;
    values[place] = value;
  }
}

function grown(numbers: Int32Array, least: number): Int32Array {
  if (least <= numbers.length) return numbers;
  const larger = new Int32Array(Math.max(least, 2 * numbers.length));
  larger.set(numbers);
  return larger;
}

/** Many lists of different numbers, each ascending, one behind the other: to compare two of them there is no object to be looked at. */
export class NumberLists {
  #values: Int32Array = new Int32Array(64);
  /** Where each list begins, and where the last one ends. */
  #starts: Int32Array = new Int32Array(16);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Behind all others. @param numbers in any order */
  add(numbers: readonly number[]): void {
    const from = this.#starts[this.#count] ?? 0;
    const to = from + numbers.length;
    this.#values = grown(this.#values, to);
    for (let place = 0; place < numbers.length; place += 1) this.#values[from + place] = numbers[place] ?? 0;
    order(this.#values, from, to);
    this.#count += 1;
    this.#starts = grown(this.#starts, this.#count + 1);
    this.#starts[this.#count] = to;
  }

  lengthOf(list: number): number {
    return (this.#starts[list + 1] ?? 0) - (this.#starts[list] ?? 0);
  }

  at(list: number, place: number): number {
    return this.#values[(this.#starts[list] ?? 0) + place] ?? 0;
  }

  /** The numbers as words with something between them: equal for equal lists. */
  keyOf(list: number): string {
    return this.#values.subarray(this.#starts[list], this.#starts[list + 1]).join(' ');
  }

  /** In how many lists each number is. @param numbers how many there are */
  counts(numbers: number): Int32Array {
    const counts = new Int32Array(numbers);
    const end = this.#starts[this.#count] ?? 0;
    for (let at = 0; at < end; at += 1) counts[this.#values[at] ?? 0] = (counts[this.#values[at] ?? 0] ?? 0) + 1;
    return counts;
  }

  /** Puts others in the place of all numbers. */
  renumber(others: Int32Array): void {
    const end = this.#starts[this.#count] ?? 0;
    for (let at = 0; at < end; at += 1) this.#values[at] = others[this.#values[at] ?? 0] ?? 0;
    for (let list = 0; list < this.#count; list += 1) order(this.#values, this.#starts[list] ?? 0, this.#starts[list + 1] ?? 0);
  }

  /**
   * What two lists have in common, of all they have: 0 to 1, as `shareOf`. Where it is less than is wanted it may be too little: the
   * comparison ends when too much of one is not in the other.
   */
  share(one: number, other: number, wanted: number): number {
    const all = this.lengthOf(one) + this.lengthOf(other);
    const shared = this.#shared(one, other, Math.floor((wanted * all) / (1 + wanted)));
    return shared === 0 ? 0 : shared / (all - shared);
  }

  /** How many numbers are in both; fewer than there are only where these are fewer than `least`. */
  #shared(one: number, other: number, least: number): number {
    const [values, starts] = [this.#values, this.#starts];
    let at = starts[one] ?? 0;
    let there = starts[other] ?? 0;
    const end = starts[one + 1] ?? 0;
    const thereEnd = starts[other + 1] ?? 0;
    let shared = 0;
    while (at < end && there < thereEnd && shared + Math.min(end - at, thereEnd - there) >= least) {
      const difference = (values[at] ?? 0) - (values[there] ?? 0);
      if (difference === 0) shared += 1;
      if (difference <= 0) at += 1;
      if (difference >= 0) there += 1;
    }
    return shared;
  }
}
