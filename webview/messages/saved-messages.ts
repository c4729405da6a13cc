import type { Draft, MessagesFilter } from '../../src/host/dashboards/messages/protocol.ts';
import { asText, asTexts, fieldOf, type SavedLists, savedLists, textOrNull } from '../saved.ts';

export const LISTS = ['threads', 'messages'] as const;
export type ListName = (typeof LISTS)[number];

/** What outlives a reload of the dashboard: ids, places and filters, and what a person has begun to write; nothing of what stands in the files. */
export interface SavedMessages extends SavedLists<ListName> {
  readonly filter: MessagesFilter;
  /** The thread whose messages are shown. */
  readonly thread: string | null;
  /** Ids of the long messages that are shown whole. */
  readonly unfolded: readonly string[];
  /** What a person is writing; `null` while nobody writes. */
  readonly draft: Draft | null;
  /** The message with which one began to read the thread; `null`: the first one that was unread. */
  readonly start: string | null;
  /** The id of the request that was granted last. */
  readonly granted: string | null;
}

export function ofLists<Value>(of: (list: ListName) => Value): Record<ListName, Value> {
  return { threads: of('threads'), messages: of('messages') };
}

export const EVERYTHING: MessagesFilter = { words: '', only: 'all', stack: null };

function asFilter(value: unknown): MessagesFilter {
  const only = fieldOf(value, 'only');
  return {
    words: asText(fieldOf(value, 'words')),
    only: only === 'unread' || only === 'overdue' ? only : 'all',
    stack: textOrNull(fieldOf(value, 'stack')),
  };
}

function asDraft(value: unknown): Draft | null {
  const id = fieldOf(value, 'id');
  if (typeof id !== 'string') return null;
  const text = (name: string): string => asText(fieldOf(value, name));
  return {
    id,
    to: text('to'),
    type: text('type'),
    thread: text('thread'),
    text: text('text'),
    replyTo: textOrNull(fieldOf(value, 'replyTo')),
  };
}

/** Reads what was saved, perhaps by another version of the dashboard; what makes no sense counts as not saved. */
export function readSavedMessages(saved: unknown): SavedMessages {
  return {
    filter: asFilter(fieldOf(saved, 'filter')),
    thread: textOrNull(fieldOf(saved, 'thread')),
    start: textOrNull(fieldOf(saved, 'start')),
    granted: textOrNull(fieldOf(saved, 'granted')),
    unfolded: asTexts(fieldOf(saved, 'unfolded')),
    draft: asDraft(fieldOf(saved, 'draft')),
    ...savedLists(saved, ofLists),
  };
}
