import type * as z from 'zod';
import { ownProperty } from '../text/foreign-data.ts';

/**
 * Makes something when it is first asked for. Above all schemas: to make one takes longer than most checks with it, and most commands meet
 * few of them.
 * @__NO_SIDE_EFFECTS__ so that a bundle leaves out what nobody asks for
 */
export function onDemand<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** What a value is that a schema made on demand has checked. */
export type Checked<Make extends () => z.ZodType> = z.infer<ReturnType<Make>>;

/**
 * Reads values of many kinds, which one of their fields tells apart: a log has few kinds of record at a time, and only for those a schema
 * is made.
 * @param kinds by what stands in the field @returns `null` for what is of no kind, or not as its schema says
 */
export function readerOf<Value>(field: string, kinds: Readonly<Record<string, () => z.ZodType<Value>>>): (value: unknown) => Value | null {
  const makers = new Map(Object.entries(kinds));
  return (value) => {
    const kind = ownProperty(value, field);
    const make = typeof kind === 'string' ? makers.get(kind) : undefined;
    return make?.().safeParse(value).data ?? null;
  };
}
