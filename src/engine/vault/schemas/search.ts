import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { countsSchema, disputesSchema, layerSchema, vaultOption } from './common.ts';

export const noteFilters = {
  project: z.array(z.string()).default([]).describe('only notes of this project; may be repeated').meta({ short: 'p' }),
  type: z.array(z.string()).default([]).describe('only notes of this type; may be repeated').meta({ short: 't' }),
  tag: z.array(z.string()).default([]).describe('only notes with this tag; may be repeated'),
};

export const searchInput = onDemand(() =>
  z.object({
    query: z.array(z.string()).default([]).describe('words to search for (default: list all notes)').meta({ positional: true }),
    ...noteFilters,
    status: z.array(z.string()).default([]).describe('only notes with this status; may be repeated'),
    hot: z.boolean().default(false).describe('only notes updated in the last days'),
    top: z.int().min(1, 'at least 1').default(10).describe('maximum number of notes'),
    allStatus: z.boolean().default(false).describe('also list archived and superseded notes (a search finds them anyway)'),
    paths: z.boolean().default(false).describe('print paths only'),
    content: z.boolean().default(false).describe('print the text of each note'),
    brief: z.boolean().default(false).describe('print the first lines of each note'),
    explain: z.boolean().default(false).describe('explain the scores'),
    summary: z.boolean().default(false).describe('print a summary of the vault instead'),
    ...vaultOption,
  }),
);
export const summaryInput = onDemand(() => z.object(vaultOption));
const scorePart = onDemand(() =>
  z.object({ word: z.string(), field: z.enum(['name', 'alias', 'tag', 'project', 'description', 'path']), points: z.number() }),
);
/** Parts of a score: docs/protocols/vault.md, "Search". */
export const scoreParts = onDemand(() =>
  z.object({ words: z.array(scorePart()), allWords: z.boolean(), bonus: z.number(), factor: z.number() }),
);
/**
 * `updated`: empty if the header has none. `replacedBy`: path of the replacement, which is listed before it. `supersededBy`: path of a
 * replacement that was not found. `disputes`: at most three notes with an unresolved contradiction. `content`: text without the header, if
 * requested.
 */
const searchResult = onDemand(() =>
  z.object({
    path: z.string(),
    id: z.string(),
    name: z.string(),
    type: z.string(),
    project: z.string(),
    status: z.string(),
    tags: z.array(z.string()),
    updated: z.string(),
    layer: layerSchema(),
    score: z.number(),
    parts: scoreParts(),
    replacedBy: z.string().optional(),
    supersededBy: z.string().optional(),
    disputes: disputesSchema().optional(),
    content: z.string().optional(),
  }),
);
/** `total`: number of notes found, before `top` limits the results. */
export const searchOutput = onDemand(() => z.object({ query: z.string(), total: z.int(), results: z.array(searchResult()) }));

const briefNote = onDemand(() => z.object({ path: z.string(), name: z.string(), project: z.string(), updated: z.string() }));
/** `vault`: root folder. Counts are sorted, largest first. Archived notes count only in `statuses` and `total`. `hot`: newest hot notes. */
export const summaryOutput = onDemand(() =>
  z.object({
    vault: z.string(),
    total: z.int(),
    layers: z.object({ hot: z.int(), warm: z.int(), cold: z.int() }),
    projects: countsSchema(),
    types: countsSchema(),
    statuses: countsSchema(),
    tags: countsSchema(),
    hot: z.array(briefNote()),
  }),
);
/** Output of a search; with `--summary` the summary instead. */
export const foundOutput = onDemand(() => z.union([searchOutput(), summaryOutput()]));

export type SearchInput = Checked<typeof searchInput>;
export type SearchOutput = Checked<typeof searchOutput>;
export type SummaryOutput = Checked<typeof summaryOutput>;
