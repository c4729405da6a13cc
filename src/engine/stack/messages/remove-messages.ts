import { lineBreakOf } from '../../text/markdown/markdown.ts';
import { parseMessages, type ReadOptions } from './format.ts';
import type { PlacedMessage } from './message.ts';

/** Where a message begins with the empty line before it, which was written with it. */
function beginning(text: string, from: number): number {
  if (text.endsWith('\r\n\r\n', from)) return from - 2;
  const isEmptyLine = text.endsWith('\n\n', from) || (from === 1 && text.startsWith('\n'));
  return isEmptyLine ? from - 1 : from;
}

/**
 * Takes messages out of an INBOX or OUTBOX; all others, what stands before them, a torn end and conflicts stay to the byte.
 * @returns the text itself when none of them is in it
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
  // Half a header that stood behind a message belongs to that one's content: it must not become a torn end, which the next writer would end.
  return kept > 0 && torn === null && parseMessages(left, options).torn !== null ? left + lineBreakOf(text) : left;
}
