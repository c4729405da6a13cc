import * as z from 'zod';
import { ownProperty } from '../../engine/text/foreign-data.ts';
import type { JsonPath } from '../../engine/text/json-position.ts';
import { SourceMembers, SourceNumber } from './source-value.ts';

/** Keys that are longer as JSON are known by their place: ids travel with every row. */
const LONGEST_KEY = 120;
/** Of an object with more keys they are listed once: rows and searches ask for them again and again. */
const MANY_KEYS = 1_000;

/** The way to a value: keys, indexes of arrays, and the places of keys that are too long. */
export type ValuePath = readonly Step[];
type Step = string | number | { readonly at: number };

const stepSchema = z.union([z.string(), z.int().nonnegative(), z.object({ at: z.int().nonnegative() })]);
const pathSchema = z.array(stepSchema);

export const idOf = (path: ValuePath): string => JSON.stringify(path);

/** The way that an id says; `null` for what is none. */
export function pathOf(id: string): ValuePath | null {
  try {
    return pathSchema.safeParse(JSON.parse(id)).data ?? null;
  } catch {
    return null;
  }
}

/** A value that holds others. */
export interface Holder {
  /** `null` for an array. */
  readonly keys: readonly string[] | null;
  readonly size: number;
  valueAt(position: number): unknown;
  /** The place of a key, the last of several; -1 where there is none. */
  placeOf(key: string): number;
}

/** Those of objects with many keys. Values are never changed. */
const large = new WeakMap<object, Holder>();

/** What a value holds; `null` for one that holds nothing. */
export function holderOf(value: unknown): Holder | null {
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

function holderOfObject(value: object): Holder {
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

function membersOf(value: object): Pick<Holder, 'valueAt'> & { readonly keys: readonly string[] } {
  if (value instanceof SourceMembers) return { keys: value.keys, valueAt: (position) => value.values[position] };
  const keys = Object.keys(value);
  return { keys, valueAt: (position) => ownProperty(value, keys[position] ?? position) };
}

/** What leads to the value at a place. */
export function stepTo({ keys, placeOf }: Holder, position: number): Step {
  const key = keys?.[position];
  if (key === undefined) return position;
  const isTooLong = key.length > LONGEST_KEY || JSON.stringify(key).length > LONGEST_KEY;
  return isTooLong || placeOf(key) !== position ? { at: position } : key;
}

/** The place to which a step leads; `null` where there is none. */
export function positionOf({ keys, size, placeOf }: Holder, step: Step): number | null {
  const place = typeof step === 'object' ? step.at : typeof step === 'string' ? placeOf(step) : step;
  // An object has keys and an array has indexes.
  const fits = (keys === null) === (typeof step === 'number');
  return fits && place >= 0 && place < size ? place : null;
}

/** The value at the end of a way, and the way in keys and indexes alone; `null` where there is none. */
export function valueAlong(root: unknown, path: ValuePath): { readonly value: unknown; readonly path: JsonPath } | null {
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

/** What a step leads to, and its key or index; `null` where there is nothing. The keys of an object are listed only where they have to be. */
function memberAt(value: unknown, step: Step): { readonly key: string | number; readonly value: unknown } | null {
  if (typeof value !== 'object' || value === null || value instanceof SourceNumber) return null;
  if (typeof step !== 'object' && !(value instanceof SourceMembers)) {
    const isThere = Array.isArray(value) === (typeof step === 'number') && Object.hasOwn(value, step);
    return isThere ? { key: step, value: ownProperty(value, step) } : null;
  }
  const holder = holderOf(value);
  const position = holder && positionOf(holder, step);
  return holder === null || position === null ? null : { key: holder.keys?.[position] ?? position, value: holder.valueAt(position) };
}
