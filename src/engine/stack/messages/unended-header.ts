import { CortexError, describeError } from '../../platform/errors.ts';
import type { NoHeader } from './message-headers.ts';

/** Text about a header without an end. */
export const HALF_HEADER = 'incomplete header: it does not end with "---"';
export const OR_TEXT = 'or put a backslash before its "---" if it is part of a text.';
export const END_HEADER = `End it with a line "---", ${OR_TEXT}`;

/** Text about a header with Markdown in its lines. */
export const MARKED_UP_HEADER = 'a header with Markdown in its lines is not a message';
export const PLAIN_HEADER = `Write lines such as "To: manager", without "**" or "-" before them, ${OR_TEXT}`;

/** Describes an OUTBOX message that is not sent because its header is invalid. @param file absolute */
export function unendedProblem(file: string, { line, why }: { readonly line: number; readonly why: NoHeader }): string {
  const [what, next] = why === 'unended' ? [HALF_HEADER, END_HEADER] : [MARKED_UP_HEADER, PLAIN_HEADER];
  return describeError(new CortexError('broken-file', `${what}; it is not sent`, { file, line, next }));
}
