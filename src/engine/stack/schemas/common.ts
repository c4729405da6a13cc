import * as z from 'zod';
import { onDemand } from '../../platform/on-demand.ts';
import { KEEP_BOTH } from '../../text/conflict-words.ts';

/** The commands of `cstack` and its groups of commands, in the order in which they are needed, and what each is for. */
export const STACK_COMMANDS = {
  init: 'Make the .cstack folder of an agent; what is there stays',
  send: 'Send a message to an agent, or to the manager',
  recv: 'Show the messages in INBOX.md; none is marked as read',
  status: 'Show what this stack is at: task, plan, unread messages',
  watch: 'Tell of every message that comes into INBOX.md',
  plan: 'The tasks of PLAN.md: list, add, start, done, block, move',
  ready: 'Show the tasks that can be begun',
  blocked: 'Show the tasks that cannot go on, and why',
  graph: 'Show which task waits for which',
  'critical-path': 'Show the longest chain of tasks that are not done',
  thread: 'Show the messages that belong together, in all stacks',
  search: 'Find words in messages, plans and long memory',
  overdue: 'Show tasks and questions without an answer for a day',
  hooks: 'Show the scripts for the skills of agents; none is run',
  agents: 'The agents of AGENTS.md: list, status, send, add, change',
  route: 'Bring the messages in every OUTBOX.md to their recipients',
  compact: 'Move what is old and done to HISTORY.md, word for word',
  doctor: 'Check the files of all stacks, and say what to do',
  settle: KEEP_BOTH,
} as const;

/** A message as programs are given it; `null` where it does not say something, `time` as it is written. */
export const messageSchema = onDemand(() =>
  z.object({
    id: z.string(),
    from: z.string(),
    to: z.string().nullable(),
    thread: z.string().nullable(),
    replyTo: z.string().nullable(),
    type: z.string(),
    time: z.string().nullable(),
    content: z.string(),
    unread: z.boolean(),
  }),
);

/** A task of PLAN.md that is named in an answer. */
export const taskSchema = onDemand(() => z.object({ number: z.int(), title: z.string(), line: z.int(), why: z.string().nullable() }));
