import * as z from 'zod';
import { onDemand } from '../../platform/on-demand.ts';
import { KEEP_BOTH } from '../../text/conflicts/conflict-words.ts';

/** Descriptions of the commands of `cstack` and its command groups, in the order in which they are needed. */
export const STACK_COMMANDS = {
  init: 'Create the .cstack folder of an agent; existing files are kept',
  send: 'Send a message to an agent, or to the manager',
  recv: 'Show the messages in INBOX.md without marking them as read',
  status: 'Show the status of this stack: task, plan, unread messages',
  watch: 'Print new messages in INBOX.md until interrupted (Ctrl-C)',
  plan: 'Manage the tasks of PLAN.md: list, add, start, done, block, move',
  ready: 'Show the tasks that are ready to start',
  blocked: 'Show blocked tasks, and why',
  graph: 'Show the dependencies between tasks',
  'critical-path': 'Show the critical path: the longest chain of unfinished tasks',
  thread: 'Show a thread across all stacks, or list all threads',
  search: 'Search messages, plans and HISTORY.md',
  overdue: 'Show tasks and questions unanswered for over a day',
  hooks: 'List the hook scripts of agents without running them',
  agents: 'Manage the agents of AGENTS.md: list, status, send, add, change',
  route: 'Deliver the messages in every OUTBOX.md',
  compact: 'Archive old, finished items in HISTORY.md',
  doctor: 'Check the files of all stacks, and suggest fixes',
  settle: KEEP_BOTH,
} as const;

/** A message in JSON output; missing fields are `null`, and `time` is as written. */
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

/** A task of PLAN.md as named in an answer. */
export const taskSchema = onDemand(() => z.object({ number: z.int(), title: z.string(), line: z.int(), why: z.string().nullable() }));
