import { CortexError } from '../platform/errors.ts';
import { findUnclosed } from '../text/markdown/marked-section.ts';

/**
 * Checks that a change can be read back. Inside an unclosed code block or comment it would be ignored, and repeated again and again.
 * @param text text before the change
 * @param isRead whether the changed text is parsed as intended
 * @throws CortexError `broken-file` with the line
 */
export function checkRead(text: string, isRead: boolean): void {
  if (isRead) return;
  const line = findUnclosed(text);
  if (line !== null) {
    const next = 'Close it, then try again; nothing was changed.';
    throw new CortexError('broken-file', 'unclosed code block or comment, which would hide the change', {
      line,
      next,
    });
  }
  const next = 'Look for unclosed code blocks and comments; nothing was changed.';
  throw new CortexError('broken-file', 'the change could not be read back', { next });
}

interface CheckedChange {
  change(text: string): string;
  /** Reports whether a text contains the change. */
  isMade(text: string): boolean;
}

/** Applies a change and checks that it can be read back. @throws CortexError `broken-file`, and what the change throws */
export function checked(text: string, { change, isMade }: CheckedChange): string {
  const next = change(text);
  checkRead(text, isMade(next));
  return next;
}
