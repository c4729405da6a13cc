import * as z from 'zod';
import { place, range, text } from '../page-schema.ts';
import type { ChangedText, QueueDispatch, QueueFilter, QueueMove, QueuesStep, QueuesView, SeenTask } from './protocol.ts';

/** Nobody looks for more words, or writes a longer text here. */
const MOST_WORDS = 1_000;
const LONGEST_TEXT = 1_000_000;

const long = text.max(LONGEST_TEXT);

const filter: z.ZodType<QueueFilter> = z.object({
  words: text.max(MOST_WORDS),
  project: text.nullable(),
  agent: text.nullable(),
  age: z.enum(['all', 'hour', 'day', 'week', 'over-day', 'over-week']),
});

/** What the page has in view. The page is not trusted: it draws what agents wrote. */
export const queuesViewSchema: z.ZodType<QueuesView> = z.object({
  filter,
  lists: z.object({ ready: range, working: range, done: range, other: range }),
  detail: text.nullable(),
  sought: text.nullable(),
});

const seen: z.ZodType<SeenTask> = z.object({
  id: text,
  title: text,
  list: z.enum(['ready', 'working', 'done', 'other']),
  agent: text.nullable(),
});

const changed: z.ZodType<ChangedText> = z.object({ from: text, to: long });

const move: z.ZodType<QueueMove> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('claim'), agent: text }),
  z.object({ kind: z.literal('finish'), agent: text, summary: long }),
  z.object({ kind: z.literal('reopen') }),
  z.object({ kind: z.literal('reassign'), agent: text }),
  z.object({ kind: z.literal('block'), reason: long }),
  z.object({ kind: z.literal('approve') }),
  z.object({ kind: z.literal('edit'), title: changed.nullable(), scope: changed.nullable() }),
]);

const draft: z.ZodType<QueueDispatch> = z.object({ project: text, title: long, scope: long, needsApproval: z.boolean() });

/** What a person wants done. */
export const queuesStepSchema: z.ZodType<QueuesStep> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('set-up') }),
  z.object({ kind: z.literal('register') }),
  z.object({ kind: z.literal('open-task'), task: seen }),
  z.object({ kind: z.literal('open-problem'), file: text, line: place, column: place }),
  z.object({ kind: z.literal('dispatch'), request: text, draft }),
  z.object({ kind: z.literal('move'), request: text, task: seen, move }),
]);
