import v8 from 'node:v8';
import vm from 'node:vm';
import { expect, it } from 'vitest';
import { allMessages, readBoxes } from '../../../../src/engine/stack/messages/all-messages.ts';
import { parseMessages } from '../../../../src/engine/stack/messages/format.ts';
import { readStatuses } from '../../../../src/engine/stack/status.ts';
import { processorMs } from '../../../support/processor-time.ts';
import { messageText, stackWith } from '../../../support/stack-folders.ts';

const NOW = Date.UTC(2026, 10, 30);

function inbox(count: number, content: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => messageText({ ID: `msg-${n}`, Time: '2026-01-19T10:30:00Z' }, content(n))).join('');
}

function retained(): number {
  v8.setFlagsFromString('--expose-gc');
  vm.runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

it('reads 100,000 messages in much less than the processor time that hangs a terminal', () => {
  const stack = stackWith({ 'INBOX.md': inbox(100_000, (n) => `Message ${n}`) }, 'ann');
  expect(processorMs(() => expect(readStatuses([stack], NOW)).toMatchObject([{ inbox: 100_000, overdue: 100_000 }]))).toBeLessThan(10_000);
});

it('keeps one byte for each byte of a file, whatever its characters', () => {
  const text = inbox(10_000, (n) => `${n} – 💡 ${'and so on '.repeat(100)}`);
  const stack = stackWith({ 'INBOX.md': text });
  const before = retained();
  const messages = allMessages([stack]).messages;
  expect(retained() - before).toBeLessThan(1.6 * Buffer.byteLength(text));
  expect(messages).toHaveLength(10_000);
});

it.each([
  ['a byte order mark', `\ufeff${messageText({ ID: '1', From: 'à', Type: 'größe' }, 'fünf 💡\u2028 x\u00a0')}`],
  ['line breaks of Windows', messageText({ ID: '1', 'X-Note': 'é' }, 'a – b\n\\---\nFrom: x').replaceAll('\n', '\r\n')],
  ['an ending', messageText({ ID: '1', Ending: 'rn' }, 'é')],
  ['no id', messageText({ From: 'à' }, 'é')],
  ['an ideographic space around a value', messageText({ ID: '1', Thread: '\u3000ß\u00a0' }, '日本語')],
  ['a merge conflict', `${messageText({ ID: '1' }, 'é')}<<<<<<< a\nß\n=======\nx\n>>>>>>> b\n${messageText({ ID: '2' }, 'ö')}`],
])('reads a file with %s like its text', (_name, text) => {
  const { inbox: read } = readBoxes(stackWith({ 'INBOX.md': text }));
  const { messages } = parseMessages(text);
  expect(messages.length).toBeGreaterThan(0);
  expect(read.map(({ id, from, type, thread, content, place }) => [id, from, type, thread, content, place.line])).toEqual(
    messages.map(({ id, from, type, thread, content, place }) => [id, from, type, thread, content, place.line]),
  );
});
