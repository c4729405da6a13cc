import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { disputesSchema, layerSchema, vaultOption } from './common.ts';
import { noteFilters, scoreParts } from './search.ts';

export const packInput = onDemand(() =>
  z.object({
    task: z.array(z.string()).min(1).describe('the planned action').meta({ positional: true }),
    tokens: z.int().min(100, 'at least 100').default(4_000).describe('maximum length in tokens, 1 token = 4 bytes'),
    ...noteFilters,
    top: z.int().min(1, 'at least 1').default(20).describe('maximum number of notes'),
    ...vaultOption,
  }),
);

const staleCode = onDemand(() =>
  z.object({
    path: z.string(),
    line: z.int().nullable(),
    reason: z.enum(['changed', 'gone', 'missing', 'unreadable']),
    changed: z.string().nullable(),
  }),
);
const packedNote = onDemand(() =>
  z.object({
    path: z.string(),
    id: z.string(),
    name: z.string(),
    status: z.string(),
    updated: z.string(),
    layer: layerSchema(),
    score: z.number(),
    parts: scoreParts(),
    tokens: z.int(),
    cut: z.boolean(),
    replaces: z.array(z.string()).optional(),
    foundBy: z.string().optional(),
    contradicts: z.array(z.string()).optional(),
    disputes: disputesSchema().optional(),
    stale: z.array(staleCode()).optional(),
  }),
);
/**
 * `tokens`: length of the page. `replaces`: paths of found notes that a note replaces. `foundBy`: the one to which `score` and `parts`
 * belong. `contradicts`: paths of notes with an unresolved contradiction. `disputes`: who found each, and why. `stale`: cited code that
 * changed (`changed`: the day, if only that is known), is gone, or has no such line (`missing`). `leftOut`: found notes that are not on
 * the page, and why: no room, archived, or superseded without a valid replacement.
 */
export const packOutput = onDemand(() =>
  z.object({
    task: z.string(),
    tokens: z.int(),
    markdown: z.string(),
    notes: z.array(packedNote()),
    leftOut: z.array(z.object({ path: z.string(), name: z.string(), score: z.number(), reason: z.string() })),
  }),
);

export type PackInput = Checked<typeof packInput>;
export type PackOutput = Checked<typeof packOutput>;
