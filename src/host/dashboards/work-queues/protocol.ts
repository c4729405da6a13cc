/** What the host and the Work Queues dashboard say to each other. Times are milliseconds since 1970 UTC. Ids are the host's, for this page. */
import * as z from 'zod';
import { openProblem, type Page, type ProblemRow, range, type SnapshotBase, text } from '../protocol.ts';

/** Nobody looks for more words, or writes a longer text here. */
const MOST_WORDS = 1_000;
const LONGEST_TEXT = 1_000_000;

const long = text.max(LONGEST_TEXT);

/** The columns of the board in their order. `other`: tasks whose status nobody knows. */
const list = z.enum(['ready', 'working', 'done', 'other']);
export type QueueList = z.infer<typeof list>;

/** `hour`: less than one. `over-day`: more than one. */
const age = z.enum(['all', 'hour', 'day', 'week', 'over-day', 'over-week']);
export type QueueAge = z.infer<typeof age>;

/** Which tasks one wants to see. */
const filter = z.object({
  /** A task has all of these words somewhere. */
  words: text.max(MOST_WORDS),
  /** `null`: of all projects. */
  project: text.nullable(),
  /** What it has, or could claim. `null`: of all agents; empty: of nobody. */
  agent: text.nullable(),
  /** How long ago it was dispatched, begun or done. */
  age,
});
export type QueueFilter = z.infer<typeof filter>;

/** What the page has in view: the host sends these rows and no others. The page is not trusted: it draws what agents wrote. */
export const queuesViewSchema = z.object({
  filter,
  lists: z.record(list, range),
  /** The task that a person is changing. */
  detail: text.nullable(),
  /** A task whose place is wanted. */
  sought: text.nullable(),
});
export type QueuesView = z.infer<typeof queuesViewSchema>;

/** A task as a person has seen it: one that is another by now, or stands elsewhere, is not moved. */
const seenTask = z.object({
  id: text,
  title: text,
  list,
  /** Whose it was; `null`: nobody's. */
  agent: text.nullable(),
});
export type SeenTask = z.infer<typeof seenTask>;

/** A text that a person has changed, and what it was when they began: one that somebody else has changed meanwhile stays. */
const changedText = z.object({ from: text, to: long });
export type ChangedText = z.infer<typeof changedText>;

/** What can be done with a task. */
const move = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('claim'), agent: text }),
  z.object({ kind: z.literal('finish'), agent: text, summary: long }),
  z.object({ kind: z.literal('reopen') }),
  z.object({ kind: z.literal('reassign'), agent: text }),
  /** An empty reason: it can go on. */
  z.object({ kind: z.literal('block'), reason: long }),
  z.object({ kind: z.literal('approve') }),
  /** `null`: as it is. */
  z.object({ kind: z.literal('edit'), title: changedText.nullable(), scope: changedText.nullable() }),
]);
export type QueueMove = z.infer<typeof move>;

/** A task that a person dispatches. */
const draft = z.object({ project: text, title: long, scope: long, needsApproval: z.boolean() });
export type QueueDispatch = z.infer<typeof draft>;

/** What a person wants done. */
export const queuesStepSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['set-up', 'register']) }),
  z.object({ kind: z.literal('open-task'), task: seenTask }),
  openProblem,
  z.object({ kind: z.literal('dispatch'), request: text, draft }),
  z.object({ kind: z.literal('move'), request: text, task: seenTask, move }),
]);
export type QueuesStep = z.infer<typeof queuesStepSchema>;

/** Whoever has a task in progress: nobody whom the team knows, an agent that is not on it now, or one that was seen and is down from a moment on. */
export type QueueHolder =
  | { readonly kind: 'stranger' | 'inactive' }
  /** @property day `YYYY-MM-DD`, where that is all that its heartbeat says */
  | { readonly kind: 'seen'; readonly at: number; readonly downFrom: number; readonly day?: string };

/** A task of a work queue as its card shows it. Texts are cut to 2,000 characters. */
export interface QueueCard {
  readonly id: string;
  readonly list: QueueList;
  readonly project: string;
  readonly title: string;
  /** Whose it is; `null`: nobody's. */
  readonly agent: string | null;
  /** What is known of the one who has it in progress, where that is anything. */
  readonly holder?: QueueHolder;
  /** The status as it is written. */
  readonly status: string | null;
  /** When it was dispatched, begun or done, as it is written; `null` where it says nothing of it. */
  readonly time: string | null;
  /** `null` where that is no time. */
  readonly since: number | null;
  /** Why it cannot go on. */
  readonly blocked: string | null;
  readonly needsApproval: boolean;
  /** What was done, of one that is done. */
  readonly summary: string | null;
  /** Why the last thing that was asked for did not happen, where it was asked for this task. */
  readonly refusal: string | null;
}

/** What else there is to know of the task that a person is changing. Texts are whole. */
export interface QueueTaskDetail {
  readonly id: string;
  readonly title: string;
  readonly scope: string;
  /** Where it stands, and whose it is. */
  readonly list: QueueList;
  readonly agent: string | null;
  /** Slugs of the agents that may claim it. */
  readonly owners: readonly string[];
}

/** What became of the last thing that a person has asked for. */
export interface QueueRequest {
  /** Made by the page, another for every request. */
  readonly request: string;
  readonly outcome: 'doing' | 'done' | 'refused';
  /** What became of it, as one text for a person. */
  readonly message: string;
  /** The task that it was about, or that came of it. */
  readonly task: string | null;
  /** The task as the person saw it who asked; `null` of a new one. */
  readonly seen: SeenTask | null;
}

export interface QueuesSnapshot extends SnapshotBase {
  /** The team's directory. */
  readonly directory: string;
  /** How many tasks there are, whatever the filter says. */
  readonly tasks: number;
  readonly blocked: number;
  /** How many projects there are. */
  readonly projectCount: number;
  /** Slugs of projects and of agents: of more than a thousand the first. */
  readonly projects: readonly string[];
  readonly agents: readonly string[];
  readonly lists: Readonly<Record<QueueList, Page<QueueCard>>>;
  /** How many tasks have an unknown status, whatever the filter says. */
  readonly others: number;
  /** The task that a person is changing; `null`: it is there no more, or there is none. */
  readonly detail: QueueTaskDetail | null;
  /** Where the task stands that the page looks for; `null`: nowhere, or none is looked for. */
  readonly sought: { readonly id: string; readonly list: QueueList; readonly index: number } | null;
  readonly doing: QueueRequest | null;
}

/** `no-team`: there is no team directory, or it cannot be read. */
export type QueuesState =
  | {
      readonly kind: 'no-team';
      /** Where it would be; `null` where nobody knows. */
      readonly directory: string | null;
      readonly readOnly: string | null;
      readonly problems: readonly ProblemRow[];
    }
  | { readonly kind: 'queues'; readonly snapshot: QueuesSnapshot };

/** Parts of a snapshot that are different from the last one; columns by themselves. */
export interface QueuesChanges extends Partial<Omit<QueuesSnapshot, 'lists'>> {
  readonly lists?: Partial<QueuesSnapshot['lists']>;
}

/** What the host pushes: after a page has said what it has in view all of that, and from then on what is different. */
export type QueuesPush = QueuesState | { readonly kind: 'changes'; readonly changes: QueuesChanges };
