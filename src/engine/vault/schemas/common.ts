import * as z from 'zod';
import { onDemand } from '../../platform/on-demand.ts';

/** Option of all vault operations. */
export const vaultOption = {
  vault: z
    .string()
    // An empty value mostly comes from an unset shell variable. It must not mean the current folder.
    .min(1, 'must not be empty; omit it, or name a folder')
    .optional()
    .describe(
      'the folder of the vault (default: CORTEX_VAULT, else cortex.toml, else this folder or its folder "vault", else those above it in the repository)',
    ),
};

export const layerSchema = onDemand(() => z.enum(['hot', 'warm', 'cold']));

/** Notes that contradict a note, and who found that, when and why, according to the headers. */
export const disputesSchema = onDemand(() => z.array(z.object({ path: z.string(), found: z.array(z.string()) })));

/** Name of a kind, and its number of notes. */
const count = onDemand(() => z.object({ name: z.string(), notes: z.int() }));
export const countsSchema = onDemand(() => z.array(count()));

/** Change of one file. `diff` is unified, without the file header. */
export const fileChangeSchema = onDemand(() => z.object({ path: z.string(), diff: z.string() }));

/** Options of commands that are a dry run by default. */
export const dryByDefault = {
  write: z.boolean().default(false).describe('apply the changes (default: dry run)'),
  dryRun: z.boolean().default(false).describe('show the changes without applying them (default)'),
};
