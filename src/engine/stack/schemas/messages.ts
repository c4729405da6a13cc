import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { messageSchema, taskSchema } from './common.ts';

/** Options of a written message. A missing text is read from standard input. */
export const writtenMessage = {
  from: z.string().optional().describe('sender (default: CSTACK_AGENT, else the owner of this stack)'),
  thread: z.string().optional().describe('thread of the message (default: the thread of --reply-to)'),
  replyTo: z.string().optional().describe('id of the message that it answers'),
  outbox: z.boolean().default(false).describe('write to OUTBOX.md; "cstack route" delivers it'),
};
export const messageText = onDemand(() =>
  z.string().optional().describe('text of the message; - or none reads standard input').meta({ positional: true }),
);

export const initInput = onDemand(() =>
  z.object({
    path: z.string().optional().describe('folder of the agent (default: the current folder)').meta({ positional: true }),
    stealth: z.boolean().default(false).describe('keep the stack out of git, in .cstack/.local'),
  }),
);
export const sendInput = onDemand(() =>
  z.object({
    text: messageText(),
    to: z.string().describe('recipient: an agent of AGENTS.md, with or without "agent-", or manager'),
    type: z.string().describe('type of the message: task, question, milestone, blocked, done, or a custom value'),
    ...writtenMessage,
  }),
);
export const recvInput = onDemand(() =>
  z.object({
    unread: z.boolean().default(false).describe('only unread messages'),
    limit: z.int().min(1, 'at least 1').optional().describe('maximum number of messages, the last ones (default: all)'),
    clear: z.boolean().default(false).describe('delete the shown messages from INBOX.md, without a copy in HISTORY.md'),
    markRead: z.boolean().default(false).describe('mark the shown messages as read'),
  }),
);
export const nothing = onDemand(() => z.object({}));
export const watchInput = onDemand(() => z.object({ inbox: z.boolean().default(false).describe('watch INBOX.md (default)') }));

/**
 * `made` and `kept`: files, relative to `folder`. `agent`: owner of the stack by AGENTS.md; `null` when it names none. `agentsFile`: the
 * AGENTS.md with agents that applies there; `null` without one.
 */
export const stackInitOutput = onDemand(() =>
  z.object({
    folder: z.string(),
    directory: z.string(),
    made: z.array(z.string()),
    kept: z.array(z.string()),
    agent: z.string().nullable(),
    agentsFile: z.string().nullable(),
  }),
);
/** `isNew` is false when the same message was there before. `file`: the file that it was written to. */
export const sendOutput = onDemand(() =>
  z.object({
    id: z.string(),
    from: z.string(),
    to: z.string(),
    type: z.string(),
    thread: z.string().nullable(),
    replyTo: z.string().nullable(),
    box: z.enum(['inbox', 'outbox']),
    file: z.string(),
    isNew: z.boolean(),
  }),
);
/**
 * The requested messages, in the order of INBOX. `total`, `unread`: counts of the whole INBOX; `matching`: count before `limit`.
 * `hasConflicts`: merge conflicts hide further messages.
 */
export const recvOutput = onDemand(() =>
  z.object({
    stack: z.string(),
    file: z.string(),
    total: z.int(),
    unread: z.int(),
    matching: z.int(),
    hasConflicts: z.boolean(),
    messages: z.array(messageSchema()),
  }),
);
/**
 * `overdue`: requests of this agent that are unanswered; `since` is in milliseconds since 1970 UTC. `partial`: files besides INBOX.md that
 * could be read only in part, because of merge conflicts or invalid headers.
 */
export const stackStatusOutput = onDemand(() =>
  z.object({
    stack: z.string(),
    directory: z.string(),
    current: z.object({ task: z.string(), focus: z.string(), nextSteps: z.array(z.string()) }),
    counts: z.record(z.string(), z.int()),
    inProgress: z.array(taskSchema()),
    blocked: z.array(taskSchema()),
    unread: z.int(),
    hasConflicts: z.boolean(),
    partial: z.array(z.enum(['CURRENT.md', 'PLAN.md', 'OUTBOX.md'])),
    outbox: z.int(),
    overdue: z.array(
      z.object({
        id: z.string(),
        to: z.string().nullable(),
        type: z.string(),
        title: z.string(),
        time: z.string().nullable(),
        since: z.int(),
      }),
    ),
    messages: z.array(messageSchema()),
  }),
);
/** `messages`: number of messages that arrived while watching. */
export const watchInboxOutput = onDemand(() => z.object({ messages: z.int() }));

export type InitInput = Checked<typeof initInput>;
export type InitOutput = Checked<typeof stackInitOutput>;
export type SendInput = Checked<typeof sendInput>;
export type SendOutput = Checked<typeof sendOutput>;
export type RecvInput = Checked<typeof recvInput>;
export type RecvOutput = Checked<typeof recvOutput>;
export type StatusOutput = Checked<typeof stackStatusOutput>;
export type WatchOutput = Checked<typeof watchInboxOutput>;
