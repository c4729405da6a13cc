import * as z from 'zod';
import { place, range, text } from '../page-schema.ts';
import type { MemoryStep, MemoryView, NotesFilter } from './protocol.ts';

/** Nobody looks for more. */
const MOST_WORDS = 1_000;
/** As long as the names that the page is told. */
const MOST_NAME = 2_000;

const name = text.max(MOST_NAME).nullable();

const filter: z.ZodType<NotesFilter> = z.object({
  search: text.max(MOST_WORDS),
  ...{ type: name, project: name, status: name, layer: z.enum(['hot', 'warm', 'cold']).nullable() },
});

/** What the page has in view. The page is not trusted: it draws what agents wrote. */
export const memoryViewSchema: z.ZodType<MemoryView> = z.object({ filter, notes: range, chosen: text.nullable() });

/** What a person wants done. */
export const memoryStepSchema: z.ZodType<MemoryStep> = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['create', 'choose', 'new', 'report', 'pack']) }),
  z.object({ kind: z.enum(['open', 'archive', 'supersede']), note: text }),
  z.object({ kind: z.literal('accept'), note: text, version: text }),
  z.object({ kind: z.literal('open-line'), note: text, line: place }),
  z.object({ kind: z.literal('open-problem'), file: text, line: place, column: place }),
]);
