import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { FORMATS } from '../plans/import/formats.ts';

export const importInput = onDemand(() =>
  z.object({
    format: z.enum(FORMATS).describe('the program that the tasks come from').meta({ positional: true }),
    source: z
      .string()
      .min(1, 'must not be empty; omit it, or name a file')
      .default('.')
      .describe('its file or folder; - reads standard input (default: where the program keeps its tasks, from the current folder)')
      .meta({ positional: true }),
    tag: z.string().optional().describe('taskmaster: the tag whose tasks to import (default: master)'),
    out: z.string().min(1, 'must not be empty').optional().describe('write the plan to this new file (default: print it)'),
  }),
);

/**
 * `plan`: a plan in YAML, for `swarm create --file`. `tasks`: number of open tasks, `done` and `dropped`: of those that were left out;
 * `started`: ids of tasks that someone works on there. `written`: the file of the plan, absolute. `notes`: what was
 * changed or left out, with file and line.
 */
export const importOutput = onDemand(() =>
  z.object({
    source: z.string(),
    plan: z.string(),
    goal: z.string(),
    tasks: z.int(),
    done: z.int(),
    dropped: z.int(),
    started: z.array(z.string()),
    written: z.string().nullable(),
    notes: z.array(z.string()),
  }),
);

export type ImportInput = Checked<typeof importInput>;
export type ImportOutput = Checked<typeof importOutput>;
