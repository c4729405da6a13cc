import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';

/**
 * What `graph build` answers. `written`: false where nothing had changed since the last build. `parsed`: files that were read anew; `unresolved`: imports that should lead to a file and do not; `unread`: files
 * of which not all imports are known; `leftOut`: files that are no sources; `commits`: that were read, of which `fixes` fix or revert
 * something.
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
    commits: z.int(),
    fixes: z.int(),
    nodes: z.record(z.string(), z.int()),
    edges: z.record(z.string(), z.int()),
    clusters: z.int(),
    problems: z.array(z.object({ path: z.string().nullable(), message: z.string() })),
  }),
);

export type BuildOutput = Checked<typeof buildOutput>;
