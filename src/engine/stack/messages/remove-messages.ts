import { detectLineBreak } from '../../text/markdown/markdown.ts';
import { parseMessages, type ReadOptions } from './format.ts';
import type { PlacedMessage } from './message.ts';

/** Returns the start of a message, with the empty line before it that was written with it. */
function beginning(text: string, from: number): number {
  if (text.endsWith('\r\n\r\n', from)) return from - 2;
  const isEmptyLine = text.endsWith('\n\n', from) || (from === 1 && text.startsWith('\n'));
  return isEmptyLine ? from - 1 : from;
}

/**
 * Removes messages from an INBOX or OUTBOX. Other messages, the text before them, a torn end and conflicts stay byte for byte.
 * @returns the text itself when it contains none of them
 */
export function removeMessages(text: string, isRemoved: (message: PlacedMessage) => boolean, options: ReadOptions = {}): string {
  const { messages, torn } = parseMessages(text, options);
  let rest = '';
  let kept = 0;
  for (const message of messages) {
    if (!isRemoved(message)) continue;
    const { from, to } = message.place;
    rest += text.slice(kept, beginning(text, from));
    kept = to === text.length ? to : beginning(text, to);
  }
  const left = rest + text.slice(kept);
  // Half a header after a removed message belonged to its content. It must not become a torn end, which the next writer would complete.
  return kept > 0 && torn === null && parseMessages(left, options).torn !== null ? left + detectLineBreak(text) : left;
}
