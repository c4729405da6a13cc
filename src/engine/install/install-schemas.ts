import * as z from 'zod';
import { type Checked, onDemand } from '../platform/on-demand.ts';
import { GIT } from './git-settings.ts';
import { VENDORS } from './vendors.ts';

export const installInput = onDemand(() =>
  z.object({
    agent: z
      .enum([...VENDORS, GIT])
      .describe('coding agent; git: commit check and merge driver')
      .meta({ positional: true }),
    remove: z.boolean().default(false).describe('remove what was installed'),
    write: z.boolean().default(false).describe('apply the changes (default: show the diff)'),
  }),
);
/** `steps`: further steps for a person, as sentences. */
export const installOutput = onDemand(() =>
  z.object({ written: z.boolean(), files: z.array(z.object({ path: z.string(), diff: z.string() })), steps: z.array(z.string()) }),
);

export type InstallInput = Checked<typeof installInput>;
export type InstallOutput = Checked<typeof installOutput>;
