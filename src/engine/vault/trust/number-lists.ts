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

/** How many of the bits are set. */
function bitsIn(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** Many lists of different numbers, each ascending, one behind the other: to compare two of them there is no object to be looked at. */
export class NumberLists {
  #values: Int32Array = new Int32Array(64);
  /** Where each list begins, and where the last one ends. */
  #starts: Int32Array = new Int32Array(16);
  /** Of each list two numbers, in which a bit is set for each of its numbers: those that have one bit are told apart no more. */
  #marks: Int32Array = new Int32Array(32);
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
    this.#count += 1;
    this.#starts = grown(this.#starts, this.#count + 1);
    this.#starts[this.#count] = to;
    this.#marks = grown(this.#marks, 2 * this.#count);
    this.#settle(this.#count - 1, from, to);
  }

  /** Puts a list in order and marks it. */
  #settle(list: number, from: number, to: number): void {
    order(this.#values, from, to);
    const marks = [0, 0];
    for (let at = from; at < to; at += 1) {
      const value = this.#values[at] ?? 0;
      marks[(value >>> 5) & 1] = (marks[(value >>> 5) & 1] ?? 0) | (1 << (value & 31));
    }
    this.#marks.set(marks, 2 * list);
  }

  /** How many numbers of a list are not in another one, at least. */
  #missing(one: number, other: number): number {
    const marks = this.#marks;
    const low = (marks[2 * one] ?? 0) & ~(marks[2 * other] ?? 0);
    return bitsIn(low) + bitsIn((marks[2 * one + 1] ?? 0) & ~(marks[2 * other + 1] ?? 0));
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
    for (let list = 0; list < this.#count; list += 1) this.#settle(list, this.#starts[list] ?? 0, this.#starts[list + 1] ?? 0);
  }

  /**
   * What two lists have in common, of all they have: 0 to 1, as `shareOf`. Where it is less than is wanted it may be too little: the
   * comparison ends when too much of one is not in the other.
   */
  share(one: number, other: number, wanted: number): number {
    const all = this.lengthOf(one) + this.lengthOf(other);
    const least = Math.floor((wanted * all) / (1 + wanted));
    // Most lists differ in so much that they need not be looked at.
    if (this.lengthOf(one) - this.#missing(one, other) < least) return 0;
    const shared = this.#shared(one, other, least);
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
