import * as z from 'zod';
import { place, range, text } from '../page-schema.ts';
import type { Draft, MessagesFilter, MessagesSnapshot, MessagesStep, MessagesView } from './protocol.ts';

/** Nobody looks for more words, or writes a longer text here. The page is told: what does not fit is not taken. */
export const MOST: MessagesSnapshot['most'] = { words: 1_000, text: 1_000_000 };
const MOST_UNFOLDED = 10_000;

const filter: z.ZodType<MessagesFilter> = z.object({
  words: text.max(MOST.words),
  only: z.enum(['all', 'unread', 'overdue']),
  stack: text.nullable(),
});

/** What the page has in view. The page is not trusted: it draws what agents wrote. */
export const messagesViewSchema: z.ZodType<MessagesView> = z.object({
  filter,
  threads: range,
  thread: text.nullable(),
  start: text.nullable(),
  messages: range.nullable(),
  unfolded: z.array(text).max(MOST_UNFOLDED),
  answering: text.nullable(),
});

const draft: z.ZodType<Draft> = z.object({
  id: text,
  to: text,
  type: text,
  thread: text,
  text: text.max(MOST.text),
  replyTo: text.nullable(),
});

/** What a person wants done. */
export const messagesStepSchema: z.ZodType<MessagesStep> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('init') }),
  z.object({ kind: z.literal('mark'), message: text, read: z.boolean() }),
  z.object({ kind: z.literal('mark-thread'), thread: text }),
  z.object({ kind: z.literal('open-message'), message: text }),
  z.object({ kind: z.literal('send'), draft }),
  z.object({ kind: z.literal('open-problem'), file: text, line: place, column: place }),
]);
