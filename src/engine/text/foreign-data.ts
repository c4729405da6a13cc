/** How many items or members are taken of one thing in data that others wrote; more are nothing that people wrote. */
const MOST_ITEMS = 5_000;

/** A property of its own, never one of a prototype. */
export function ownProperty(value: unknown, key: string | number): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

/** The members of an object along a way of keys; `undefined` where there are none. */
export function at(value: unknown, ...way: readonly string[]): unknown {
  return way.reduce<unknown>(ownProperty, value);
}

/** The texts in whatever should be a list of them. */
export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string').slice(0, MOST_ITEMS) : [];
}

/** A text that says something. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** The members of whatever should be an object; a list or anything else has none. */
export function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value).slice(0, MOST_ITEMS) : [];
}

export function keysOf(value: unknown): string[] {
  return entriesOf(value).map(([key]) => key);
}
