import * as z from 'zod';
import { LATEST_TIME } from '../platform/clock.ts';
import { type Checked, onDemand } from '../platform/on-demand.ts';
import { MAX_FLOOR } from './begin.ts';
import { clocksSchema, NO_CLOCKS } from './clock-steps.ts';
import { publication } from './core-operations.ts';
import { span } from './record-place.ts';

const MAX_ORDINAL = MAX_FLOOR + 1e15;

const adoptedFile = onDemand(() => z.object({ identity: z.string(), hash: z.string() }));
const origin = onDemand(() => z.object({ hash: z.string(), time: z.number() }));
const content = onDemand(() =>
  z.object({
    /** Stat identity of the file if this program published it; empty for foreign content. */
    identity: z.string(),
    /** Ordinal of the last record that the content shows; 0 if unknown. */
    upTo: z.int(),
    /** The `header.checksum` in the content; empty if unknown, for foreign content. */
    checksum: z.string(),
    /** Location of the record that adopted the content, so that no search is needed; `null` if it was not adopted. */
    adoption: z.object({ ordinal: z.int(), time: z.int(), span: span(), written: z.number().optional() }).nullable(),
  }),
);
/** Schema of the log's part of a checkpoint. */
export const snapshot = onDemand(() =>
  z.object({
    ordinal: z.int().max(MAX_ORDINAL),
    time: z.int().max(LATEST_TIME),
    version: z.int(),
    lineage: z.string(),
    boot: z.string(),
    pinned: z.boolean(),
    changed: z.int(),
    adopted: z.int(),
    changedAt: z.int(),
    contents: z.array(z.tuple([z.string(), content()])),
    published: publication().nullable(),
    adoptedFile: adoptedFile().nullable(),
    origin: origin().nullable(),
    publishedAt: z.int(),
    /** Absent in older checkpoints. */
    clocks: clocksSchema().default(NO_CLOCKS),
    unreached: z.array(z.string()).default([]),
    damaged: z.array(z.int()).default([]),
  }),
);

/** The log's part of a checkpoint. */
export type CoreSnapshot = Checked<typeof snapshot>;
/** Identity and hash of an adopted file. */
export type AdoptedFile = Checked<typeof adoptedFile>;
/** The file that existed when a log was begun. */
export type Origin = Checked<typeof origin>;
/** What the log remembers about a content of the published file. */
export type Content = Checked<typeof content>;
/** Location of an adoption. */
export type AdoptionPosition = NonNullable<Content['adoption']>;
