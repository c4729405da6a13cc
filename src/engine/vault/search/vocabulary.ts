import { Numbers, Postings } from './postings.ts';

/** The parts of a text between two units each. */
function pairsOf(token: string): Set<string> {
  const pairs = new Set<string>();
  for (let at = 1; at < token.length; at += 1) pairs.add(token.slice(at - 1, at + 1));
  return pairs;
}

/** The different tokens of all notes, found by any part of theirs. Natural language has few of them, however many notes there are. */
export class Vocabulary {
  readonly #tokens = new Numbers<string>();
  readonly #numbers = new Map<string, number>();
  readonly #byPair = new Postings();

  /** Does nothing for one that is there. */
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

  /** Every token that has this part in it. The rarest pair of the part decides what that costs; a part of one unit is looked for in all. */
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
