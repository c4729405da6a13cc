/** What the host and the Messages dashboard say to each other. Times are milliseconds since 1970 UTC. Ids are the host's, for this page. */
import * as z from 'zod';
import { type EmptyState, type Names, openProblem, type Page, range, type SnapshotBase, text } from '../protocol.ts';

/** Nobody looks for more words, or writes a longer text here. The page is told: what does not fit is not taken. */
export const MOST = { words: 1_000, text: 1_000_000 };
const MOST_UNFOLDED = 10_000;

/** Of which threads one wants to see. */
const filter = z.object({
  /** A message has all of these words somewhere. */
  words: text.max(MOST.words),
  only: z.enum(['all', 'unread', 'overdue']),
  /** `null`: of all stacks. */
  stack: text.nullable(),
});
export type MessagesFilter = z.infer<typeof filter>;

/** What the page has in view: the host sends these rows and no others. The page is not trusted: it draws what agents wrote. */
export const messagesViewSchema = z.object({
  filter,
  threads: range,
  /** The thread whose messages are shown. */
  thread: text.nullable(),
  /** The message with which one begins to read; `null`: the first one that is unread. */
  start: text.nullable(),
  /** `null`: around where one begins to read. */
  messages: range.nullable(),
  /** Ids of the long messages that are shown whole. */
  unfolded: z.array(text).max(MOST_UNFOLDED).readonly(),
  /** The message that a person is answering. */
  answering: text.nullable(),
});
export type MessagesView = z.infer<typeof messagesViewSchema>;

/** A message as a person writes it. */
const draft = z.object({
  /** Made by the page, another for every message. */
  id: text,
  to: text,
  type: text,
  /** Empty: it belongs to none, or to that of the message that it answers. */
  thread: text,
  text: text.max(MOST.text),
  /** The message that it answers. */
  replyTo: text.nullable(),
});
export type Draft = z.infer<typeof draft>;

/** What a person wants done. */
export const messagesStepSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('init') }),
  z.object({ kind: z.literal('mark'), message: text, read: z.boolean() }),
  z.object({ kind: z.literal('mark-thread'), thread: text }),
  z.object({ kind: z.literal('open-message'), message: text }),
  z.object({ kind: z.literal('send'), draft }),
  openProblem,
]);
export type MessagesStep = z.infer<typeof messagesStepSchema>;

/** A conversation. Texts of every row are cut to 2,000 characters, but for that of a message. */
export interface ThreadRow {
  readonly id: string;
  /** The first line of its first message. */
  readonly title: string;
  readonly participants: Names;
  readonly messages: number;
  readonly unread: number;
  /** Tasks and questions in it that wait for an answer for too long. */
  readonly overdue: number;
  /** When its last message was written, the day as it is written where it says no more; `null` where none has a time. */
  readonly last: number | string | null;
  /** How many of its messages have the words that are looked for; `null` while none are. */
  readonly matches: number | null;
}

export interface MessageRow {
  readonly id: string;
  /** Whose stack it lies in. */
  readonly stack: string;
  /** `outbox`: it has not been brought to its recipient yet. */
  readonly box: 'inbox' | 'outbox';
  readonly from: string;
  readonly to: string | null;
  readonly type: string;
  /** As it is written. */
  readonly time: string | null;
  /** `null` where it says no time, a day alone, or an impossible one. */
  readonly at: number | null;
  readonly unread: boolean;
  /** It waits for an answer for too long. */
  readonly overdue: boolean;
  /** The first line of the message that it answers. */
  readonly answers: string | null;
  /** Its text, or the beginning of it. */
  readonly text: string;
  /** How many lines are not in `text`, and how many characters. */
  readonly hidden: { readonly lines: number; readonly characters: number };
  /** Whether a long one is shown whole, as far as that goes; `null` for one that is short. */
  readonly unfolded: boolean | null;
  /** It has the words that are looked for. */
  readonly matches: boolean;
}

/** The thread whose messages are shown. */
export interface OpenThread {
  readonly id: string;
  readonly title: string;
  /** What its messages call it; `null` where they only answer each other. */
  readonly name: string | null;
  readonly unread: number;
  readonly messages: Page<MessageRow>;
  /** Where one begins to read: the message that is looked for, else the first one that is unread, else the last one. */
  readonly start: number;
  /** The message that was looked for; `null`: none was. */
  readonly wanted: string | null;
}

/** What became of the last message that a person has sent. */
export interface Sending {
  /** The id of its draft. */
  readonly draft: string;
  readonly outcome: 'sending' | 'sent' | 'refused';
  /** What became of it, as one text for a person. */
  readonly message: string;
}

/** What a person asked for elsewhere in the editor: the page shows it once. */
export interface MessageRequest {
  /** Another one for every time that something is asked for. */
  readonly id: string;
  readonly filter: MessagesFilter;
  /** The message to be read; `null` where no single one is meant. */
  readonly place: {
    readonly thread: string;
    /** Where the thread stands among all that the filter lets through. */
    readonly index: number;
    readonly message: string;
  } | null;
}

export interface MessagesSnapshot extends SnapshotBase {
  readonly messages: number;
  readonly unread: number;
  readonly overdue: number;
  /** The names of all stacks. */
  readonly stacks: readonly string[];
  readonly threads: Page<ThreadRow>;
  /** `null`: none is chosen, or it is there no more. */
  readonly thread: OpenThread | null;
  /** To whom a person can write. */
  readonly recipients: readonly string[];
  /** What a message can be. */
  readonly types: readonly string[];
  /** What the message begins with that is being answered, and who sent it; `null` where none is, or it is there no more. */
  readonly answering: { readonly from: string; readonly text: string } | null;
  readonly sending: Sending | null;
  /** How many messages have come since the dashboard was opened, and who sent the last of them. */
  readonly arrived: { readonly count: number; readonly from: string };
  readonly request: MessageRequest | null;
  /** So many characters the host takes of what is looked for, and of what a message says. */
  readonly most: typeof MOST;
}

/** `no-stack`: no folder that is open has a `.cstack`. `no-folder`: no folder is open. */
export type MessagesState =
  | { readonly kind: 'no-folder' }
  | ({ readonly kind: 'no-stack' } & EmptyState)
  | { readonly kind: 'messages'; readonly snapshot: MessagesSnapshot };
