import type { StackMessage } from '../../../engine/stack/index.ts';
import { wordsIn } from '../../model/words.ts';
import type { IndexedThread, MessageIndex } from './message-index.ts';
import type { MessagesFilter } from './protocol.ts';

function textOf({ id, from, to, thread, type, content }: StackMessage): string {
  return `${from}\n${to ?? ''}\n${type}\n${thread ?? ''}\n${id}\n${content}`;
}

export interface FilteredThread extends IndexedThread {
  /** How many of its messages have the words that are looked for; `null` while none are. */
  readonly matches: number | null;
}

export interface FilteredThreads {
  readonly threads: readonly FilteredThread[];
  /** The messages that have the words that are looked for; `null` while none are. */
  readonly matching: ReadonlySet<StackMessage> | null;
}

/** The threads that have a message which a person wants to see. @param now milliseconds since 1970 UTC */
export function filterThreads(book: MessageIndex, { words, only, stack }: MessagesFilter, now: number): FilteredThreads {
  const isSearch = words.trim() !== '';
  // What is shown of everything is the threads: nobody has to look at very many messages.
  if (!isSearch && only === 'all' && stack === null)
    return { threads: book.threads.map((entry) => ({ ...entry, matches: null })), matching: null };
  const hasWords = wordsIn(words);
  const overdue = only === 'overdue' ? book.overdue(now) : null;
  const matching = new Set<StackMessage>();
  const threads = book.threads.flatMap((entry): FilteredThread[] => {
    const isWanted = (message: StackMessage) =>
      (stack === null || book.nameIn(entry.folder, message.stack) === stack) &&
      (only !== 'unread' || message.unread) &&
      (overdue === null || overdue.has(message));
    const found = entry.thread.messages.filter((message) => isWanted(message) && hasWords(() => textOf(message)));
    if (found.length === 0) return [];
    if (isSearch) for (const message of found) matching.add(message);
    return [{ ...entry, matches: isSearch ? found.length : null }];
  });
  return { threads, matching: isSearch ? matching : null };
}
