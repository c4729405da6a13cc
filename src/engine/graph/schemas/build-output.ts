import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';

/**
 * Output of `graph build`. `written`: false if nothing had changed since the last build. `parsed`: files that were parsed again.
 * `unresolved`: imports that should resolve to a file but do not. `unread`: files whose imports are not all known. `unchecked`: imported names that may be
 * missing, because the text of their file does not show all its names. `leftOut`: files that
 * turned out not to be sources. `commits`: commits that were read; `fixes` of them fix or revert something.
 */
export const buildOutput = onDemand(() =>
  z.object({
    file: z.string(),
    written: z.boolean(),
    files: z.int(),
    parsed: z.int(),
    leftOut: z.int(),
    unresolved: z.int(),
    unread: z.int(),
    unchecked: z.int(),
    commits: z.int(),
    fixes: z.int(),
    nodes: z.record(z.string(), z.int()),
    edges: z.record(z.string(), z.int()),
    clusters: z.int(),
    problems: z.array(z.object({ path: z.string().nullable(), message: z.string() })),
  }),
);

export type BuildOutput = Checked<typeof buildOutput>;
