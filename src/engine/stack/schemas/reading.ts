import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { messageSchema } from './common.ts';

export const threadInput = onDemand(() =>
  z.object({
    id: z
      .string()
      .min(1)
      .optional()
      .describe('name of the thread, or id of one of its messages (default: list all threads)')
      .meta({ positional: true }),
  }),
);
export const searchInput = onDemand(() =>
  z.object({
    words: z.array(z.string()).min(1).describe('words to search for; all must occur').meta({ positional: true }),
    top: z.int().min(1, 'at least 1').max(10_000, 'at most 10000').default(20).describe('maximum number of results'),
  }),
);
export const noInput = onDemand(() => z.object({}));
export const compactInput = onDemand(() =>
  z.object({
    olderThan: z
      .int()
      .min(0)
      .default(7 * 86_400_000)
      .describe('keep items younger than this')
      .meta({ unit: 'duration' }),
    dryRun: z.boolean().default(false).describe('show what would be moved without applying it'),
  }),
);

/** A message and its location; `file` is absolute. */
const placedMessage = onDemand(() =>
  messageSchema().extend({ stack: z.string(), box: z.enum(['inbox', 'outbox']), file: z.string(), line: z.int() }),
);
/** `last`: latest time in the thread, in milliseconds since 1970 UTC. `lastDay`: its date, if the message says no time of day. */
const threadHead = onDemand(() =>
  z.object({
    id: z.string(),
    title: z.string(),
    participants: z.array(z.string()),
    unread: z.int(),
    last: z.int().nullable(),
    lastDay: z.string().nullable(),
  }),
);
/** Messages by time. `archived`: the message is in `file`, a HISTORY.md, and no longer in its INBOX. */
const thread = onDemand(() => threadHead().extend({ messages: z.array(placedMessage().extend({ archived: z.boolean() })) }));
/** Newest first. `messages`: number of messages; `archived`: how many of them are archived. */
const threads = onDemand(() => z.object({ threads: z.array(threadHead().extend({ messages: z.int(), archived: z.int() })) }));
/** One thread, or all when none was named. */
export const threadOutput = onDemand(() => z.union([thread(), threads()]));
const result = onDemand(() =>
  z.object({
    stack: z.string(),
    file: z.string(),
    line: z.int(),
    kind: z.enum(['message', 'task', 'section']),
    id: z.string().nullable(),
    title: z.string(),
    excerpt: z.string(),
  }),
);
/** `total`: number of results before the limit. `file`: absolute. */
export const stackSearchOutput = onDemand(() =>
  z.object({ query: z.string(), total: z.int(), root: z.string(), results: z.array(result()) }),
);
/**
 * Longest overdue first. `since`: when the answer was due, in milliseconds since 1970 UTC. `withoutTime`: number of unanswered tasks and
 * questions without a time, which may be overdue. `complete`: whether all messages could be read; merge conflicts hide some.
 */
export const overdueOutput = onDemand(() =>
  z.object({ messages: z.array(placedMessage().extend({ since: z.int() })), withoutTime: z.int(), complete: z.boolean() }),
);
/**
 * Numbers of items that were moved, or with `dryRun` would be. `withoutTime`: number of read or answered messages that stay because they
 * have no time. `history`: the archive file. `olderThan`: milliseconds.
 */
export const compactOutput = onDemand(() =>
  z.object({
    stack: z.string(),
    history: z.string(),
    messages: z.int(),
    tasks: z.int(),
    withoutTime: z.int(),
    olderThan: z.int(),
    dryRun: z.boolean(),
  }),
);
const finding = onDemand(() =>
  z.object({
    severity: z.enum(['error', 'warning', 'information']),
    code: z.string(),
    file: z.string(),
    line: z.int(),
    message: z.string(),
    next: z.string().nullable(),
  }),
);
/** `root`: folder of AGENTS.md, else of the stack. `file`: absolute. */
export const stackDoctorOutput = onDemand(() =>
  z.object({
    root: z.string(),
    stacks: z.int(),
    findings: z.array(finding()),
    errors: z.int(),
    warnings: z.int(),
  }),
);
/** `declared`: AGENTS.md lists it. `sh`, `ps1`: absolute paths of scripts; `null` when missing. */
export const hooksOutput = onDemand(() =>
  z.object({
    root: z.string(),
    hooks: z.array(
      z.object({ stack: z.string(), skill: z.string(), declared: z.boolean(), sh: z.string().nullable(), ps1: z.string().nullable() }),
    ),
  }),
);

export type ThreadInput = Checked<typeof threadInput>;
export type ThreadOutput = Checked<typeof threadOutput>;
export type SearchInput = Checked<typeof searchInput>;
export type SearchOutput = Checked<typeof stackSearchOutput>;
export type OverdueOutput = Checked<typeof overdueOutput>;
export type CompactInput = Checked<typeof compactInput>;
export type CompactOutput = Checked<typeof compactOutput>;
export type DoctorOutput = Checked<typeof stackDoctorOutput>;
export type HooksOutput = Checked<typeof hooksOutput>;
