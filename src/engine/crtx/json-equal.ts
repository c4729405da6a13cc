import { ownProperty } from '../text/foreign-data.ts';

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Returns the members of two values in pairs, or `null` if they differ in kind or keys. */
function members(left: unknown, right: unknown): [unknown, unknown][] | null {
  if (left === right) return [];
  if (!isObject(left) || !isObject(right) || Array.isArray(left) !== Array.isArray(right)) return null;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length || !keys.every((key) => Object.hasOwn(right, key))) return null;
  return keys.map((key) => [Reflect.get(left, key), Reflect.get(right, key)]);
}

/** Whether two JSON values are equal, whatever the order of keys. Not recursive, because foreign data may be deeply nested. */
export function jsonEqual(left: unknown, right: unknown): boolean {
  const open: [unknown, unknown][] = [[left, right]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const inner = members(...pair);
    if (inner === null) return false;
    for (const each of inner) open.push(each);
  }
  return true;
}

/** Returns the path of keys to the first difference of two JSON values. Not recursive, as `jsonEqual`. */
export function differingPath(left: unknown, right: unknown): string[] {
  const path: string[] = [];
  for (let pair: readonly [unknown, unknown] | null = [left, right]; pair !== null; ) {
    const step = differingMember(...pair);
    if (step !== null) path.push(step.key);
    pair = step?.pair ?? null;
  }
  return path;
}

/** Returns the first member that differs; `null` if the values differ in kind. */
function differingMember(left: unknown, right: unknown): { readonly key: string; readonly pair: readonly [unknown, unknown] } | null {
  if (!isObject(left) || !isObject(right) || Array.isArray(left) !== Array.isArray(right)) return null;
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const pair = [ownProperty(left, key), ownProperty(right, key)] as const;
    if (!jsonEqual(...pair)) return { key, pair };
  }
  return null;
}
