import type { OpenText } from '../../files/text-append.ts';
import { formatMessage } from './format.ts';
import type { Message } from './message.ts';

const FIRST_BYTES = 4_096;
const LINE_FEED = 0x0a;

function eolOf(file: OpenText): '\n' | '\r\n' {
  const first = file.read(0, Math.min(file.size, FIRST_BYTES));
  const feed = first.indexOf('\n');
  return feed > 0 && first[feed - 1] === 0x0d ? '\r\n' : '\n';
}

/**
 * Messages as they are added to a file. Half a header at its end, without a line feed, is ended by an empty line: else our own `---` would
 * end it, and our header be the content of that message.
 */
export function addedMessages(file: OpenText, messages: readonly Message[]): string[] {
  const isWhole = file.size === 0 || file.read(file.size - 1, file.size)[0] === LINE_FEED;
  const eol = eolOf(file);
  return messages.map((message, n) => (isWhole || n > 0 ? '' : '\n') + formatMessage(message, eol));
}
