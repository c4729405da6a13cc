import type { Draft, MessagesFilter } from '../../src/host/dashboards/messages/protocol.ts';
import { asText, asTexts, fieldOf, type SavedLists, savedLists, textOrNull } from '../saved.ts';

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

/** Parses saved state, perhaps of another version of the dashboard. Invalid parts are ignored. */
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
