import { hash } from 'node:crypto';
import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { gitStateSchema } from './git-state.ts';

const contentSchema = onDemand(() => z.object({ size: z.int().nonnegative(), hash: z.string() }));

/** What a text was, to know it again. */
export type Content = Checked<typeof contentSchema>;

/** A change of ours: what it was made of and led to, so that it can be made again in another text, or found to be gone. */
const changeSchema = onDemand(() =>
  z.object({
    ...{ from: z.int().nonnegative(), removed: z.string(), inserted: z.string() },
    /** The lines before it, by which it is known where it stands. */
    context: z.string(),
    ...{ before: contentSchema(), after: contentSchema() },
  }),
);

/** What was added to the end of a file, in parts that may go each by itself; `tail` is the hash of the last bytes before. */
const additionSchema = onDemand(() =>
  z.object({ size: z.int().nonnegative(), tail: z.string(), parts: z.array(z.object({ text: z.string(), what: z.string() })) }),
);

/**
 * What is written down of a change, for whoever takes the second look at it: this process, or, when that has ended, any other one. The
 * content is what a replaced file held, or what of it is taken care of by now; of an addition it means nothing.
 */
export const noteSchema = onDemand(() =>
  contentSchema().extend({
    // No system knows a longer one.
    path: z.string().max(4_096),
    change: changeSchema().nullable(),
    addition: additionSchema().nullable(),
    /** What is reported when the change is gone a second later: "the claim of …". `null`: then nothing is. */
    what: z.string().nullable(),
    /** What it inserts is nowhere else. */
    isOnlyCopy: z.boolean(),
    /** A later change of ours has found it gone, before it did anything. */
    isMissed: z.boolean().default(false),
    /** What git had checked out around the file; `null` outside of all work trees. */
    git: gitStateSchema().nullable().default(null),
    /** How often it was made again. */
    tries: z.int().nonnegative(),
    /** Whose late text this replacement brings into the file, and what that was. */
    takes: contentSchema().extend({ id: z.string() }).nullable(),
    process: z.object({ boot: z.string(), namespace: z.string(), pid: z.int().positive(), started: z.string().nullable() }),
  }),
);

export type ChangeNote = Checked<typeof noteSchema>;

export type NotedChange = Checked<typeof changeSchema>;
export type AdditionNote = Checked<typeof additionSchema>;

/** What of a note is not the same for all. */
export type NoteDetails = Partial<Pick<ChangeNote, 'change' | 'addition' | 'what' | 'git' | 'isOnlyCopy' | 'tries' | 'takes'>>;

export type Takes = ChangeNote['takes'];

/** What a text is. */
export const contentOf = (bytes: Uint8Array): Content => ({ size: bytes.length, hash: hash('sha256', bytes, 'hex') });

export const textOf = ({ parts }: AdditionNote): Buffer => Buffer.from(parts.map(({ text }) => text).join(''));

/**
 * Whether an addition is where it was written. Where it is not, it may still be elsewhere in the file.
 * @param read gives the bytes of the file from one offset to another
 */
export function isInPlace(addition: AdditionNote, read: (from: number, to: number) => Buffer): boolean {
  const text = textOf(addition);
  return read(addition.size, addition.size + text.length).equals(text);
}
