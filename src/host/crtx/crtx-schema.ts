import * as z from 'zod';
import { place, range, text } from '../dashboards/page-schema.ts';
import type { CrtxStep, CrtxView } from './protocol.ts';

/** As much of a value as the page shows, which may be pasted. */
const MOST_WORDS = 20_000;
/** More than a person unfolds. */
const MOST_UNFOLDED = 2_000;

/** What the page has in view. The page is not trusted: it draws what agents wrote. */
export const crtxViewSchema: z.ZodType<CrtxView> = z.object({
  values: range,
  unfolded: z.array(text).max(MOST_UNFOLDED),
  search: text.max(MOST_WORDS),
  chosen: text.nullable(),
});

/** What a person wants done. */
export const crtxStepSchema: z.ZodType<CrtxStep> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open-text') }),
  z.object({ kind: z.literal('open-dashboard'), dashboard: z.enum(['swarm', 'locks', 'timeline', 'graph']) }),
  z.object({ kind: z.enum(['show-in-text', 'copy-value', 'copy-path']), value: text }),
  z.object({ kind: z.literal('open-problem'), file: text, line: place, column: place }),
]);
