import * as z from 'zod';
import { place, range, text } from '../page-schema.ts';
import type { LocksFilter, LocksStep, LocksView } from './protocol.ts';

/** Nobody looks for more. */
const MOST_WORDS = 1_000;

const filter: z.ZodType<LocksFilter> = z.object({
  words: text.max(MOST_WORDS),
  agent: text.nullable(),
  type: z.enum(['all', 'exclusive', 'shared']),
  conflicts: z.boolean(),
});

/** What the page has in view. The page is not trusted: it draws what agents wrote. */
export const locksViewSchema: z.ZodType<LocksView> = z.object({
  filter,
  sorting: z.enum(['end', 'path']),
  locks: range,
  chosen: text.nullable(),
});

/** What a person wants done. */
export const locksStepSchema: z.ZodType<LocksStep> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('init') }),
  z.object({ kind: z.enum(['open-file', 'break', 'renew', 'release']), lock: text }),
  z.object({ kind: z.literal('end-wait'), lock: text, agent: text, path: text }),
  z.object({ kind: z.literal('open-problem'), file: text, line: place, column: place }),
]);
