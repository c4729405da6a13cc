import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';

/** `before`, `after`: absolute paths of copies of the content, or `null`. `mayBeHolder`: the holder's session has no hooks. */
const changeView = onDemand(() =>
  z.object({
    id: z.string(),
    path: z.string(),
    tree: z.string(),
    holder: z.string(),
    reason: z.string(),
    agent: z.string().nullable(),
    vendor: z.string(),
    command: z.string(),
    from: z.int(),
    to: z.int(),
    what: z.enum(['changed', 'created', 'removed']),
    before: z.string().nullable(),
    after: z.string().nullable(),
    mayBeHolder: z.boolean(),
  }),
);
export const changesInput = onDemand(() => z.object({}));
export const changesOutput = onDemand(() => z.object({ changes: z.array(changeView()) }));
export const resolveInput = onDemand(() =>
  z.object({
    change: z.string().describe('change id (from: cortex lock changes)').meta({ positional: true }),
    restore: z.boolean().default(false).describe('restore the content from before the change; refused if the file has changed again'),
    keep: z.boolean().default(false).describe('keep the change in the file'),
    by: z.string().describe('who decides: the holder of the file, the coordinator, or person:<name>'),
  }),
);
export const resolveOutput = onDemand(() => z.object({ change: changeView(), done: z.enum(['restored', 'kept']) }));

export type ChangeView = Checked<typeof changeView>;
export type ChangesOutput = Checked<typeof changesOutput>;
export type ResolveInput = Checked<typeof resolveInput>;
export type ResolveOutput = Checked<typeof resolveOutput>;
