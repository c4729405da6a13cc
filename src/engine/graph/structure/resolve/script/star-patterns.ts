/** Returns the text that matches the single `*` of a pattern; `null` if the pattern does not match. */
export function matchStar(pattern: string, text: string): string | null {
  const at = pattern.indexOf('*');
  if (at < 0) return null;
  const [before, after] = [pattern.slice(0, at), pattern.slice(at + 1)];
  if (text.length < before.length + after.length || !text.startsWith(before) || !text.endsWith(after)) return null;
  return text.slice(before.length, text.length - after.length);
}

/** A pattern that matches a text. */
export interface StarMatch<Value> {
  readonly star: string;
  /** Length of the text before the `*`. */
  readonly length: number;
  readonly value: Value;
}

interface Entry<Value> {
  readonly pattern: string;
  readonly value: Value;
}

/** Patterns with a `*`, found by the text before it, because a manifest may have thousands that every import is compared with. */
export class StarPatterns<Value> {
  readonly #byPrefix = new Map<string, Entry<Value>[]>();
  /** Lengths of the prefixes, the longest first. */
  readonly #lengths: readonly number[];

  /** @param all patterns with their values; those without a `*` are ignored */
  constructor(all: Iterable<readonly [pattern: string, value: Value]>) {
    for (const [pattern, value] of all) {
      const at = pattern.indexOf('*');
      if (at < 0) continue;
      const known = this.#byPrefix.get(pattern.slice(0, at));
      if (known === undefined) this.#byPrefix.set(pattern.slice(0, at), [{ pattern, value }]);
      else known.push({ pattern, value });
    }
    this.#lengths = [...new Set(Array.from(this.#byPrefix.keys(), (prefix) => prefix.length))].sort((one, other) => other - one);
  }

  /** Yields the patterns that match a text: the longest prefix first, and those with the same prefix in the given order. */
  *matching(text: string): Generator<StarMatch<Value>> {
    for (const length of this.#lengths) {
      if (length > text.length) continue;
      for (const { pattern, value } of this.#byPrefix.get(text.slice(0, length)) ?? []) {
        const star = matchStar(pattern, text);
        if (star !== null) yield { star, length, value };
      }
    }
  }
}
