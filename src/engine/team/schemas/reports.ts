import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { taskSchema, teamOption } from './common.ts';

export const teamInput = onDemand(() => z.object({ ...teamOption }));
export const housekeepingInput = onDemand(() =>
  z.object({ dryRun: z.boolean().default(false).describe('show what would be removed without removing it'), ...teamOption }),
);

/** `unknownAgent`: its agent is not in the team, so nobody continues or claims it. */
const queueTask = onDemand(() => taskSchema().omit({ project: true }).extend({ unknownAgent: z.boolean() }));

/** Times are milliseconds since 1970 UTC. */
export const statusOutput = onDemand(() =>
  z.object({
    directory: z.string(),
    agents: z.array(
      z.object({
        slug: z.string(),
        name: z.string(),
        state: z.enum(['active', 'idle', 'down', 'inactive', 'new']),
        lastHeartbeat: z.number().nullable(),
        /** `YYYY-MM-DD` if the heartbeat contains no time. */
        lastHeartbeatDay: z.string().nullable(),
        active: z.array(taskSchema()),
      }),
    ),
    projects: z.array(z.object({ slug: z.string(), status: z.string(), tasks: z.array(queueTask()) })),
    problems: z.array(z.object({ file: z.string(), line: z.int(), message: z.string() })),
  }),
);
/** Page as Markdown. */
export const pageOutput = onDemand(() => z.object({ markdown: z.string() }));
/** `committed`: null outside of a git working tree. */
export const housekeepingOutput = onDemand(() =>
  z.object({
    written: z.boolean(),
    committed: z.boolean().nullable(),
    removed: z.array(z.object({ file: z.string(), kind: z.enum(['task', 'session']), id: z.string(), text: z.string() })),
  }),
);

export type TeamInput = Checked<typeof teamInput>;
export type StatusOutput = Checked<typeof statusOutput>;
export type PageOutput = Checked<typeof pageOutput>;
export type HousekeepingInput = Checked<typeof housekeepingInput>;
export type HousekeepingOutput = Checked<typeof housekeepingOutput>;
