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
 * Returns the texts of messages to append to a file. If the file ends in an unfinished line, an empty line comes first: otherwise our `---`
 * could close a half-written header, and our header would become its content.
 */
export function addedMessages(file: OpenText, messages: readonly Message[]): string[] {
  const isWhole = file.size === 0 || file.read(file.size - 1, file.size)[0] === LINE_FEED;
  const eol = eolOf(file);
  return messages.map((message, n) => (isWhole || n > 0 ? '' : '\n') + formatMessage(message, eol));
}
