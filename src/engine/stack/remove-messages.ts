import { lineBreakOf } from '../kernel/markdown.ts';
import { parseMessages } from './format.ts';
import type { PlacedMessage } from './message.ts';

/** Where a message begins with the empty line before it, which was written with it. */
function beginning(text: string, from: number): number {
  if (text.endsWith('\r\n\r\n', from)) return from - 2;
  const isEmptyLine = text.endsWith('\n\n', from) || (from === 1 && text.startsWith('\n'));
  return isEmptyLine ? from - 1 : from;
}

/**
 * Takes messages out of an INBOX or OUTBOX; all others, what stands before them and a torn end stay to the byte.
 * @returns the text itself when none of them is in it
 */
export function removeMessages(text: string, isRemoved: (message: PlacedMessage) => boolean): string {
  const { messages, torn } = parseMessages(text);
  const last = torn === null ? text.length : beginning(text, torn.from);
  let rest = '';
  let kept = 0;
  for (const [n, message] of messages.entries()) {
    if (!isRemoved(message)) continue;
    const next = messages[n + 1];
    rest += text.slice(kept, beginning(text, message.place.from));
    kept = next === undefined ? last : beginning(text, next.place.from);
  }
  const left = rest + text.slice(kept);
  // Half a header that stood behind a message belongs to that one's content: it must not become a torn end, which the next writer would end.
  return kept > 0 && torn === null && parseMessages(left).torn !== null ? left + lineBreakOf(text) : left;
}
