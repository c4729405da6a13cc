import { CommanderError } from 'commander';
import * as z from 'zod';
import { CortexError, describeError, type ErrorCode, type ErrorData } from '../engine/platform/errors.ts';
import type { Operation } from '../engine/platform/operation.ts';
import { parametersOf } from './parameters.ts';

/** What went wrong, for a person and for a program. */
interface Failure {
  /** `no`: it was understood and refused. `usage`: it was asked wrongly. `failed`: it could not. */
  readonly kind: 'no' | 'usage' | 'failed';
  /** What is still to be said to a person, a message each. */
  readonly messages: readonly string[];
  /** What `--json` shows; `unexpected` is a defect of ours. */
  readonly error: ErrorData & { readonly code: ErrorCode | 'unexpected'; readonly message: string };
}

/** What each error is that is no failure: what was asked for is not there, is there already, or is not allowed. */
const KINDS: ReadonlyMap<ErrorCode, Failure['kind']> = new Map([
  ['invalid-input', 'usage'],
  ['not-found', 'no'],
  ['already-exists', 'no'],
  ['denied', 'no'],
  ['outside-root', 'no'],
]);

const HELP = 'Add --help for what is allowed.';

/** How commander says that a value cannot be, and which ones could. */
const WRONG_VALUE = / argument '(.*)' is invalid\. (?:Allowed choices are (.*)\.$)?/s;

/** Commander has said it to the person already. */
function wrongUsage({ message }: CommanderError): Failure {
  const [, value, allowed] = WRONG_VALUE.exec(message) ?? [];
  const given = { ...(value !== undefined && { value }), ...(allowed !== undefined && { allowed }) };
  return { kind: 'usage', messages: [], error: { code: 'invalid-input', message: message.replace(/^error: /, ''), ...given, next: HELP } };
}

/** The validator's own words are for programmers; most schemas have ours. */
function wordsOf(issue: z.core.$ZodIssue): string {
  const isEmpty = issue.code === 'too_small' && issue.origin === 'string' && issue.message.startsWith('Too small');
  return isEmpty ? 'must not be empty' : issue.message;
}

function wrongInput(error: z.ZodError, operation: Operation | null): Failure {
  const parameters = operation === null ? [] : parametersOf(operation);
  const problems = error.issues.map((issue) => {
    const message = wordsOf(issue);
    const parameter = parameters.find(({ key }) => key === issue.path[0]);
    return parameter === undefined ? message : `${parameter.positional ? `<${parameter.flag}>` : `--${parameter.flag}`}: ${message}`;
  });
  return {
    kind: 'usage',
    messages: problems.map((problem) => `${problem}. ${HELP}`),
    error: { code: 'invalid-input', message: problems.join('; '), next: HELP },
  };
}

/** An error whose suggested commands can be typed where it is shown. */
function withNext(error: unknown, shown: (next: string) => string): unknown {
  if (!(error instanceof CortexError) || error.data.next === undefined) return error;
  const { code, message, data, warnings } = error;
  return new CortexError(code, message, { ...data, next: shown(error.data.next) }, { cause: error, warnings });
}

/**
 * @param operation that was asked for; `null` before it was known
 * @param shown makes the commands that are suggested such that they can be typed here
 */
export function failureOf(thrown: unknown, operation: Operation | null, shown: (next: string) => string): Failure {
  const error = withNext(thrown, shown);
  if (error instanceof CommanderError) return wrongUsage(error);
  if (error instanceof z.ZodError) return wrongInput(error, operation);
  const messages = [describeError(error)];
  if (!(error instanceof CortexError)) {
    return { kind: 'failed', messages, error: { code: 'unexpected', message: error instanceof Error ? error.message : String(error) } };
  }
  const { code, message, data } = error;
  return { kind: KINDS.get(code) ?? 'failed', messages, error: { code, message, ...data } };
}
