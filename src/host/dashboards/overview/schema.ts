import * as z from 'zod';
import type { OverviewStep, OverviewView } from '../../../contract/overview.ts';
import { text } from '../page-schema.ts';

export const overviewViewSchema: z.ZodType<OverviewView> = z.strictObject({});

/** What a person wants done. The page names what it was told, and nothing else. */
export const overviewStepSchema: z.ZodType<OverviewStep> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('go'), id: text }),
  z.object({ kind: z.literal('choose-project') }),
]);
