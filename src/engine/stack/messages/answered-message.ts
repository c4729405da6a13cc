import { CortexError, withWarningsAdded } from '../../platform/errors.ts';
import { readOrReport, type StackMessage } from './all-messages.ts';
import { readAllMessages } from './archived-messages.ts';
import { wasEverReceived } from './known-messages.ts';
import { findNearestId } from './nearest-id.ts';
import type { RoutedStack } from './route.ts';
import { shortTitle } from './threads/threads.ts';

/** Data of a message that is being answered. */
export interface AnsweredMessage {
  readonly thread: string | null;
}

/** @param isComplete whether all messages could be read */
function unknown(id: string, messages: readonly StackMessage[], isComplete: boolean): CortexError {
  const nearest = findNearestId(
    id,
    messages.map((message) => message.id),
  );
  const meant = messages.find((message) => message.id === nearest);
  const perhaps = meant === undefined ? '' : `Did you mean ${meant.id}, ${JSON.stringify(shortTitle(meant.content))} from ${meant.from}? `;
  const next = `${perhaps}"cstack recv" lists the ids. To start a new thread, omit --reply-to. Nothing was sent.`;
  const what = isComplete ? 'no message has this id' : 'no message that can be read has this id';
  return new CortexError('not-found', `cannot reply: ${what}`, { value: id, next });
}

/**
 * Finds a message by its id in any INBOX, OUTBOX or HISTORY.md, or in the record of messages cleared from an INBOX.
 * @param likely stacks to search first; all others are read only if it is not there
 * @throws CortexError `not-found` with the most similar id, since an unknown id is probably a typo
 */
export function findAnsweredMessage(id: string, likely: readonly RoutedStack[], all: readonly RoutedStack[]): AnsweredMessage {
  const problems: string[] = [];
  for (const { store } of likely) {
    const found = readOrReport(() => store.mailbox.read().messages, [], problems).find((message) => message.id === id);
    if (found !== undefined) return found;
  }
  const { messages, problems: unread } = readAllMessages(all);
  const found = messages.find((message) => message.id === id);
  if (found !== undefined) return found;
  const wasThere = all.some(({ store }) => readOrReport(() => wasEverReceived(store.runtime.fs, store.directory, id), false, problems));
  if (wasThere) return { thread: null };
  // The message may be in a file or conflict that cannot be read, so add those problems.
  const missing = [...new Set([...problems, ...unread])];
  throw withWarningsAdded(unknown(id, messages, missing.length === 0), missing);
}
