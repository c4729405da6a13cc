import * as z from 'zod';
import { place, range, text } from '../page-schema.ts';
import type { TimelineFilter, TimelineStep, TimelineView } from './protocol.ts';

/** Nobody looks for more. */
const MOST_WORDS = 1_000;
/** As long as the names that the page is told. */
const MOST_NAME = 5_000;

const name = text.max(MOST_NAME);

const filter: z.ZodType<TimelineFilter> = z.object({
  ...{ text: text.max(MOST_WORDS), file: name, task: name, ref: name },
  ...{ agent: name.nullable(), type: name.nullable(), outcome: name.nullable() },
  age: z.enum(['all', 'hour', 'day', 'week', 'month']),
});

/** What the page has in view. The page is not trusted: it draws what agents wrote. */
export const timelineViewSchema: z.ZodType<TimelineView> = z.object({ filter, entries: range, chosen: text.nullable(), held: z.boolean() });

/** What a person wants done. */
export const timelineStepSchema: z.ZodType<TimelineStep> = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['init', 'add', 'choose-project']) }),
  z.object({ kind: z.literal('resolve'), entry: text }),
  z.object({ kind: z.literal('open-file'), file: text }),
  z.object({ kind: z.literal('open-problem'), file: text, line: place, column: place }),
]);
