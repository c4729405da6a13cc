import type { CortexError } from '../../platform/errors.ts';
import { ownProperty } from '../../text/foreign-data.ts';
import { findJsonProblem, type JsonPath } from '../../text/json/json-position.ts';
import { decodeUtf8 } from '../../text/utf8.ts';
import type { InspectedFile } from '../inspect.ts';
import { jsonEqual } from '../json-equal.ts';
import { MAX_PROBLEMS } from './first-problems.ts';
import { inexactNumbers } from './inexact-number-problems.ts';

/** An invalid entry of a list or an invalid field, as it is in the file. */
export interface KeptEntry {
  /** Below `data`. Its last key is the index in a list or the name of a field. */
  readonly path: JsonPath;
  readonly value: unknown;
  /** Describes what is wrong with it. */
  readonly error: CortexError;
}

/** Whether the invalid parts of a file are only entries of lists and fields of `data`, which a write can keep as they are. */
function areOnlyEntries({ bad, left }: InspectedFile<'dna'>, text: string): boolean {
  const areAll = bad.length === left && bad.length < MAX_PROBLEMS;
  // Another index than that in the text, or a number that would change, cannot be written back.
  return areAll && bad.every(([top]) => top === 'data') && inexactNumbers(text).length === 0;
}

/**
 * Returns the invalid entries of a file without a log, which a write keeps in their place. A missing field is not among them: a write adds
 * it.
 * @throws CortexError `broken-file` for the first problem that a write cannot keep
 */
export function findKeptEntries(found: InspectedFile<'dna'> | null): KeptEntry[] {
  const [first] = found?.errors ?? [];
  if (found === null || first === undefined) return [];
  const text = decodeUtf8(found.content.bytes, found.file).replace(/^\ufeff/, '');
  if (findJsonProblem(text) !== null || !areOnlyEntries(found, text)) throw first;
  const file: unknown = JSON.parse(text);
  return found.bad.flatMap((path, index) => {
    const value = path.reduce<unknown>(ownProperty, file);
    return value === undefined ? [] : [{ path: path.slice(1), value, error: found.errors[index] ?? first }];
  });
}

/** Requires that an edit changes none of the invalid fields that the file keeps. @throws CortexError `broken-file` naming the field */
export function requireKeptFields(before: object, after: object, entries: readonly KeptEntry[]): void {
  for (const { path, error } of entries) {
    if (typeof path.at(-1) !== 'string') continue;
    const [one, other] = [before, after].map((data) => path.reduce<unknown>(ownProperty, data));
    if (!jsonEqual(one, other)) throw error;
  }
}

/** Inserted from the start of each list, every entry gets its own index again. */
function inOrderOfIndex(entries: readonly KeptEntry[]): KeptEntry[] {
  const indexOf = ({ path }: KeptEntry) => (typeof path.at(-1) === 'number' ? Number(path.at(-1)) : -1);
  return [...entries].sort((one, other) => indexOf(one) - indexOf(other));
}

/** Returns data with the invalid entries and fields in their place again. */
export function withKeptEntries<Data extends object>(data: Data, entries: readonly KeptEntry[]): Data {
  if (entries.length === 0) return data;
  const whole = structuredClone(data);
  for (const { path, value } of inOrderOfIndex(entries)) {
    const key = path.at(-1) ?? '';
    const parent = path.slice(0, -1).reduce<unknown>(ownProperty, whole);
    if (Array.isArray(parent)) parent.splice(Number(key), 0, value);
    else if (typeof parent === 'object' && parent !== null) Reflect.set(parent, key, value);
  }
  return whole;
}
