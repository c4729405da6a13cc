import { cut } from '../../engine/text/cut.ts';
import type { NamedValue, ValueKind } from './protocol.ts';
import { SourceMembers, SourceNumber } from './source-value.ts';
import { type MembersReader, membersReader } from './value-path.ts';

/** Maximum length of the text in a row, in UTF-16 code units. */
const MAX_ROW_LENGTH = 300;
/** Maximum number of members in the preview of a value. */
const MAX_NAMED = 4;
/** Number of members to examine for the preview. */
const MAX_LOOKED_AT = 30;
const MAX_NAMED_LENGTH = 60;

/** Range of numbers that are taken for times: from 2001 to 2100. */
const FIRST_MOMENT = 978_307_200_000;
const LAST_MOMENT = 4_102_444_800_000;

export function valueKind(value: unknown): ValueKind {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  if (value instanceof SourceNumber) return 'number';
  const kind = typeof value;
  return kind === 'string' || kind === 'number' || kind === 'boolean' ? kind : 'object';
}

/** Returns a number that looks like a time, else `null`. The seed's times are milliseconds since 1970 UTC. */
export function toMoment(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= FIRST_MOMENT && value <= LAST_MOMENT ? value : null;
}

/** Matches keys of durations in milliseconds, such as `maxDurationMs`. */
const DURATION_KEY = /[a-z]M(?:s|illis|illiseconds)$|_ms$/;

/** Longest plausible duration: a hundred years. */
const MAX_DURATION = 36_525 * 86_400_000;

/** Returns a number whose key names a duration in milliseconds, else `null`. */
export function toDuration(key: unknown, value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= MAX_DURATION && typeof key === 'string' && DURATION_KEY.test(key)
    ? value
    : null;
}

/** Returns the text of a plain value; `null` for an object or array. */
export function plainText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (value instanceof SourceNumber) return value.source;
  return typeof value === 'object' && value !== null ? null : String(value);
}

/** Returns the text of a value for its row; empty for an object or array. */
export function rowText(value: unknown): string {
  return cut(plainText(value) ?? '', MAX_ROW_LENGTH);
}

/** Returns a preview of the first members that are plain values. */
export function previewMembers(value: unknown): NamedValue[] {
  const holder = membersReader(value);
  const named: NamedValue[] = [];
  if (holder === null) return named;
  for (let position = 0; position < Math.min(holder.size, MAX_LOOKED_AT) && named.length < MAX_NAMED; position += 1) {
    const held = holder.valueAt(position);
    const text = plainText(held);
    if (text === null || text === '') continue;
    const key = holder.keys?.[position] ?? null;
    const said = { moment: toMoment(held), lasts: toDuration(key, held) };
    named.push({ key: key === null ? null : cut(key, MAX_NAMED_LENGTH), text: cut(text, MAX_NAMED_LENGTH), ...said });
  }
  return named;
}

/** Maximum number of spaces for indentation. A deep value would need more than a string can hold, and is not indented. */
const MAX_SPACES = 50_000_000;

/** Returns the whole value: a string as is, any other value as JSON. */
export function wholeText(value: unknown): string {
  if (typeof value === 'string') return value;
  const pieces: string[] = [];
  write(value, spacesIn(value, 1) <= MAX_SPACES ? '\n' : '', pieces);
  return pieces.join('');
}

/**
 * Writes a value as JSON. `JSON.stringify` does not support exact numbers, and its check for cycles takes a minute in a large, deep file.
 * @param line line break with the indentation of the value; empty for a single line
 */
function write(value: unknown, line: string, into: string[]): void {
  const holder = membersReader(value);
  if (holder === null) into.push(value instanceof SourceNumber ? value.source : (JSON.stringify(value) ?? 'null'));
  else writeHeld(holder, line, into);
}

function writeHeld({ keys, size, valueAt }: MembersReader, line: string, into: string[]): void {
  const inner = line === '' ? '' : `${line}  `;
  into.push(keys === null ? '[' : '{');
  for (let position = 0; position < size; position += 1) {
    into.push(position > 0 ? ',' : '', inner);
    if (keys !== null) into.push(JSON.stringify(keys[position]), line === '' ? ':' : ': ');
    write(valueAt(position), inner, into);
  }
  into.push(size === 0 ? '' : line, keys === null ? ']' : '}');
}

/** Counts the spaces for indentation, up to about `MAX_SPACES`. */
function spacesIn(value: unknown, depth: number): number {
  const holder = membersReader(value);
  let spaces = 0;
  for (let position = 0; holder !== null && position < holder.size && spaces <= MAX_SPACES; position += 1)
    spaces += 2 * depth + spacesIn(holder.valueAt(position), depth + 1);
  return spaces;
}

/** Maximum number of values to write for reading. */
const MAX_WRITTEN = 2_000;

/** Returns the beginning of a value: a string as is, any other value as JSON. */
export function readableText(value: unknown, most: number): { readonly text: string; readonly isCut: boolean } {
  const left = { values: MAX_WRITTEN, characters: most, isCut: false };
  const text = wholeText(beginningOf(value, left));
  return { text: cut(text, most), isCut: left.isCut || text.length > most };
}

interface Left {
  values: number;
  characters: number;
  isCut: boolean;
}

/** Copies the first members of a value, up to the limits. */
function beginningOf(value: unknown, left: Left): unknown {
  left.values -= 1;
  const holder = membersReader(value);
  if (holder === null) return typeof value === 'string' ? shortened(value, left) : value;
  const keys: string[] = [];
  const values: unknown[] = [];
  for (let position = 0; position < holder.size; position += 1) {
    if (left.values <= 0 || left.characters <= 0) {
      left.isCut = true;
      break;
    }
    keys.push(shortened(holder.keys?.[position] ?? '', left));
    values.push(beginningOf(holder.valueAt(position), left));
  }
  return holder.keys === null ? values : new SourceMembers(keys, values);
}

function shortened(text: string, left: Left): string {
  const most = Math.max(left.characters, 1);
  left.characters -= text.length;
  left.isCut ||= text.length > most;
  return cut(text, most);
}
