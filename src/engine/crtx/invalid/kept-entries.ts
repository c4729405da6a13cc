import { ownProperty } from '../../text/foreign-data.ts';
import type { JsonPath } from '../../text/json/json-position.ts';
import { decodeUtf8 } from '../../text/utf8.ts';
import type { InspectedFile } from '../inspect.ts';
import { MAX_PROBLEMS } from './first-problems.ts';
import { inexactNumbers } from './inexact-number-problems.ts';

/** An invalid entry of a list, as it is in the file. */
export interface KeptEntry {
  readonly path: JsonPath;
  readonly value: unknown;
}

/** Whether the invalid parts of a file are only entries of lists, which a write can keep as they are. */
function areOnlyEntries({ bad, left }: InspectedFile<'dna'>, text: string): boolean {
  const areAll = bad.length === left && bad.length < MAX_PROBLEMS;
  // Another index than that in the text, or a number that would change, cannot be written back.
  return areAll && bad.every((path) => path[0] === 'data' && typeof path.at(-1) === 'number') && inexactNumbers(text).length === 0;
}

/**
 * Returns the invalid entries of a file without a log, which a write keeps in their place.
 * @throws CortexError `broken-file` for the first problem that a write cannot keep
 */
export function findKeptEntries(found: InspectedFile<'dna'> | null): KeptEntry[] {
  const [error] = found?.errors ?? [];
  if (found === null || error === undefined) return [];
  const text = decodeUtf8(found.content.bytes, found.file).replace(/^\ufeff/, '');
  if (!areOnlyEntries(found, text)) throw error;
  const file: unknown = JSON.parse(text);
  return found.bad.map((path) => ({ path: path.slice(1), value: path.reduce<unknown>(ownProperty, file) }));
}

/** Returns data with the invalid entries in their place again. */
export function withKeptEntries<Data extends object>(data: Data, entries: readonly KeptEntry[]): Data {
  if (entries.length === 0) return data;
  const whole = structuredClone(data);
  const inOrder = [...entries].sort((one, other) => Number(one.path.at(-1)) - Number(other.path.at(-1)));
  for (const { path, value } of inOrder) {
    const list = path.slice(0, -1).reduce<unknown>(ownProperty, whole);
    if (Array.isArray(list)) list.splice(Number(path.at(-1)), 0, value);
  }
  return whole;
}
