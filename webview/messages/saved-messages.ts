import type { Draft, MessagesFilter } from '../../src/host/dashboards/messages/protocol.ts';
import { readField, type SavedLists, savedLists, textOrEmpty, textOrNull, textsOrNone } from '../saved.ts';

export const LISTS = ['threads', 'messages'] as const;
export type ListName = (typeof LISTS)[number];

/** State saved over reloads of the dashboard: ids, positions, filters and the draft, and no content of the files. */
export interface SavedMessages extends SavedLists<ListName> {
  readonly filter: MessagesFilter;
  /** Thread whose messages are shown. */
  readonly thread: string | null;
  /** Ids of expanded long messages. */
  readonly unfolded: readonly string[];
  /** Message being written; `null` when there is none. */
  readonly draft: Draft | null;
  /** Message at which reading of the thread begins; `null` for the first unread one. */
  readonly start: string | null;
  /** Id of the last request that was fulfilled. */
  readonly granted: string | null;
}

export function ofLists<Value>(of: (list: ListName) => Value): Record<ListName, Value> {
  return { threads: of('threads'), messages: of('messages') };
}

export const NO_FILTER: MessagesFilter = { words: '', only: 'all', stack: null };

function asFilter(value: unknown): MessagesFilter {
  const only = readField(value, 'only');
  return {
    words: textOrEmpty(readField(value, 'words')),
    only: only === 'unread' || only === 'overdue' ? only : 'all',
    stack: textOrNull(readField(value, 'stack')),
  };
}

function asDraft(value: unknown): Draft | null {
  const id = readField(value, 'id');
  if (typeof id !== 'string') return null;
  const text = (name: string): string => textOrEmpty(readField(value, name));
  return {
    id,
    to: text('to'),
    type: text('type'),
    thread: text('thread'),
    text: text('text'),
    replyTo: textOrNull(readField(value, 'replyTo')),
  };
}

/** Parses saved state, perhaps of another version of the dashboard. Invalid parts are ignored. */
export function readSavedMessages(saved: unknown): SavedMessages {
  return {
    filter: asFilter(readField(saved, 'filter')),
    thread: textOrNull(readField(saved, 'thread')),
    start: textOrNull(readField(saved, 'start')),
    granted: textOrNull(readField(saved, 'granted')),
    unfolded: textsOrNone(readField(saved, 'unfolded')),
    draft: asDraft(readField(saved, 'draft')),
    ...savedLists(saved, ofLists),
  };
}
