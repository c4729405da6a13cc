import * as z from 'zod';

/**
 * Converts the type of a loose schema to the seed's fields only, so that misspelt fields do not compile. Schemas are loose, because unknown
 * keys are kept.
 */
export type Known<T> = T extends readonly (infer Item)[]
  ? Known<Item>[]
  : T extends object
    ? [NamedKeys<T>] extends [never]
      ? T
      : { [Key in keyof T as Key extends NamedKeys<T> ? Key : never]: Known<T[Key]> }
    : T;

/** The named keys of a type, without index signatures. */
type NamedKeys<T> = keyof { [Key in keyof T as string extends Key ? never : number extends Key ? never : Key]: true };

/** A time: integer milliseconds since 1970 UTC. */
export const time = (meaning: string) => z.int().describe(`${meaning} Milliseconds since 1970 UTC.`);

/** A number of whole things: tokens, agents, milliseconds, touches. */
export const count = (meaning: string) => z.int().describe(meaning);

/** A share or a degree: 0 is none, 1 is all. */
export const degree = (meaning: string) => z.number().min(0).max(1).describe(`${meaning} From 0 to 1.`);

/** Any finite number. */
export const amount = (meaning: string) => z.number().describe(meaning);

export const text = (meaning: string) => z.string().describe(meaning);

export const texts = (meaning: string) => z.array(z.string()).describe(meaning);
