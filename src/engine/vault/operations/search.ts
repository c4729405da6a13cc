import * as z from 'zod';
import { type Checked, onDemand } from '../../kernel/on-demand.ts';
import { defineOperation, type Operation } from '../../kernel/operation.ts';
import { countsSchema, layerSchema, vaultOption } from './common.ts';

const filters = {
  project: z.array(z.string()).default([]).describe('only notes of this project; may be repeated').meta({ short: 'p' }),
  type: z.array(z.string()).default([]).describe('only notes of this type; may be repeated').meta({ short: 't' }),
  tag: z.array(z.string()).default([]).describe('only notes with this tag; may be repeated'),
};

const searchInput = onDemand(() =>
  z.object({
    query: z.array(z.string()).default([]).describe('the words to look for; without any, the notes are listed').meta({ positional: true }),
    ...filters,
    status: z.array(z.string()).default([]).describe('only notes with this status; may be repeated'),
    hot: z.boolean().default(false).describe('only what was updated in the last days'),
    top: z.int().min(1, 'at least 1').default(10).describe('how many notes at most'),
    allStatus: z.boolean().default(false).describe('list archived and superseded notes, too (with words they are found anyway)'),
    paths: z.boolean().default(false).describe('print paths only'),
    content: z.boolean().default(false).describe('print the text of each note'),
    brief: z.boolean().default(false).describe('print the first lines of each note'),
    explain: z.boolean().default(false).describe('print how each score came about'),
    summary: z.boolean().default(false).describe('print what the vault holds instead'),
    ...vaultOption,
  }),
);
const summaryInput = onDemand(() => z.object(vaultOption));
const packInput = onDemand(() =>
  z.object({
    task: z.array(z.string()).min(1).describe('what is to be done, in words').meta({ positional: true }),
    tokens: z.int().min(100, 'at least 100').default(4_000).describe('how long the page may be, in tokens of 4 bytes'),
    ...filters,
    top: z.int().min(1, 'at least 1').default(20).describe('how many notes at most'),
    ...vaultOption,
  }),
);

const scorePart = onDemand(() =>
  z.object({ word: z.string(), field: z.enum(['name', 'tag', 'project', 'description', 'path']), points: z.number() }),
);
/** How a score came about: docs/protocols/vault.md, "Search". */
const scoreParts = onDemand(() => z.object({ words: z.array(scorePart()), allWords: z.boolean(), bonus: z.number(), factor: z.number() }));
/** `updated`: empty where the header has none. `replacedBy`: the path of the note in front of it that takes its place. `supersededBy`: that of one that was not found. `content`: its text without the header, where it was asked for. */
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
    content: z.string().optional(),
  }),
);
/** `total`: how many were found, before the answer was cut. */
export const searchOutput = onDemand(() => z.object({ query: z.string(), total: z.int(), results: z.array(searchResult()) }));

const briefNote = onDemand(() => z.object({ path: z.string(), name: z.string(), project: z.string(), updated: z.string() }));
/** `vault`: its folder. Counts with the largest first; archived notes are in `statuses` and `total` alone. `hot`: the newest of them. */
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
/** Of a search: with `--summary` the other one. */
export const foundOutput = onDemand(() => z.union([searchOutput(), summaryOutput()]));

const staleCode = onDemand(() =>
  z.object({ path: z.string(), line: z.int().nullable(), reason: z.enum(['changed', 'gone']), changed: z.string().nullable() }),
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
    replacedBy: z.string().optional(),
    supersededBy: z.string().optional(),
    contradicts: z.array(z.string()).optional(),
    stale: z.array(staleCode()).optional(),
  }),
);
/** `tokens`: how long the page is. `contradicts`: paths of notes that a note is at odds with, while nobody has decided. `stale`: code that it cites and that has changed after the note (`changed`: on which day), or is gone. `leftOut`: found, and why it is not in the page. */
export const packOutput = onDemand(() =>
  z.object({
    task: z.string(),
    tokens: z.int(),
    markdown: z.string(),
    notes: z.array(packedNote()),
    leftOut: z.array(z.object({ path: z.string(), name: z.string(), score: z.number(), reason: z.string() })),
  }),
);

export type SearchInput = Checked<typeof searchInput>;
export type SearchOutput = Checked<typeof searchOutput>;
export type SummaryOutput = Checked<typeof summaryOutput>;
export type PackInput = Checked<typeof packInput>;
export type PackOutput = Checked<typeof packOutput>;

const useCases = () => import('../use-cases/search.ts');

/** Seed 2, "Smart Loader"; RULINGS, vault 1. */
export const vaultSearchOperations: readonly Operation[] = [
  defineOperation({
    name: 'vault search',
    description: 'Find notes by words, project, type, tag and age, the best first',
    effect: 'read',
    input: searchInput,
    output: foundOutput,
    load: async () => (await useCases()).searchNotes,
  }),
  defineOperation({
    name: 'vault summary',
    description: 'Show what the vault holds, and what is new in it',
    effect: 'read',
    input: summaryInput,
    output: summaryOutput,
    load: async () => (await useCases()).showSummary,
  }),
  defineOperation({
    name: 'vault pack',
    description: 'Put the best notes for a task into one page that fits a number of tokens, each with where it is from and why',
    effect: 'read',
    input: packInput,
    output: packOutput,
    load: async () => (await import('../use-cases/pack.ts')).packNotes,
  }),
];
