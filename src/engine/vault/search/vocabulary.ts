import { Numbers, Postings } from './postings.ts';

/** Returns the pairs of adjacent code units in a text. */
function pairsOf(token: string): Set<string> {
  const pairs = new Set<string>();
  for (let at = 1; at < token.length; at += 1) pairs.add(token.slice(at - 1, at + 1));
  return pairs;
}

/** Distinct tokens of all notes, searchable by substring. Natural language has few of them, however many notes there are. */
export class Vocabulary {
  readonly #tokens = new Numbers<string>();
  readonly #numbers = new Map<string, number>();
  readonly #byPair = new Postings();

  /** Adds a token if it is new. */
  add(token: string): void {
    if (this.#numbers.has(token)) return;
    const number = this.#tokens.take(token);
    this.#numbers.set(token, number);
    for (const pair of pairsOf(token)) this.#byPair.add(pair, number);
  }

  delete(token: string): void {
    const number = this.#numbers.get(token);
    if (number === undefined) return;
    this.#numbers.delete(token);
    this.#tokens.giveBack(number);
    for (const pair of pairsOf(token)) this.#byPair.remove(pair, number);
  }

  /**
   * Yields the tokens that contain a substring. The cost depends on its rarest pair. A substring of one code unit is compared with all
   * tokens.
   */
  *containing(part: string): Iterable<string> {
    if (part.length < 2) {
      for (const token of this.#numbers.keys()) if (token.includes(part)) yield token;
      return;
    }
    let fewest: readonly number[] | null = null;
    for (const pair of pairsOf(part)) {
      const list = this.#byPair.get(pair);
      if (fewest === null || list.length < fewest.length) fewest = list;
    }
    for (const number of fewest ?? []) {
      const token = this.#tokens.get(number);
      if (token?.includes(part) === true) yield token;
    }
  }
}
