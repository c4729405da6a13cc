import * as z from 'zod';
import { onDemand } from '../../platform/on-demand.ts';

/** What every operation on a vault may be told. */
export const vaultOption = {
  vault: z
    .string()
    // Whoever writes a variable that is not set means no folder at all, and least of all this one.
    .min(1, 'no folder is named; leave it out, or name one')
    .optional()
    .describe(
      'the folder of the vault (default: CORTEX_VAULT, else cortex.toml, else this folder or its folder "vault", else those above it in the repository)',
    ),
};

export const layerSchema = onDemand(() => z.enum(['hot', 'warm', 'cold']));

/** Notes that a note is at odds with, and what their headers say of who found it, when and why. */
export const disputesSchema = onDemand(() => z.array(z.object({ path: z.string(), found: z.array(z.string()) })));

/** Something of which there are several kinds, and how many notes each has. */
const count = onDemand(() => z.object({ name: z.string(), notes: z.int() }));
export const countsSchema = onDemand(() => z.array(count()));

/** What a change of notes does to one file; `diff` in the unified form, without the file's head. */
export const fileChangeSchema = onDemand(() => z.object({ path: z.string(), diff: z.string() }));

/** Options of commands that show what they would do, and do it only when told. */
export const dryByDefault = {
  write: z.boolean().default(false).describe('apply the changes (default: dry run)'),
  dryRun: z.boolean().default(false).describe('show the changes without applying them (default)'),
};
