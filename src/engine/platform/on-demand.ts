import type * as z from 'zod';
import { ownProperty } from '../text/foreign-data.ts';

/**
 * Returns a function that creates a value on its first call. Used for schemas above all: creating one takes longer than most checks with
 * it, and a command uses few of them.
 * @__NO_SIDE_EFFECTS__ so that a bundle omits unused values
 */
export function onDemand<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The type that a schema made with `onDemand` checks for. */
export type Checked<Make extends () => z.ZodType> = z.infer<ReturnType<Make>>;

/**
 * Returns a function that parses values of many kinds, which one field distinguishes. A schema is created only for kinds that occur,
 * because a log contains few of them.
 * @param kinds schemas by the value of the field
 * @returns `null` for values of an unknown kind, and for values that do not match the schema
 */
export function createReader<Value>(
  field: string,
  kinds: Readonly<Record<string, () => z.ZodType<Value>>>,
): (value: unknown) => Value | null {
  const makers = new Map(Object.entries(kinds));
  return (value) => {
    const kind = ownProperty(value, field);
    const make = typeof kind === 'string' ? makers.get(kind) : undefined;
    return make?.().safeParse(value).data ?? null;
  };
}

/** A value that is created when first requested, and cached until `drop`. */
export class LazyValue<Value> {
  #made: { readonly value: Value } | null = null;

  constructor(private readonly make: () => Value) {}

  get(): Value {
    this.#made ??= { value: this.make() };
    return this.#made.value;
  }

  drop(): void {
    this.#made = null;
  }
}
