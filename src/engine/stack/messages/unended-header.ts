import { CortexError, describeError } from '../../platform/errors.ts';
import type { NoHeader } from './message-headers.ts';

export const OR_TEXT = 'or put a backslash before its "---" if it is part of a text.';

/** What is wrong with an invalid header, and the next step. */
export const HEADER_FAULTS: Readonly<Record<NoHeader, { readonly what: string; readonly next: string }>> = {
  unended: { what: 'incomplete header: it does not end with "---"', next: `End it with a line "---", ${OR_TEXT}` },
  'marked-up': {
    what: 'a header with Markdown in its lines is not a message',
    next: `Write lines such as "To: manager", without "**" or "-" before them, ${OR_TEXT}`,
  },
  'no-colon': {
    what: 'a header with a line without a colon is not a message',
    next: `Write lines such as "To: manager", with a colon after the key, ${OR_TEXT}`,
  },
};

/** Describes an OUTBOX message that is not sent because its header is invalid. @param file absolute */
export function invalidHeaderProblem(file: string, { line, why }: { readonly line: number; readonly why: NoHeader }): string {
  const { what, next } = HEADER_FAULTS[why];
  return describeError(new CortexError('broken-file', `${what}; it is not sent`, { file, line, next }));
}
