/** Message types of the Work Queues dashboard. Times are milliseconds since 1970 UTC. Ids are assigned by the host, for this page only. */
import * as z from 'zod';
import type { TaskView } from '../../../engine/team/schemas/common.ts';
import { openProblem, type Page, type ProblemRow, range, type SnapshotBase, text } from '../protocol.ts';

/** Maximum lengths of a search text and of an edited text, in UTF-16 code units. */
const MAX_SEARCH_LENGTH = 1_000;
const MAX_TEXT_LENGTH = 1_000_000;

const long = text.max(MAX_TEXT_LENGTH);

/** The columns of the board, in order. `other`: tasks with an unknown status. */
const list = z.enum(['ready', 'working', 'done', 'other']);
export type QueueList = z.infer<typeof list>;

/** `hour`: less than an hour old. `over-day`: at least a day old. */
const age = z.enum(['all', 'hour', 'day', 'week', 'over-day', 'over-week']);
export type QueueAge = z.infer<typeof age>;

/** Filter of the board. */
const filter = z.object({
  /** Words that must all occur in one task. */
  words: text.max(MAX_SEARCH_LENGTH),
  /** `null`: all projects. */
  project: text.nullable(),
  /** Agent that has the task or could claim it. `null`: any; empty: tasks that no agent has. */
  agent: text.nullable(),
  /** Time since it was dispatched, started or completed. */
  age,
});
export type QueueFilter = z.infer<typeof filter>;

/** What the page has in view. The host sends only these rows. The page is untrusted: it renders text that agents wrote. */
export const queuesViewSchema = z.object({
  filter,
  lists: z.record(list, range),
  /** Id of the task that the user is editing. */
  detail: text.nullable(),
  /** Id of a task whose position the page needs. */
  sought: text.nullable(),
});
export type QueuesView = z.infer<typeof queuesViewSchema>;

/** A task as the user saw it. A move is refused if the task is different now. */
const seenTask = z.object({
  id: text,
  title: text,
  list,
  /** Agent that had it; `null` if it had none. */
  agent: text.nullable(),
});
export type SeenTask = z.infer<typeof seenTask>;

/** An edited text with its original value. The edit is refused if the text has changed meanwhile. */
const changedText = z.object({ from: text, to: long });
export type ChangedText = z.infer<typeof changedText>;

/** Actions on a task. */
const move = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('claim'), agent: text }),
  z.object({ kind: z.literal('finish'), agent: text, summary: long }),
  z.object({ kind: z.literal('reopen') }),
  z.object({ kind: z.literal('reassign'), agent: text }),
  /** An empty reason unblocks the task. */
  z.object({ kind: z.literal('block'), reason: long }),
  z.object({ kind: z.literal('approve') }),
  /** `null`: unchanged. */
  z.object({ kind: z.literal('edit'), title: changedText.nullable(), scope: changedText.nullable() }),
]);
export type QueueMove = z.infer<typeof move>;

/** A new task. */
const draft = z.object({ project: text, title: long, scope: long, needsApproval: z.boolean() });
export type QueueDispatch = z.infer<typeof draft>;

/** Requests of the user. */
export const queuesStepSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['set-up', 'register']) }),
  z.object({ kind: z.literal('open-task'), task: seenTask }),
  openProblem,
  z.object({ kind: z.literal('dispatch'), request: text, draft }),
  z.object({ kind: z.literal('move'), request: text, task: seenTask, move }),
]);
export type QueuesStep = z.infer<typeof queuesStepSchema>;

/** Holder of a task in progress: `stranger` is not in the team, `inactive` is not working on it, `seen` has sent heartbeats. */
export type QueueHolder =
  | { readonly kind: 'stranger' | 'inactive' }
  /** @property day `YYYY-MM-DD`, if the heartbeat has only a date */
  | { readonly kind: 'seen'; readonly at: number; readonly downFrom: number; readonly day?: string };

/** A card of a task. Texts are limited to 2,000 characters. */
export interface QueueCard extends Omit<TaskView, 'file' | 'line'> {
  readonly list: QueueList;
  /** State of its holder, if it is in progress and the holder is known. */
  readonly holder?: QueueHolder;
  /** When it was dispatched, started or completed, as written; `null` if the note does not say. */
  readonly time: string | null;
  /** `null` if the time is missing or invalid, or has no time of day. */
  readonly since: number | null;
  /** Summary of a completed task. */
  readonly summary: string | null;
  /** Why the last request on this task was refused. */
  readonly refusal: string | null;
}

/** Details of the task that the user is editing. Texts are complete. */
export interface QueueTaskDetail {
  readonly id: string;
  readonly title: string;
  readonly scope: string;
  /** Its column and agent. */
  readonly list: QueueList;
  readonly agent: string | null;
  /** Slugs of the agents that may claim it. */
  readonly owners: readonly string[];
}

/** Result of the last request. */
export interface QueueRequest {
  /** Assigned by the page, unique for each request. */
  readonly request: string;
  readonly outcome: 'doing' | 'done' | 'refused';
  /** Result as text for the user. */
  readonly message: string;
  /** Id of the task that was moved or created. */
  readonly task: string | null;
  /** The task as the user saw it; `null` for a new task, or if it has changed since. */
  readonly seen: SeenTask | null;
}

export interface QueuesSnapshot extends SnapshotBase {
  /** Directory of the team. */
  readonly directory: string;
  /** Number of all tasks, regardless of the filter. */
  readonly tasks: number;
  readonly blocked: number;
  /** Number of projects. */
  readonly projectCount: number;
  /** Slugs of projects and of agents, at most a thousand each. */
  readonly projects: readonly string[];
  readonly agents: readonly string[];
  readonly lists: Readonly<Record<QueueList, Page<QueueCard>>>;
  /** Number of tasks with an unknown status, regardless of the filter. */
  readonly others: number;
  /** `null`: no task is being edited, or it no longer exists. */
  readonly detail: QueueTaskDetail | null;
  /** Position of the task that the page looks for; `null` if it is not on the board, or none was requested. */
  readonly sought: { readonly id: string; readonly list: QueueList; readonly index: number } | null;
  readonly doing: QueueRequest | null;
}

/** `no-team`: there is no team directory, or it cannot be read. */
export type QueuesState =
  | {
      readonly kind: 'no-team';
      /** Where it was expected; `null` if that is unknown. */
      readonly directory: string | null;
      readonly readOnly: string | null;
      readonly problems: readonly ProblemRow[];
    }
  | { readonly kind: 'queues'; readonly snapshot: QueuesSnapshot };

/** Changed fields of a snapshot. `lists` contains only the changed columns. */
export interface QueuesChanges extends Partial<Omit<QueuesSnapshot, 'lists'>> {
  readonly lists?: Partial<QueuesSnapshot['lists']>;
}

/** Updates that the host sends: a full state after the page reports its view, then the changed fields. */
export type QueuesPush = QueuesState | { readonly kind: 'changes'; readonly changes: QueuesChanges };
