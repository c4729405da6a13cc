import * as z from 'zod';
import { ownProperty } from '../../engine/text/foreign-data.ts';
import type { JsonPath } from '../../engine/text/json/json-position.ts';
import { SourceMembers, SourceNumber } from './source-value.ts';

/** Keys that are longer as JSON are identified by their position, because ids are sent with every row. */
const MAX_KEY_LENGTH = 120;
/** Number of keys from which the members of an object are indexed once, because rows and searches look them up often. */
const MANY_KEYS = 1_000;

/** Path of a value: keys, array indexes, and positions of keys that are too long or repeated. */
export type ValuePath = readonly Step[];
type Step = string | number | { readonly at: number };

const stepSchema = z.union([z.string(), z.int().nonnegative(), z.object({ at: z.int().nonnegative() })]);
const pathSchema = z.array(stepSchema);

export const formatValueId = (path: ValuePath): string => JSON.stringify(path);

/** Parses an id. Returns `null` if it is invalid. */
export function parseValueId(id: string): ValuePath | null {
  try {
    return pathSchema.safeParse(JSON.parse(id)).data ?? null;
  } catch {
    return null;
  }
}

/** Access to the members of an object or array. */
export interface MembersReader {
  /** `null` for an array. */
  readonly keys: readonly string[] | null;
  readonly size: number;
  valueAt(position: number): unknown;
  /** Returns the position of a key (the last one, if it is repeated), or -1. */
  placeOf(key: string): number;
}

/** Cached holders of objects with many keys. The objects are never modified. */
const large = new WeakMap<object, MembersReader>();

/** Returns access to the members of a value; `null` if it is not an object or array. */
export function membersReader(value: unknown): MembersReader | null {
  if (typeof value !== 'object' || value === null || value instanceof SourceNumber) return null;
  if (Array.isArray(value)) {
    return { keys: null, size: value.length, valueAt: (position) => ownProperty(value, position), placeOf: () => -1 };
  }
  const known = large.get(value);
  if (known !== undefined) return known;
  const holder = holderOfObject(value);
  if (holder.size > MANY_KEYS) large.set(value, holder);
  return holder;
}

function holderOfObject(value: object): MembersReader {
  const { keys, valueAt } = membersOf(value);
  let places: ReadonlyMap<string, number> | null = null;
  return {
    keys,
    size: keys.length,
    valueAt,
    placeOf: (key) => {
      if (keys.length <= MANY_KEYS) return keys.lastIndexOf(key);
      places ??= new Map(keys.map((each, position) => [each, position]));
      return places.get(key) ?? -1;
    },
  };
}

function membersOf(value: object): Pick<MembersReader, 'valueAt'> & { readonly keys: readonly string[] } {
  if (value instanceof SourceMembers) return { keys: value.keys, valueAt: (position) => value.values[position] };
  const keys = Object.keys(value);
  return { keys, valueAt: (position) => ownProperty(value, keys[position] ?? position) };
}

/** Returns the path step of a member. */
export function stepToMember({ keys, placeOf }: MembersReader, position: number): Step {
  const key = keys?.[position];
  if (key === undefined) return position;
  const isTooLong = key.length > MAX_KEY_LENGTH || JSON.stringify(key).length > MAX_KEY_LENGTH;
  return isTooLong || placeOf(key) !== position ? { at: position } : key;
}

/** Returns the position of the member that a step leads to; `null` if there is none. */
export function memberPosition({ keys, size, placeOf }: MembersReader, step: Step): number | null {
  const place = typeof step === 'object' ? step.at : typeof step === 'string' ? placeOf(step) : step;
  // Objects need keys, arrays need indexes.
  const fits = (keys === null) === (typeof step === 'number');
  return fits && place >= 0 && place < size ? place : null;
}

/** Returns the value at a path, and its path in plain keys and indexes; `null` if there is none. */
export function valueAtPath(root: unknown, path: ValuePath): { readonly value: unknown; readonly path: JsonPath } | null {
  let value = root;
  const plain: (string | number)[] = [];
  for (const step of path) {
    const found = memberAt(value, step);
    if (found === null) return null;
    plain.push(found.key);
    value = found.value;
  }
  return { value, path: plain };
}

/** Returns the member that a step leads to; `null` if there is none. Lists the keys of an object only if necessary. */
function memberAt(value: unknown, step: Step): { readonly key: string | number; readonly value: unknown } | null {
  if (typeof value !== 'object' || value === null || value instanceof SourceNumber) return null;
  if (typeof step !== 'object' && !(value instanceof SourceMembers)) {
    const isThere = Array.isArray(value) === (typeof step === 'number') && Object.hasOwn(value, step);
    return isThere ? { key: step, value: ownProperty(value, step) } : null;
  }
  const holder = membersReader(value);
  const position = holder && memberPosition(holder, step);
  return holder === null || position === null ? null : { key: holder.keys?.[position] ?? position, value: holder.valueAt(position) };
}
