import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';

const version = (what: string) => z.string().min(1).describe(what).meta({ positional: true });

export const mergeInput = onDemand(() =>
  z.object({
    base: version('%O: file with the common ancestor version'),
    ours: version('%A: file with our version; the result is written to it'),
    theirs: version('%B: file with their version'),
    file: version('%P: path of the merged file, which determines how it is merged'),
  }),
);
export type MergeInput = Checked<typeof mergeInput>;

/** `merged`: whether there is no conflict. `by`: the unit of the merge; `lines`: git's own merge. */
export const mergeOutput = onDemand(() =>
  z.object({ file: z.string(), merged: z.boolean(), by: z.enum(['lines', 'messages', 'tasks', 'sections', 'entries', 'values']) }),
);
export type MergeOutput = Checked<typeof mergeOutput>;
