import { hash } from 'node:crypto';
import * as z from 'zod';
import { type Checked, onDemand } from './on-demand.ts';

const contentSchema = onDemand(() => z.object({ size: z.int().nonnegative(), hash: z.string() }));

/** What a text was, to know it again. */
export type Content = Checked<typeof contentSchema>;

/** What is written down before a file is replaced, for whoever has to finish it. */
export const noteSchema = onDemand(() =>
  contentSchema().extend({
    path: z.string(),
    /** Whose late text this replacement brings into the file, and what that was. */
    takes: contentSchema().extend({ id: z.string() }).nullable(),
    process: z.object({ boot: z.string(), namespace: z.string(), pid: z.int().positive(), started: z.string().nullable() }),
  }),
);

export type KeptNote = Checked<typeof noteSchema>;

export type Takes = KeptNote['takes'];

/** What a text is. */
export const contentOf = (bytes: Uint8Array): Content => ({ size: bytes.length, hash: hash('sha256', bytes, 'hex') });
