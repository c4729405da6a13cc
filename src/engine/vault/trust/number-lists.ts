/** Longer lists are sorted by the built-in function. */
const FEW = 48;

/** Sorts a part of the numbers in place. Most parts are so short that calling the built-in function would cost more. */
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

/** Counts the bits that are set. */
function bitsIn(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** Numbers in `#heads` for each list. */
const HEAD = 3;

/** Many ascending lists of distinct numbers in one array, so that comparing two lists accesses no objects. */
export class NumberLists {
  #values: Int32Array = new Int32Array(64);
  /**
   * Three numbers per list, side by side because they are needed together: its start, and two 32-bit masks with one bit set for each
   * number modulo 64. Several numbers may share a bit. Then the end of the last list.
   */
  #heads: Int32Array = new Int32Array(64);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Appends a list. @param numbers in any order */
  add(numbers: readonly number[]): void {
    const from = this.#startOf(this.#count);
    const to = from + numbers.length;
    this.#values = grown(this.#values, to);
    for (let place = 0; place < numbers.length; place += 1) this.#values[from + place] = numbers[place] ?? 0;
    this.#count += 1;
    this.#heads = grown(this.#heads, HEAD * this.#count + 1);
    this.#heads[HEAD * this.#count] = to;
    this.#settle(this.#count - 1);
  }

  /** Returns the start of a list, which is the end of the one before. */
  #startOf(list: number): number {
    return this.#heads[HEAD * list] ?? 0;
  }

  /** Sorts a list and computes its masks. */
  #settle(list: number): void {
    const [from, to] = [this.#startOf(list), this.#startOf(list + 1)];
    order(this.#values, from, to);
    let [low, high] = [0, 0];
    for (let at = from; at < to; at += 1) {
      const value = this.#values[at] ?? 0;
      if ((value & 32) === 0) low |= 1 << (value & 31);
      else high |= 1 << (value & 31);
    }
    this.#heads[HEAD * list + 1] = low;
    this.#heads[HEAD * list + 2] = high;
  }

  /** Returns a lower bound for the count of numbers that are in one list but not in the other. */
  #missing(one: number, other: number): number {
    const [heads, own, others] = [this.#heads, HEAD * one, HEAD * other];
    const low = (heads[own + 1] ?? 0) & ~(heads[others + 1] ?? 0);
    return bitsIn(low) + bitsIn((heads[own + 2] ?? 0) & ~(heads[others + 2] ?? 0));
  }

  lengthOf(list: number): number {
    return this.#startOf(list + 1) - this.#startOf(list);
  }

  at(list: number, place: number): number {
    return this.#values[this.#startOf(list) + place] ?? 0;
  }

  /** Returns for each list the first one with the same numbers. */
  firstsAlike(): Int32Array {
    const firsts = new Int32Array(this.#count);
    // Hash table with a power of two of places, at most half of them taken. A place holds a list, or -1.
    const places = new Int32Array(2 ** Math.ceil(Math.log2(2 * this.#count + 1))).fill(-1);
    for (let list = 0; list < this.#count; list += 1) {
      let place = this.#hashOf(list) & (places.length - 1);
      while ((places[place] ?? -1) >= 0 && !this.#areEqual(places[place] ?? 0, list)) place = (place + 1) & (places.length - 1);
      if (places[place] === -1) places[place] = list;
      firsts[list] = places[place] ?? 0;
    }
    return firsts;
  }

  #hashOf(list: number): number {
    let hash = 0;
    const end = this.#startOf(list + 1);
    for (let at = this.#startOf(list); at < end; at += 1) {
      hash = Math.imul((hash << 5) ^ (hash >>> 27) ^ (this.#values[at] ?? 0), 0x9e3779b1);
    }
    return hash ^ (hash >>> 15);
  }

  #areEqual(one: number, other: number): boolean {
    const length = this.lengthOf(one);
    if (length !== this.lengthOf(other)) return false;
    for (let place = 0; place < length; place += 1) if (this.at(one, place) !== this.at(other, place)) return false;
    return true;
  }

  /** Returns in how many lists each number occurs. @param numbers upper bound of the numbers */
  counts(numbers: number): Int32Array {
    const counts = new Int32Array(numbers);
    const end = this.#startOf(this.#count);
    for (let at = 0; at < end; at += 1) counts[this.#values[at] ?? 0] = (counts[this.#values[at] ?? 0] ?? 0) + 1;
    return counts;
  }

  /** Replaces every number. */
  renumber(others: Int32Array): void {
    const end = this.#startOf(this.#count);
    for (let at = 0; at < end; at += 1) this.#values[at] = others[this.#values[at] ?? 0] ?? 0;
    for (let list = 0; list < this.#count; list += 1) this.#settle(list);
  }

  /**
   * Returns the Jaccard similarity of two lists, 0 to 1, as `jaccardSimilarity`. A result below `wanted` may be too small, because the comparison
   * stops once `wanted` cannot be reached.
   */
  share(one: number, other: number, wanted: number): number {
    const all = this.lengthOf(one) + this.lengthOf(other);
    const least = Math.floor((wanted * all) / (1 + wanted));
    // The masks alone rule out most pairs.
    if (this.lengthOf(one) - this.#missing(one, other) < least) return 0;
    const shared = this.#shared(one, other, least);
    return shared === 0 ? 0 : shared / (all - shared);
  }

  /** Counts common numbers. The count may be too small only if it is below `least`. */
  #shared(one: number, other: number, least: number): number {
    const values = this.#values;
    let at = this.#startOf(one);
    let there = this.#startOf(other);
    const end = this.#startOf(one + 1);
    const thereEnd = this.#startOf(other + 1);
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
