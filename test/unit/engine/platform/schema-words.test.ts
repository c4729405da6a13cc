import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { schemaWords } from '../../../../src/engine/platform/schema-words.ts';

/** Returns what is said about a value. */
const said = (schema: z.ZodType, value: unknown) => schema.safeParse(value, { error: schemaWords }).error?.issues[0]?.message;

const CASES: [z.ZodType, unknown, string][] = [
  [z.string(), 1, 'must be text (got 1)'],
  [z.string(), undefined, 'is missing'],
  [z.int(), 1.5, 'must be a whole number (got 1.5)'],
  [z.boolean(), 'yes', 'must be true or false (got "yes")'],
  [z.array(z.string()), 'a', 'must be a list (got "a")'],
  [z.object({}), null, 'must be an object (got null)'],
  [z.string().min(1), '', 'must not be empty'],
  [z.string().min(3), 'ab', 'must have at least 3 characters (got "ab")'],
  [z.string().max(1), 'ab', 'must have at most 1 character (got "ab")'],
  [z.array(z.string()).min(1), [], 'must have at least 1 item (got [])'],
  [z.number().min(1), 0, 'must be at least 1 (got 0)'],
  [z.number().max(1), 2, 'must be at most 1 (got 2)'],
  [z.number().gt(1), 1, 'must be more than 1 (got 1)'],
  [z.number().lt(1), 1, 'must be less than 1 (got 1)'],
  [z.enum(['cursor', 'claude']), 'curser', 'is not an allowed value (got "curser"; allowed: cursor, claude); did you mean cursor?'],
  [z.enum(['cursor', 'claude']), 'emacs', 'is not an allowed value (got "emacs"; allowed: cursor, claude)'],
  [z.literal('a'), undefined, 'is missing (allowed: a)'],
  [z.strictObject({}), { b: 1 }, 'has unknown keys: b'],
  [z.string().regex(/x/), 'a', 'does not have the expected form (got "a")'],
  [z.number().multipleOf(2), 3, 'must be a multiple of 2 (got 3)'],
  [z.union([z.string(), z.number()]), true, 'is not valid (got true)'],
];

describe('a problem of a value', () => {
  it.each(CASES)('%# is described without the words of the validator', (schema, value, words) => {
    expect(said(schema, value)).toBe(words);
  });

  it('keeps the message of a schema', () => {
    expect(said(z.string('must be a name'), 1)).toBe('must be a name');
  });
});
