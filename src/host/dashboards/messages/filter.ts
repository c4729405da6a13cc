import type { StackMessage } from '../../../engine/stack/index.ts';
import { wordFilter } from '../../model/words.ts';
import type { IndexedThread, MessageIndex } from './message-index.ts';
import type { MessagesFilter } from './protocol.ts';

function textOf({ id, from, to, thread, type, content }: StackMessage): string {
  return `${from}\n${to ?? ''}\n${type}\n${thread ?? ''}\n${id}\n${content}`;
}

export interface FilteredThread extends IndexedThread {
  /** Number of its messages that match the words; `null` without a search. */
  readonly matches: number | null;
}

export interface FilteredThreads {
  readonly threads: readonly FilteredThread[];
  /** Messages that match the words; `null` without a search. */
  readonly matching: ReadonlySet<StackMessage> | null;
}

/** Returns the threads with at least one message that matches the filter. @param now milliseconds since 1970 UTC */
export function filterThreads(messages: MessageIndex, { words, only, stack }: MessagesFilter, now: number): FilteredThreads {
  const isSearch = words.trim() !== '';
  // Without a filter all threads match, so no messages have to be scanned.
  if (!isSearch && only === 'all' && stack === null)
    return { threads: messages.threads.map((entry) => ({ ...entry, matches: null })), matching: null };
  const hasWords = wordFilter(words);
  const overdue = only === 'overdue' ? messages.overdue(now) : null;
  const matching = new Set<StackMessage>();
  const threads = messages.threads.flatMap((entry): FilteredThread[] => {
    const isWanted = (message: StackMessage) =>
      (stack === null || messages.nameIn(entry.folder, message.stack) === stack) &&
      (only !== 'unread' || message.unread) &&
      (overdue === null || overdue.has(message));
    const found = entry.thread.messages.filter((message) => isWanted(message) && hasWords(() => textOf(message)));
    if (found.length === 0) return [];
    if (isSearch) for (const message of found) matching.add(message);
    return [{ ...entry, matches: isSearch ? found.length : null }];
  });
  return { threads, matching: isSearch ? matching : null };
}
