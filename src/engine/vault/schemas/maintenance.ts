import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { countsSchema, dryByDefault, fileChangeSchema, layerSchema, vaultOption } from './common.ts';

export const indexInput = onDemand(() =>
  z.object({
    stats: z.boolean().default(false).describe('print statistics without writing anything'),
    ...vaultOption,
  }),
);
export const layersInput = onDemand(() =>
  z.object({
    stats: z.boolean().default(false).describe('print statistics and the newest notes of each layer without writing anything'),
    ...vaultOption,
  }),
);
export const reportInput = onDemand(() => z.object(vaultOption));
export const linkInput = onDemand(() =>
  z.object({
    ...dryByDefault,
    report: z.boolean().default(false).describe('print the link report instead'),
    ...vaultOption,
  }),
);
export const mocInput = onDemand(() =>
  z.object({
    dryRun: z.boolean().default(false).describe('show the changes without applying them'),
    verbose: z.boolean().default(false).describe('also print the sections of each file').meta({ short: 'v' }),
    ...vaultOption,
  }),
);
export const migrateInput = onDemand(() =>
  z.object({
    ...dryByDefault,
    stats: z.boolean().default(false).describe('only print how many notes have a header'),
    ...vaultOption,
  }),
);
export const doctorInput = onDemand(() => z.object(vaultOption));
export const settleInput = onDemand(() =>
  z.object({
    file: z.string().describe('the file with conflict markers: a note, a map or cortex.toml').meta({ positional: true }),
    ...vaultOption,
  }),
);
export const watchInput = onDemand(() => z.object(vaultOption));

/** `problems`: number of errors that `doctor` reports. `written`: changed files, relative to the vault's root. */
export const indexOutput = onDemand(() =>
  z.object({
    vault: z.string(),
    total: z.int(),
    bytes: z.int(),
    lines: z.int(),
    projects: countsSchema(),
    types: countsSchema(),
    statuses: countsSchema(),
    untyped: z.array(z.string()),
    problems: z.int(),
    written: z.array(z.string()),
  }),
);
const layer = onDemand(() =>
  z.object({
    layer: layerSchema(),
    days: z.int().nullable(),
    notes: z.int(),
    lines: z.int(),
    newest: z.array(z.object({ path: z.string(), name: z.string(), project: z.string() })),
  }),
);
/** Archived notes are in no layer. `days`: largest age of a note in the layer; `null` for any age. */
export const layersOutput = onDemand(() => z.object({ vault: z.string(), layers: z.array(layer()), written: z.array(z.string()) }));
const badLink = onDemand(() => z.object({ path: z.string(), line: z.int(), target: z.string() }));
/** Report as in seed 2 and docs/protocols/vault.md, "Links". */
export const reportOutput = onDemand(() =>
  z.object({
    total: z.int(),
    with_links: z.int(),
    orphans: z.array(z.string()),
    hubs: z.array(z.object({ path: z.string(), links: z.int() })),
    dead: z.array(badLink()),
    ambiguous: z.array(badLink().extend({ candidates: z.array(z.string()) })),
  }),
);
/** Changes that were written, or would be in a dry run (`written` is false). */
export const linkOutput = onDemand(() =>
  z.object({ written: z.boolean(), links: z.int(), files: z.array(fileChangeSchema().extend({ links: z.int() })) }),
);
const mocFile = onDemand(() =>
  z.object({
    path: z.string(),
    changed: z.boolean(),
    sections: z.array(z.string()),
    unknown: z.array(z.object({ line: z.int(), name: z.string() })),
    problems: z.array(z.object({ line: z.int(), message: z.string() })),
  }),
);
/** `sections`: sections that a collector filled. `unknown`: sections without a collector. */
export const mocOutput = onDemand(() => z.object({ written: z.boolean(), files: z.array(mocFile()) }));
/** `withHeader`: number before the migration. `skipped`: templates and empty notes. */
export const migrateOutput = onDemand(() =>
  z.object({
    written: z.boolean(),
    total: z.int(),
    withHeader: z.int(),
    files: z.array(fileChangeSchema().extend({ fields: z.array(z.string()) })),
    skipped: z.array(z.object({ path: z.string(), reason: z.string() })),
  }),
);
const finding = onDemand(() =>
  z.object({
    severity: z.enum(['error', 'warning']),
    code: z.string(),
    path: z.string(),
    line: z.int().nullable(),
    column: z.int().nullable(),
    message: z.string(),
    next: z.string().nullable(),
  }),
);
export const doctorOutput = onDemand(() =>
  z.object({ vault: z.string(), notes: z.int(), findings: z.array(finding()), errors: z.int(), warnings: z.int() }),
);
/** `changes`: number of changed notes until the command was interrupted. */
export const watchOutput = onDemand(() => z.object({ vault: z.string(), notes: z.int(), changes: z.int() }));

/** Output of linking; with `--report` the report instead. */
export const linkedOutput = onDemand(() => z.union([linkOutput(), reportOutput()]));

export type IndexInput = Checked<typeof indexInput>;
export type IndexOutput = Checked<typeof indexOutput>;
export type LayersInput = Checked<typeof layersInput>;
export type LayersOutput = Checked<typeof layersOutput>;
export type ReportOutput = Checked<typeof reportOutput>;
export type LinkInput = Checked<typeof linkInput>;
export type LinkOutput = Checked<typeof linkOutput>;
export type MocInput = Checked<typeof mocInput>;
export type MocOutput = Checked<typeof mocOutput>;
export type MigrateInput = Checked<typeof migrateInput>;
export type MigrateOutput = Checked<typeof migrateOutput>;
export type DoctorInput = Checked<typeof doctorInput>;
export type DoctorOutput = Checked<typeof doctorOutput>;
export type SettleInput = Checked<typeof settleInput>;
export type WatchInput = Checked<typeof watchInput>;
export type WatchOutput = Checked<typeof watchOutput>;
