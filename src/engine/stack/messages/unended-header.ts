import { CortexError, describeError } from '../../platform/errors.ts';

/** What is said of a header without an end. */
export const HALF_HEADER = 'half a header: it does not end with "---"';
export const OR_TEXT = 'or write a backslash before its "---" if it is part of a text.';
export const END_HEADER = `End it with a line "---", ${OR_TEXT}`;

/** That a message of an OUTBOX is not sent because its header has no end. @param file absolute */
export function unendedProblem(file: string, line: number): string {
  return describeError(new CortexError('broken-file', `${HALF_HEADER}; nothing of it is sent`, { file, line, next: END_HEADER }));
}
