import { ownProperty } from '../../text/foreign-data.ts';
import type { JsonPath } from '../../text/json/json-position.ts';
import type { CortexFileType } from '../schema.ts';

/** Lists below `data` whose entries are independent, for each type. */
const LISTS: Readonly<Record<CortexFileType, readonly string[]>> = {
  timeline: [''],
  reasoning: [''],
  dna: [
    'constraints',
    'patterns',
    'risks',
    ...['boundaries', 'dataFlow', 'entryPoints'].map((key) => `architecture.${key}`),
    ...['languages', 'frameworks', 'databases', 'infrastructure', 'aiProviders', 'buildTools'].map((key) => `stack.${key}`),
    'owner.preferences',
  ],
  graph: ['nodes', 'edges', 'clusters'],
  swarm: ['agents', 'locks'],
};
/** Fields of the header without which the data can be read. The others say what the file is. */
const HEADER_FIELDS: readonly unknown[] = ['project', 'created', 'updated', 'checksum'];

/**
 * Values that temporarily replace invalid parts of `data`, by key, until their previous values are restored. An object that is not inside
 * an entry, such as the root task, is replaced field by field.
 */
export type Placeholders = Readonly<Record<string, unknown>>;

/** How the parts of a file are told apart. */
interface Parts {
  readonly type: CortexFileType;
  readonly placeholders: Placeholders;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the path of the entry with a problem; `null` if the problem makes the whole file unreadable. */
export function entryOf({ type, placeholders }: Parts, path: JsonPath): JsonPath | null {
  const [top, ...rest] = path;
  if (top === 'header') return HEADER_FIELDS.includes(rest[0]) ? path.slice(0, 2) : null;
  if (top !== 'data') return null;
  const at = rest.findIndex((part) => typeof part === 'number');
  if (at !== -1 && LISTS[type].includes(rest.slice(0, at).join('.'))) return path.slice(0, at + 2);
  const task = type === 'swarm' && rest[0] === 'decomposition' ? taskOf(path) : null;
  if (task !== null) return task;
  return Object.hasOwn(placeholders, String(rest[0])) ? fieldOf(placeholders, path) : null;
}

/** Returns the path of the smallest field with a problem. Optional fields have no placeholder. */
function fieldOf(placeholders: Placeholders, path: JsonPath): JsonPath {
  let value: unknown = placeholders;
  let end = 1;
  while (end < path.length && isObject(value)) {
    value = ownProperty(value, path[end] ?? '');
    end += 1;
  }
  return path.slice(0, end);
}

/**
 * Returns the path of the deepest task with a problem. The root task, which contains all others, is not an entry: its fields are replaced
 * one by one.
 */
function taskOf(path: JsonPath): JsonPath | null {
  let end = 2;
  while (path[end] === 'children' && typeof path[end + 1] === 'number') end += 2;
  return end > 2 ? path.slice(0, end) : null;
}

/** Returns the valid value that replaces the invalid one at a path of the file; `undefined` for an optional field. */
export function placeholderOf([, ...way]: JsonPath, placeholders: Placeholders): unknown {
  return structuredClone(way.reduce<unknown>(ownProperty, placeholders));
}

/** A valid time of the header replaces the invalid one. An empty checksum is not verified. */
export function headerPlaceholder(header: object, key: string | number): string | number {
  if (key !== 'created' && key !== 'updated') return '';
  const other = ownProperty(header, key === 'created' ? 'updated' : 'created');
  return Number.isSafeInteger(other) ? Number(other) : 0;
}
