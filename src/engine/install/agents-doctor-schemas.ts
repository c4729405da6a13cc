import * as z from 'zod';
import { type Checked, onDemand } from '../platform/on-demand.ts';
import { GIT } from './git-settings.ts';
import { VENDORS } from './vendors.ts';

export const agentsInput = onDemand(() => z.object({}));

/**
 * `program`: where the program `cortex` was found that hooks and servers start; `null`: nowhere. `setUp`: whether everything is there that
 * `cortex install` writes. `session`: the last one whose start a hook has reported; times are ISO 8601.
 */
export const agentsOutput = onDemand(() =>
  z.object({
    program: z.string().nullable(),
    agents: z.array(
      z.object({
        agent: z.enum([...VENDORS, GIT]),
        setUp: z.enum(['yes', 'partly', 'no', 'unknown']),
        /** Files that lack something, or why that cannot be told. */
        problems: z.array(z.string()),
        session: z.object({ agent: z.string(), startedAt: z.string(), mayRun: z.boolean() }).nullable(),
        next: z.string().nullable(),
      }),
    ),
  }),
);

export type AgentsOutput = Checked<typeof agentsOutput>;
