import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { teamOption } from './common.ts';

export const teamPauseInput = onDemand(() =>
  z.object({ by: z.string().describe('who decides: the coordinator or person:<name>'), ...teamOption }),
);

/**
 * `changed`: number of tasks that were blocked or unblocked; `already`: tasks that an earlier pause had blocked; `inProgress`: tasks that
 * continue; `failed`: projects that were not changed.
 */
export const teamPauseOutput = onDemand(() =>
  z.object({
    changed: z.int(),
    already: z.int(),
    inProgress: z.int(),
    failed: z.array(z.object({ project: z.string(), reason: z.string() })),
  }),
);

export type TeamPauseInput = Checked<typeof teamPauseInput>;
export type TeamPauseOutput = Checked<typeof teamPauseOutput>;
