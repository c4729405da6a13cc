import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMessage, parseMessages } from '../../src/engine/stack/messages/format.ts';
import type { Message } from '../../src/engine/stack/messages/message.ts';
import { messageId } from '../../src/engine/stack/messages/message-id.ts';
import { removeMessages } from '../../src/engine/stack/messages/remove-messages.ts';
import { expectLinear } from '../support/processor-time.ts';

/** Lines that look like parts of messages. */
const lines = fc.oneof(
  fc.constantFrom('---', '\\---', '\\\\---', '--- ', '---\r', 'From: a', 'from:b', 'To: c', 'ID: msg-1', 'Fro', '', '\r', ' ', 'x', '\0'),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const texts = fc.oneof(
  fc.array(lines, { maxLength: 12 }).map((parts) => parts.join('\n')),
  fc.array(lines, { maxLength: 6 }).map((parts) => parts.join('\r\n')),
);
/** A carriage return at the end would form a line break with our line feed. */
const foreign = texts.filter((text) => !text.endsWith('\r'));
const words = fc.stringMatching(/^[!-~](?:[ -~]{0,8}[!-~])?$/);

const drafts = fc.record({
  from: words,
  to: fc.option(words),
  thread: fc.option(words),
  replyTo: fc.option(words),
  type: words,
  time: fc.option(fc.constantFrom('2026-01-19T10:30:00Z', '2026-01-19T12:30:59+02:00', '2026-01-19T10:30', 'soon')),
  content: texts,
  fields: fc.array(fc.record({ key: fc.constantFrom('Priority', 'X-Note'), value: words }), { maxLength: 2 }),
});
const messages = drafts.map((draft): Message => ({ ...draft, id: messageId(draft) }));

const plain = ({ from, to, thread, replyTo, type, time, content, id }: Message) => ({ from, to, thread, replyTo, type, time, content, id });

describe('messages', () => {
  it('are parsed as written, with any content and any text before them', () => {
    const eols = fc.constantFrom<'\n' | '\r\n'>('\n', '\r\n');
    const preambles = fc.constantFrom('', '# Inbox\n', '# Inbox\r\n\r\n', 'no line feed\n');
    fc.assert(
      fc.property(preambles, fc.array(fc.tuple(messages, eols), { maxLength: 5 }), (preamble, written) => {
        const text = preamble + written.map(([message, eol]) => formatMessage(message, eol)).join('');
        const file = parseMessages(text);
        expect(file.messages.map(plain)).toEqual(written.map(([message]) => plain(message)));
        expect(file.torn).toBeNull();
        expect(file.messages.map(({ fields }) => fields.filter(({ key }) => /^(?:Priority|X-Note)$/.test(key)))).toEqual(
          written.map(([{ fields }]) => fields),
        );
      }),
      { numRuns: 3_000 },
    );
  });

  it('keep all fields of a foreign header when they are forwarded, also unknown ones', () => {
    const keys = fc.constantFrom('From', 'from', 'To', 'TO', 'Thread', 'ReplyTo', 'Type', 'Time', 'ID', 'Ending', 'ending', 'X-Note');
    const values = fc.oneof(fc.constantFrom('', 'n', 'rn', 'no', 'happy', '0'), words);
    const headers = fc.array(fc.record({ key: keys, value: values }), { maxLength: 8 });
    const listed = (fields: Message['fields']) => fields.map(({ key, value }) => `${key.toLowerCase()}: ${value}`);
    fc.assert(
      fc.property(headers, texts, (fields, content) => {
        const lines = [{ key: 'From', value: 'ann' }, ...fields].map(({ key, value }) => `${key}: ${value}\n`);
        const [message] = parseMessages(`---\n${lines.join('')}---\n${content}\n`).messages;
        if (message === undefined) throw new Error('no message');
        const again = parseMessages(formatMessage(message)).messages;
        expect(again.map(plain)).toEqual([plain(message)]);
        const kept = listed(again[0]?.fields ?? []);
        for (const field of listed(message.fields)) expect(kept).toContain(field);
        expect(again[0]?.fields.length).toBeGreaterThanOrEqual(message.fields.length);
      }),
      { numRuns: 1_000 },
    );
  });

  it('split any text into a preamble, messages and a torn end', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { preamble, messages: found, torn } = parseMessages(text);
        const parts = found.map(({ place }) => text.slice(place.from, place.to));
        expect(preamble + parts.join('') + (torn === null ? '' : text.slice(torn.from))).toBe(text);
      }),
      { numRuns: 3_000 },
    );
  });

  it.each(['From: x\n', 'From: x\nTo', 'From: x\n\0\0\0', 'From: x\nTo\0\0', 'From: x\0\0'])(
    'are unaffected by an unfinished header after them: %j',
    (half) => {
      const [whole] = parseMessages('---\nFrom: ann\n---\none\n').messages;
      const { messages: found, torn } = parseMessages(`---\nFrom: ann\n---\none\n\n---\n${half}`);
      expect([found.map(plain), torn?.line]).toEqual([[whole && plain(whole)], 6]);
    },
  );

  it('stay the same when others are appended', () => {
    fc.assert(
      fc.property(foreign, messages, (text, message) => {
        const before = parseMessages(text);
        if (before.torn !== null) return;
        const { messages: after } = parseMessages(`${text}\n${formatMessage(message)}`);
        expect(after.slice(0, -1).map(plain)).toEqual(before.messages.map(plain));
      }),
      { numRuns: 3_000 },
    );
  });

  it('take time linear in their length', () => {
    expectLinear((n) => {
      const text = `---\n${'---\nFrom: a\n'.repeat(n)}${'\\'.repeat(n)}\n---${' '.repeat(n)}x`;
      return () => parseMessages(text);
    }, 10_000);
  });
});

describe('removal of messages', () => {
  it('leaves all others, the preamble and the torn end unchanged', () => {
    fc.assert(
      fc.property(foreign, fc.array(messages, { maxLength: 4 }), fc.nat({ max: 255 }), (text, added, chosen) => {
        const whole = text + added.map((message) => formatMessage(message)).join('');
        const before = parseMessages(whole);
        const removed = new Set(before.messages.filter((_message, n) => (chosen >> (n % 8)) % 2 === 1).map(({ place }) => place.from));
        const after = parseMessages(removeMessages(whole, ({ place }) => removed.has(place.from)));
        const rest = before.messages.filter(({ place }) => !removed.has(place.from));
        expect(after.messages.map(({ content, fields }) => ({ content, fields }))).toEqual(
          rest.map(({ content, fields }) => ({ content, fields })),
        );
        // A torn message is at the end again after the later ones are removed.
        if (parseMessages(text).torn === null) expect(after.torn).toBeNull();
      }),
      { numRuns: 3_000 },
    );
  });

  it('restores the file from before they were appended', () => {
    fc.assert(
      fc.property(foreign, fc.array(messages, { minLength: 1, maxLength: 4 }), (text, added) => {
        const before = parseMessages(text);
        if (before.torn !== null) return;
        const whole = `${text}\n${added.map((message) => formatMessage(message)).join('')}`;
        const isAdded = (from: number) => from >= text.length;
        expect(removeMessages(whole, ({ place }) => isAdded(place.from))).toBe(`${text}\n`);
      }),
      { numRuns: 3_000 },
    );
  });
});
