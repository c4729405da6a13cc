import { CortexError } from '../platform/errors.ts';
import { unclosedFrom } from '../text/markdown/markdown-unclosed.ts';

/**
 * A change that nobody would read again is not made: it would be part of a code block or a comment, and be made again and again.
 * @param text as it was before @param isRead whether the changed text is read as what it says @throws CortexError `broken-file` with the line
 */
export function checkRead(text: string, isRead: boolean): void {
  if (isRead) return;
  const line = unclosedFrom(text);
  if (line !== null) {
    const next = 'Close it, then do it again; nothing was changed.';
    throw new CortexError('broken-file', 'a code block or comment begins here that is not closed, and would hide the change', {
      line,
      next,
    });
  }
  const next = 'Look for code blocks and comments that are not closed; nothing was changed.';
  throw new CortexError('broken-file', 'the change would not be read as what it says', { next });
}

interface CheckedChange {
  change(text: string): string;
  /** Whether a text shows that the change was made. */
  isMade(text: string): boolean;
}

/** A change of a text that is read again. @throws CortexError `broken-file`, and whatever the change throws */
export function checked(text: string, { change, isMade }: CheckedChange): string {
  const next = change(text);
  checkRead(text, isMade(next));
  return next;
}
