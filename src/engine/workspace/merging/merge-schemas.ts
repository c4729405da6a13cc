import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';

const version = (what: string) => z.string().min(1).describe(what).meta({ positional: true });

export const mergeInput = onDemand(() =>
  z.object({
    base: version('%O: the file with the version that both sides began with'),
    ours: version('%A: the file with our version; the result is written into it'),
    theirs: version('%B: the file with their version'),
    file: version('%P: the file that is merged; its name says how'),
  }),
);
export type MergeInput = Checked<typeof mergeInput>;

/** `merged`: whether there is no conflict. `by`: the unit of the merge; `lines`: git's own merge. */
export const mergeOutput = onDemand(() =>
  z.object({ file: z.string(), merged: z.boolean(), by: z.enum(['lines', 'messages', 'tasks', 'sections', 'entries', 'values']) }),
);
export type MergeOutput = Checked<typeof mergeOutput>;
