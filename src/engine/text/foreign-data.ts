/** Maximum number of items or members read from one value of foreign data. Larger ones were not written by people. */
const MAX_ITEMS = 5_000;

/** Returns an own property, never one of the prototype. */
export function ownProperty(value: unknown, key: string | number): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

/** Returns the value at a path of keys; `undefined` if there is none. */
export function valueAt(value: unknown, ...way: readonly string[]): unknown {
  return way.reduce<unknown>(ownProperty, value);
}

/** Returns the strings of an array; empty for any other value. */
export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string').slice(0, MAX_ITEMS) : [];
}

/** Returns a trimmed string; `undefined` for blank strings and other values. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** Returns the members of an object; empty for arrays and other values. */
export function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value).slice(0, MAX_ITEMS) : [];
}

export function keysOf(value: unknown): string[] {
  return entriesOf(value).map(([key]) => key);
}

/**
 * Wraps foreign data between tags that no text in it can close, because `<` is escaped. The reader is a model, which is instructed to
 * follow no instructions inside (docs/decisions/0050-agent-integration.md).
 */
export function fenced(data: unknown): string {
  return `<data>${JSON.stringify(data).replaceAll('<', '\\u003c')}</data>`;
}

/** Formats a time for agents: ISO 8601, UTC, to the second. @param ms milliseconds since 1970 */
export const moment = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+/, '');
