import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { changeSchema } from '../replay/change.ts';
import { listOutput } from './locks.ts';
import { type StateOutput, stateOutput } from './swarm-state.ts';

const HOW = 'a time (2026-11-21T12:00Z), how long ago (15m, 2h), or an ordinal of the log';

export const replayInput = onDemand(() =>
  z.object({
    at: z.string().optional().describe(`show the swarm as it was then: ${HOW}`),
    from: z.string().optional().describe('list changes after this moment (same formats)'),
    to: z.string().optional().describe('list changes up to this moment (same formats); default: now'),
    after: z.string().optional().describe('continue after this: "next" of the previous page'),
    before: z.string().optional().describe('show changes before this: "earlier" of the previous page'),
    limit: z.int().min(1, 'at least 1').default(50).describe('maximum number of changes'),
  }),
);

/**
 * The output of `swarm status` and `lock list` at a moment. `moment`: the last record by then, the moment's time in milliseconds since 1970
 * UTC, and the same time in ISO 8601.
 */
const pastOutput = onDemand(() =>
  z.object({ moment: z.object({ ordinal: z.int(), time: z.int(), at: z.string() }), ...stateOutput().shape, ...listOutput().shape }),
);
/**
 * Changes, the newest last, each with its time in ISO 8601 (`at`). `next` (for `after`) continues with later changes, on pages that start at a moment; `earlier` (for `before`)
 * continues with earlier ones, on pages that show the latest; `null` when there are no more.
 */
const changesOutput = onDemand(() =>
  z.object({ changes: z.array(changeSchema().extend({ at: z.string() })), next: z.string().nullable(), earlier: z.string().nullable() }),
);
export const replayOutput = onDemand(() => z.union([pastOutput(), changesOutput()]));

export type ReplayInput = Checked<typeof replayInput>;
export type PastOutput = StateOutput & Omit<Checked<typeof pastOutput>, keyof StateOutput>;
export type ReplayOutput = PastOutput | Checked<typeof changesOutput>;
