import type * as z from 'zod';
import { counted } from '../text/amounts.ts';
import { similarWord } from '../text/similar-word.ts';
import { describeValue } from './errors.ts';

type Issue = z.core.$ZodRawIssue;

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** Units of the sizes of values; numbers have none. */
const UNITS: Readonly<Record<string, string>> = { string: 'character', array: 'item' };

function ofSize(origin: string, words: string, limit: number | bigint): string {
  const unit = UNITS[origin];
  return unit === undefined ? `must be ${words} ${limit}` : `must have ${words} ${counted(Number(limit), unit)}`;
}

function typeProblem(expected: string, input: unknown): string {
  return input === undefined ? 'is missing' : `must be ${KINDS[expected] ?? expected}`;
}

/** Returns the problem with a value that is none of those allowed, and the one that was probably meant. */
function choiceProblem(values: readonly unknown[], input: unknown): string {
  const words = values.map(String);
  const what = input === undefined ? 'is missing' : 'is not an allowed value';
  const meant = typeof input === 'string' ? similarWord(input, words) : null;
  return `${what}${describeValue({ value: input, allowed: words.join(', ') })}${meant === null ? '' : `; did you mean ${meant}?`}`;
}

/** Describes a problem of a value without the value. */
function schemaProblem(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeProblem(issue.expected, issue.input);
    case 'too_small':
      if (issue.input === '') return 'must not be empty';
      return ofSize(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum);
    case 'too_big':
      return ofSize(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return 'does not have the expected form';
    default:
      return 'is not valid';
  }
}

/**
 * Describes a problem of a value: what is wrong, the value, and what is allowed. Used instead of the validator's own texts, which are
 * meant for programmers. Messages in a schema take precedence.
 */
export function schemaWords(issue: Issue): string {
  if (issue.code === 'invalid_value') return choiceProblem(issue.values, issue.input);
  if (issue.code === 'unrecognized_keys') return `has unknown keys: ${issue.keys.join(', ')}`;
  return issue.input === '' ? schemaProblem(issue) : `${schemaProblem(issue)}${describeValue({ value: issue.input })}`;
}
