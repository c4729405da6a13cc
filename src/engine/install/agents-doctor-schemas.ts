import * as z from 'zod';
import { type Checked, onDemand } from '../platform/on-demand.ts';
import { GIT } from './git-settings.ts';
import { VENDORS } from './vendors.ts';

export const agentsInput = onDemand(() => z.object({}));

/**
 * `program`: path of the program `cortex` that hooks and servers start; `null` when it is not found. `setUp`: whether everything that
 * `cortex install` writes is present. `session`: the last session whose start a hook reported; times are ISO 8601.
 */
export const agentsOutput = onDemand(() =>
  z.object({
    program: z.string().nullable(),
    agents: z.array(
      z.object({
        agent: z.enum([...VENDORS, GIT]),
        setUp: z.enum(['yes', 'partly', 'no', 'unknown']),
        /** Incomplete files, or the reason why the state is unknown. */
        problems: z.array(z.string()),
        session: z.object({ agent: z.string(), startedAt: z.string(), mayRun: z.boolean() }).nullable(),
        next: z.string().nullable(),
      }),
    ),
  }),
);

export type AgentsOutput = Checked<typeof agentsOutput>;
