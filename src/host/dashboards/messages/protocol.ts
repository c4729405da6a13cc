/** Message types of the Messages dashboard. Times are milliseconds since 1970 UTC. Ids are assigned by the host, for this page only. */
import * as z from 'zod';
import type { Checked } from '../../../engine/platform/on-demand.ts';
import type { messageSchema } from '../../../engine/stack/schemas/common.ts';
import { type EmptyState, type Names, openProblem, type Page, range, type SnapshotBase, text } from '../protocol.ts';

/** Maximum lengths of a search text and a message, in UTF-16 code units. The page receives them and limits its inputs. */
export const MAX = { words: 1_000, text: 1_000_000 };
const MAX_UNFOLDED = 10_000;

/** Filter of the list of threads. */
const filter = z.object({
  /** Words that must all occur in one message. */
  words: text.max(MAX.words),
  only: z.enum(['all', 'unread', 'overdue']),
  /** `null`: all stacks. */
  stack: text.nullable(),
});
export type MessagesFilter = z.infer<typeof filter>;

/** What the page has in view. The host sends only these rows. The page is untrusted: it renders text that agents wrote. */
export const messagesViewSchema = z.object({
  filter,
  threads: range,
  /** The thread whose messages are shown. */
  thread: text.nullable(),
  /** The message to start reading at; `null`: the first unread one. */
  start: text.nullable(),
  /** `null`: the messages around the start. */
  messages: range.nullable(),
  /** Ids of the long messages that are expanded. */
  unfolded: z.array(text).max(MAX_UNFOLDED).readonly(),
  /** The message that the user is answering. */
  answering: text.nullable(),
});
export type MessagesView = z.infer<typeof messagesViewSchema>;

/** A message as the user typed it. */
const draft = z.object({
  /** Assigned by the page, unique for each message. */
  id: text,
  to: text,
  type: text,
  /** Empty: no thread, or the thread of the message that it answers. */
  thread: text,
  text: text.max(MAX.text),
  /** Id of the message that it answers. */
  replyTo: text.nullable(),
});
export type Draft = z.infer<typeof draft>;

/** Requests of the user. */
export const messagesStepSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('init') }),
  z.object({ kind: z.literal('mark'), message: text, read: z.boolean() }),
  z.object({ kind: z.literal('mark-thread'), thread: text }),
  z.object({ kind: z.literal('open-message'), message: text }),
  z.object({ kind: z.literal('send'), draft }),
  openProblem,
]);
export type MessagesStep = z.infer<typeof messagesStepSchema>;

/** A thread in the list. The texts of all rows are limited to 2,000 characters, except the text of a message. */
export interface ThreadRow {
  readonly id: string;
  /** First line of its first message. */
  readonly title: string;
  readonly participants: Names;
  readonly messages: number;
  readonly unread: number;
  /** Number of tasks and questions whose answer is overdue. */
  readonly overdue: number;
  /** Time of its last message, or the date as written if it has no time of day; `null` if no message has a time. */
  readonly last: number | string | null;
  /** Number of its messages that match the words; `null` without a search. */
  readonly matches: number | null;
}

export interface MessageRow extends Pick<Checked<typeof messageSchema>, 'from' | 'to' | 'type' | 'time' | 'unread'> {
  readonly id: string;
  /** Name of the stack that contains it. */
  readonly stack: string;
  /** `outbox`: it was not delivered yet. */
  readonly box: 'inbox' | 'outbox';
  /** `null` if the time is missing, invalid, or only a date. */
  readonly at: number | null;
  /** Whether its answer is overdue. */
  readonly overdue: boolean;
  /** First line of the message that it answers. */
  readonly answers: string | null;
  /** Its text, or the beginning of it. */
  readonly text: string;
  /** Number of lines and characters that are not in `text`. */
  readonly hidden: { readonly lines: number; readonly characters: number };
  /** Whether a long message is expanded, up to a limit; `null` for a short one. */
  readonly unfolded: boolean | null;
  /** Whether it matches the words. */
  readonly matches: boolean;
}

/** The thread whose messages are shown. */
export interface OpenThread {
  readonly id: string;
  readonly title: string;
  /** Name that its messages give it; `null` if the messages are connected only by answers. */
  readonly name: string | null;
  readonly unread: number;
  readonly messages: Page<MessageRow>;
  /** Index of the message to start at: the requested one, else the first unread one, else the last one. */
  readonly start: number;
  /** Id of the requested message; `null` if none was requested. */
  readonly wanted: string | null;
}

/** Result of the last message that the user sent. */
export interface Sending {
  /** Id of its draft. */
  readonly draft: string;
  readonly outcome: 'sending' | 'sent' | 'refused';
  /** Result as text for the user. */
  readonly message: string;
}

/** A filter or message requested elsewhere in the editor. The page shows it once. */
export interface MessageRequest {
  /** Unique for each request. */
  readonly id: string;
  readonly filter: MessagesFilter;
  /** The message to reveal; `null` to apply the filter only. */
  readonly place: {
    readonly thread: string;
    /** Index of the thread among all that match the filter. */
    readonly index: number;
    readonly message: string;
  } | null;
}

export interface MessagesSnapshot extends SnapshotBase {
  readonly messages: number;
  readonly unread: number;
  readonly overdue: number;
  /** Names of all stacks. */
  readonly stacks: readonly string[];
  readonly threads: Page<ThreadRow>;
  /** `null`: no thread is selected, or it no longer exists. */
  readonly thread: OpenThread | null;
  /** Possible recipients. */
  readonly recipients: readonly string[];
  /** Types that a message can have. */
  readonly types: readonly string[];
  /** Sender and first line of the message that is being answered; `null` if there is none, or it no longer exists. */
  readonly answering: { readonly from: string; readonly text: string } | null;
  readonly sending: Sending | null;
  /** Number of messages that arrived since the dashboard was opened, and the sender of the last one. */
  readonly arrived: { readonly count: number; readonly from: string };
  readonly request: MessageRequest | null;
  /** Maximum lengths of a search text and a message. */
  readonly most: typeof MAX;
}

/** `no-stack`: no open folder has a `.cstack` folder. `no-folder`: no folder is open. */
export type MessagesState =
  | { readonly kind: 'no-folder' }
  | ({ readonly kind: 'no-stack' } & EmptyState)
  | { readonly kind: 'messages'; readonly snapshot: MessagesSnapshot };
