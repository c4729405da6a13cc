import { canonicalJson } from '../../text/canonical-json.ts';
import { ownProperty } from '../../text/foreign-data.ts';
import { formatJsonPath, type JsonPath } from '../../text/json-position.ts';
import { jsonEqual } from '../json-equal.ts';

/** Where a value of the two sides cannot be both, and one of them had to count. */
export interface Disagreement {
  /** Of the value, or of the entry of a list that one side has removed. */
  readonly place: string;
  /** What counts now. */
  readonly kept: unknown;
  /** What the other side says; `undefined`: it has removed it. */
  readonly other: unknown;
}

/** What tells the entries of a list from each other, by the way of keys to the list; every other list is one of values. */
export type ListKeys = Readonly<Record<string, (entry: unknown) => string>>;

/** Moments that both sides have noted: nobody disagrees about them. */
const LATEST = new Set(['updated', 'lastValidated', 'lastBroken']);
const EARLIEST = 'created';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

function textOf(value: unknown): string {
  try {
    return canonicalJson(value);
  } catch {
    // Half a surrogate pair has no canonical form; the same text is the same value all the same.
    return JSON.stringify(value);
  }
}

/** Unites two descendants of one value. Which of the two is the `first` only matters where they cannot both count. */
export class ValueUnion {
  readonly disagreements: Disagreement[] = [];

  constructor(private readonly keys: ListKeys) {}

  /** @param base what both began with; `undefined` where that is not known, and for what is new @returns `undefined`: it is removed */
  unite(base: unknown, first: unknown, second: unknown, path: JsonPath): unknown {
    if (jsonEqual(first, second) || jsonEqual(second, base)) return first;
    if (jsonEqual(first, base)) return second;
    if (isObject(first) && isObject(second)) return this.#objects(base, first, second, path);
    if (Array.isArray(first) && Array.isArray(second)) return this.#lists(base, first, second, path);
    return this.#moment(first, second, path) ?? this.#choose(first, second, path);
  }

  #objects(base: unknown, first: object, second: object, path: JsonPath): object {
    const keys = [...new Set([...Object.keys(first), ...Object.keys(second)])];
    const members = keys.map((key) => {
      const [before, one, other] = [base, first, second].map((value) => ownProperty(value, key));
      return [key, this.unite(before, one, other, [...path, key])] as const;
    });
    return Object.fromEntries(members.filter(([, value]) => value !== undefined));
  }

  #lists(base: unknown, first: readonly unknown[], second: readonly unknown[], path: JsonPath): unknown[] {
    const [before, one, other] = [Array.isArray(base) ? base : [], first, second].map((list) => this.#byKey(list, path));
    const keys = [...new Set([...(one?.keys() ?? []), ...(other?.keys() ?? [])])];
    return keys.flatMap((key) => {
      const united = this.unite(before?.get(key), one?.get(key), other?.get(key), [...path, key]);
      return united === undefined ? [] : [united];
    });
  }

  /** Entries by what tells them apart; of several with the same key each is one of its own. */
  #byKey(list: readonly unknown[], path: JsonPath): Map<string, unknown> {
    const keyOf = this.keys[path.join('.')] ?? textOf;
    const seen = new Map<string, number>();
    return new Map(
      list.map((entry) => {
        const key = keyOf(entry);
        const times = seen.get(key) ?? 0;
        seen.set(key, times + 1);
        return [times === 0 ? key : `${key} (${times + 1})`, entry];
      }),
    );
  }

  #moment(first: unknown, second: unknown, path: JsonPath): number | undefined {
    if (typeof first !== 'number' || typeof second !== 'number') return undefined;
    const name = String(path.at(-1));
    if (name === EARLIEST) return Math.min(first, second);
    return LATEST.has(name) ? Math.max(first, second) : undefined;
  }

  #choose(first: unknown, second: unknown, path: JsonPath): unknown {
    // What one side has removed and the other has changed stays.
    const [kept, other] = first === undefined ? [second, first] : [first, second];
    this.disagreements.push({ place: formatJsonPath(path), kept, other });
    return kept;
  }
}
