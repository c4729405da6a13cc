/** What the host and the Work Queues dashboard say to each other. Times are milliseconds since 1970 UTC. Ids are the host's, for this page. */

import type { Page, ProblemRow, Range } from '../protocol.ts';

/** The columns of the board in their order. `other`: tasks whose status nobody knows. */
export type QueueList = 'ready' | 'working' | 'done' | 'other';

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
export interface QueueDoing {
  /** Made by the page, another for every wish. */
  readonly request: string;
  readonly outcome: 'doing' | 'done' | 'refused';
  /** What became of it, as one text for a person. */
  readonly message: string;
  /** The task that it was about, or that came of it. */
  readonly task: string | null;
  /** The task as the person saw it who asked; `null` of a new one. */
  readonly seen: SeenTask | null;
}

/** Which tasks one wants to see. */
export interface QueueFilter {
  /** A task has all of these words somewhere. */
  readonly words: string;
  /** `null`: of all projects. */
  readonly project: string | null;
  /** What it has, or could claim. `null`: of all agents; empty: of nobody. */
  readonly agent: string | null;
  /** How long ago it was dispatched, begun or done. */
  readonly age: QueueAge;
}

/** `hour`: less than one. `over-day`: more than one. */
export type QueueAge = 'all' | 'hour' | 'day' | 'week' | 'over-day' | 'over-week';

export interface QueuesSnapshot {
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
  readonly doing: QueueDoing | null;
  readonly problems: readonly ProblemRow[];
  /** The host's clock when this was made. */
  readonly now: number;
  /** Why nothing can be changed; `null` where it can. */
  readonly readOnly: string | null;
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

/** What the dashboard has in view: the host sends these rows and no others. */
export interface QueuesView {
  readonly filter: QueueFilter;
  readonly lists: Readonly<Record<QueueList, Range>>;
  /** The task that a person is changing. */
  readonly detail: string | null;
  /** A task whose place is wanted. */
  readonly sought: string | null;
}

/** A task as a person has seen it: one that is another by now, or stands elsewhere, is not moved. */
export interface SeenTask {
  readonly id: string;
  readonly title: string;
  readonly list: QueueList;
  /** Whose it was; `null`: nobody's. */
  readonly agent: string | null;
}

/** A text that a person has changed, and what it was when they began: one that somebody else has changed meanwhile stays. */
export interface ChangedText {
  readonly from: string;
  readonly to: string;
}

/** What can be done with a task. */
export type QueueMove =
  | { readonly kind: 'claim'; readonly agent: string }
  | { readonly kind: 'finish'; readonly agent: string; readonly summary: string }
  | { readonly kind: 'reopen' }
  | { readonly kind: 'reassign'; readonly agent: string }
  /** An empty reason: it can go on. */
  | { readonly kind: 'block'; readonly reason: string }
  | { readonly kind: 'approve' }
  /** `null`: as it is. */
  | { readonly kind: 'edit'; readonly title: ChangedText | null; readonly scope: ChangedText | null };

/** A task that a person dispatches. */
export interface QueueDispatch {
  readonly project: string;
  readonly title: string;
  readonly scope: string;
  readonly needsApproval: boolean;
}

/** A step that a person takes in the dashboard. */
export type QueuesStep =
  | { readonly kind: 'set-up' }
  | { readonly kind: 'register' }
  | { readonly kind: 'open-task'; readonly task: SeenTask }
  | { readonly kind: 'open-problem'; readonly file: string; readonly line: number; readonly column: number }
  | { readonly kind: 'dispatch'; readonly request: string; readonly draft: QueueDispatch }
  | { readonly kind: 'move'; readonly request: string; readonly task: SeenTask; readonly move: QueueMove };
