import { ownProperty } from '../../text/foreign-data.ts';
import { canonicalJson } from '../../text/json/canonical-json.ts';
import { formatJsonPath, type JsonPath } from '../../text/json/json-position.ts';
import { jsonEqual } from '../json-equal.ts';

/** A value that differs on both sides, where one had to win. */
export interface Disagreement {
  /** Path of the value, or of a list entry that one side removed. */
  readonly place: string;
  /** The value that counts now. */
  readonly kept: unknown;
  /** The value of the other side; `undefined` if it was removed there. */
  readonly other: unknown;
}

/** Functions that return the key of an entry, by the path of its list. Entries of other lists are compared by value. */
export type ListKeys = Readonly<Record<string, (entry: unknown) => string>>;

/** Times that both sides record. Different values are no disagreement. */
const LATEST = new Set(['updated', 'lastValidated', 'lastBroken']);
const EARLIEST = 'created';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

function textOf(value: unknown): string {
  try {
    return canonicalJson(value);
  } catch {
    // A lone surrogate has no canonical form, but equal texts are still equal values.
    return JSON.stringify(value);
  }
}

/** Which value counts where the two differ. `kept`: the first, but a value that one side removed is kept. */
export type Preference = 'kept' | 'first' | 'second';

/** Merges two descendants of one value. */
export class ValueMerge {
  readonly disagreements: Disagreement[] = [];

  constructor(
    private readonly keys: ListKeys,
    private readonly preference: Preference = 'kept',
  ) {}

  /** @param base the common origin; `undefined` if it is unknown or the value is new @returns `undefined` if the value is removed */
  merge(base: unknown, first: unknown, second: unknown, path: JsonPath): unknown {
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
      return [key, this.merge(before, one, other, [...path, key])] as const;
    });
    return Object.fromEntries(members.filter(([, value]) => value !== undefined));
  }

  #lists(base: unknown, first: readonly unknown[], second: readonly unknown[], path: JsonPath): unknown[] {
    const [before, one, other] = [Array.isArray(base) ? base : [], first, second].map((list) => this.#byKey(list, path));
    const keys = [...new Set([...(one?.keys() ?? []), ...(other?.keys() ?? [])])];
    return keys.flatMap((key) => {
      const united = this.merge(before?.get(key), one?.get(key), other?.get(key), [...path, key]);
      return united === undefined ? [] : [united];
    });
  }

  /** Maps entries by key. Further entries with the same key are numbered. */
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
    // A value that one side removed and the other changed is kept.
    const [kept, other] = first === undefined ? [second, first] : [first, second];
    this.disagreements.push({ place: formatJsonPath(path), kept, other });
    if (this.preference === 'kept') return kept;
    return this.preference === 'first' ? first : second;
  }
}
