import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { placeOptions } from '../../workspace/named-places.ts';

export const eventsInput = onDemand(() =>
  z.object({
    since: z.string().optional().describe('print changes after this time: 2026-11-21T12:00Z, 2026-11-21, 2h (default: 24h)'),
    cursorFile: z
      .string()
      .min(1, 'must not be empty; omit it, or name a file')
      .optional()
      .describe('print what changed since the last run with this file; the file is created, and then kept up to date'),
    follow: z.boolean().default(false).describe('go on until interrupted').meta({ short: 'f' }),
    ...placeOptions,
  }),
);

/**
 * A change. `at`: ISO 8601; `null` if the time is unknown. `source`: `swarm`, `timeline`, or the name of a protocol. `agent`: who caused it, or
 * `null`. `subject`: what changed. `detail`: how; may be empty. `file`: absolute; `null` if the change is in no file of its own. `line`: 1-based.
 */
export const eventSchema = onDemand(() =>
  z.object({
    at: z.string().nullable(),
    source: z.string(),
    kind: z.string(),
    agent: z.string().nullable(),
    subject: z.string(),
    detail: z.string(),
    file: z.string().nullable(),
    line: z.int().nullable(),
  }),
);
export const eventsOutput = onDemand(() => z.object({ events: z.array(eventSchema()) }));

export type EventsInput = Checked<typeof eventsInput>;
export type EventsOutput = Checked<typeof eventsOutput>;
export type ChangeEvent = Checked<typeof eventSchema>;
