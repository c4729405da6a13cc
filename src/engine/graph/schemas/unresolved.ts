import * as z from 'zod';
import { UNRESOLVED_REASONS } from '../../crtx/index.ts';
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
 * `imports`: imports that should resolve to a file of the project but do not, and such names in manifests; `reason` says why, `specifier` is
 * the import as written, and `candidates` are files that may be meant.
 * `files`: source files and manifests whose imports or settings are not all known; `line` is where, and `reason` continues a sentence that
 * starts with the path. `unchecked`: imported names, and members of modules, that `definer` may define although its text does not show them, so
 * that they may be missing. `changed`: how many files of the project have changed since the graph was built.
 */
export const unresolvedOutput = onDemand(() =>
  z.object({
    imports: z.array(
      z.object({
        path: z.string(),
        line: z.int(),
        specifier: z.string(),
        names: z.array(z.string()),
        reason: z.enum(UNRESOLVED_REASONS),
        candidates: z.array(z.string()).optional(),
      }),
    ),
    files: z.array(z.object({ path: z.string(), line: z.int().optional(), reason: z.string() })),
    unchecked: z.array(
      z.object({ path: z.string(), line: z.int(), specifier: z.string(), names: z.array(z.string()), definer: z.string() }),
    ),
    changed: z.int(),
  }),
);

export type UnresolvedInput = Checked<typeof unresolvedInput>;
export type UnresolvedOutput = Checked<typeof unresolvedOutput>;
