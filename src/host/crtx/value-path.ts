import * as z from 'zod';
import { ownProperty } from '../../engine/kernel/foreign-data.ts';
import type { JsonPath } from '../../engine/kernel/json-position.ts';

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
  /** The place of a key; -1 where there is none. */
  placeOf(key: string): number;
}

/** Those of objects with many keys. Values are never changed. */
const large = new WeakMap<object, Holder>();

/** What a value holds; `null` for one that holds nothing. */
export function holderOf(value: unknown): Holder | null {
  if (typeof value !== 'object' || value === null) return null;
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
  const keys = Object.keys(value);
  let places: ReadonlyMap<string, number> | null = null;
  return {
    keys,
    size: keys.length,
    valueAt: (position) => ownProperty(value, keys[position] ?? position),
    placeOf: (key) => {
      if (keys.length <= MANY_KEYS) return keys.indexOf(key);
      places ??= new Map(keys.map((each, position) => [each, position]));
      return places.get(key) ?? -1;
    },
  };
}

/** What leads to the value at a place. */
export function stepTo({ keys }: Holder, position: number): Step {
  const key = keys?.[position];
  if (key === undefined) return position;
  return key.length > LONGEST_KEY || JSON.stringify(key).length > LONGEST_KEY ? { at: position } : key;
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
    const key = keyOf(value, step);
    if (key === null) return null;
    plain.push(key);
    value = ownProperty(value, key);
  }
  return { value, path: plain };
}

/** The key or index to which a step leads; `null` where there is none. The keys of an object are listed only where they have to be. */
function keyOf(value: unknown, step: Step): string | number | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== (typeof step === 'number')) return null;
  const key = typeof step === 'object' ? holderOf(value)?.keys?.[step.at] : step;
  return key !== undefined && Object.hasOwn(value, key) ? key : null;
}
