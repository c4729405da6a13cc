import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';

export const unresolvedInput = onDemand(() =>
  z.object({
    path: z
      .string()
      .min(1)
      .optional()
      .describe('only imports in this file or folder (default: the whole project)')
      .meta({ positional: true }),
  }),
);

/**
 * `imports`: that should lead to a file of the project and do not, `reason` says why; `specifier`: as it is written. `files`: that may depend
 * on others, and of which not all imports are known, and manifests of which the same is true; `line` is where, `reason` makes a sentence
 * behind the path.
 */
export const unresolvedOutput = onDemand(() =>
  z.object({
    imports: z.array(
      z.object({
        path: z.string(),
        line: z.int(),
        specifier: z.string(),
        names: z.array(z.string()),
        reason: z.enum(['not found', 'out of the project', 'computed at run time']),
      }),
    ),
    files: z.array(z.object({ path: z.string(), line: z.int().optional(), reason: z.string() })),
  }),
);

export type UnresolvedInput = Checked<typeof unresolvedInput>;
export type UnresolvedOutput = Checked<typeof unresolvedOutput>;
