import * as z from 'zod';
import { text } from '../page-schema.ts';
import type { OverviewStep, OverviewView } from './protocol.ts';

export const overviewViewSchema: z.ZodType<OverviewView> = z.strictObject({});

/** What a person wants done. The page names what it was told, and nothing else. */
export const overviewStepSchema: z.ZodType<OverviewStep> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('go'), id: text }),
  z.object({ kind: z.literal('choose-project') }),
]);
