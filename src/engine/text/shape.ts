/** Checks the type of a value. */
export type Check = (value: unknown) => boolean;
export type Checks<T> = { readonly [Field in keyof T]: Check };

export const isText: Check = (value) => typeof value === 'string';
export const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value);
export const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
export const isFlag: Check = (value) => typeof value === 'boolean';

export const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);

export const orNone =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

export const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

export const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/**
 * Returns a type guard for an object's fields. For caches: a zod schema takes longer for fifty thousand lines than parsing them does; this
 * takes a tenth of that.
 */
export function shapeGuard<T>(checks: Checks<T>): (value: unknown) => value is T {
  const fields = Object.entries<Check>(checks);
  return (value): value is T => isRecord(value) && fields.every(([field, check]) => check(value[field]));
}
