import { CommanderError } from 'commander';
import * as z from 'zod';
import { CortexError, describeError, type ErrorCode, type ErrorData, joinSentences } from '../engine/platform/errors.ts';
import type { Operation } from '../engine/platform/operation.ts';
import { listParameters } from './parameters.ts';

/** An error, for a person and for a program. */
interface Failure {
  /** `no`: refused, or not there. `usage`: wrong usage. `failed`: the command could not do its work. */
  readonly kind: 'no' | 'usage' | 'failed';
  /** Messages that are not printed yet. */
  readonly messages: readonly string[];
  /** The output for `--json`; `unexpected` is a bug in this program. */
  readonly error: ErrorData & { readonly code: ErrorCode | 'unexpected'; readonly message: string };
}

/** Error codes that are not failures; all others are. */
const KINDS: ReadonlyMap<ErrorCode, Failure['kind']> = new Map([
  ['invalid-input', 'usage'],
  ['not-found', 'no'],
  ['already-exists', 'no'],
  ['denied', 'no'],
  ['outside-root', 'no'],
]);

const HELP = 'To see the allowed values, add --help.';

/** The message of commander for an invalid value, with the value and the allowed ones. */
const WRONG_VALUE = / argument '(.*)' is invalid\. (?:Allowed choices are (.*)\.$)?/s;

/** Commander has printed the message already. */
function wrongUsage({ message }: CommanderError): Failure {
  const [, value, allowed] = WRONG_VALUE.exec(message) ?? [];
  const given = { ...(value !== undefined && { value }), ...(allowed !== undefined && { allowed }) };
  return { kind: 'usage', messages: [], error: { code: 'invalid-input', message: message.replace(/^error: /, ''), ...given, next: HELP } };
}

function wrongInput(error: z.ZodError, operation: Operation | null): Failure {
  const parameters = operation === null ? [] : listParameters(operation);
  const problems = error.issues.map(({ message, path }) => {
    const parameter = parameters.find(({ key }) => key === path[0]);
    return parameter === undefined ? message : `${parameter.positional ? `<${parameter.flag}>` : `--${parameter.flag}`}: ${message}`;
  });
  return {
    kind: 'usage',
    messages: problems.map((problem) => joinSentences(problem, HELP)),
    error: { code: 'invalid-input', message: problems.join('; '), next: HELP },
  };
}

/** Adapts the commands suggested by an error, so that they can be pasted. */
function withNext(error: unknown, shown: (next: string) => string): unknown {
  if (!(error instanceof CortexError) || error.data.next === undefined) return error;
  const { code, message, data, warnings } = error;
  return new CortexError(code, message, { ...data, next: shown(error.data.next) }, { cause: error, warnings });
}

/**
 * @param operation that was run; `null` before it is known
 * @param shown adapts suggested commands so that they can be pasted
 */
export function toFailure(thrown: unknown, operation: Operation | null, shown: (next: string) => string): Failure {
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
