import { CortexError, warned } from '../../platform/errors.ts';
import { readOr, type StackMessage } from './all-messages.ts';
import { messagesEver } from './archived-messages.ts';
import { wasEverIn } from './known-messages.ts';
import { nearestId } from './nearest-id.ts';
import type { RoutedStack } from './route.ts';
import { titleOf } from './threads/threads.ts';

/** What is known of a message that is to be answered. */
export interface Answered {
  readonly thread: string | null;
}

function unknown(id: string, messages: readonly StackMessage[]): CortexError {
  const nearest = nearestId(
    id,
    messages.map((message) => message.id),
  );
  const meant = messages.find((message) => message.id === nearest);
  const perhaps = meant === undefined ? '' : `Did you mean ${meant.id}, ${JSON.stringify(titleOf(meant.content))} from ${meant.from}? `;
  const next = `${perhaps}"cstack recv" lists the ids. To start a new thread, leave out --reply-to. Nothing was sent.`;
  return new CortexError('not-found', 'cannot reply: there is no message with this id', { value: id, next });
}

/**
 * The message with an id, wherever it stands: in an INBOX, an OUTBOX or a HISTORY.md; or that it was in an INBOX and has been cleared.
 * @param likely where it most likely is: only where it is not are all others read
 * @throws CortexError `not-found`, naming the id that is most like it: a reply to nothing is a slip of the pen
 */
export function requireAnswered(id: string, likely: readonly RoutedStack[], all: readonly RoutedStack[]): Answered {
  const problems: string[] = [];
  for (const { store } of likely) {
    const found = readOr(() => store.mailbox.read().messages, [], problems).find((message) => message.id === id);
    if (found !== undefined) return found;
  }
  const { messages, problems: unread } = messagesEver(all);
  const found = messages.find((message) => message.id === id);
  if (found !== undefined) return found;
  const wasThere = all.some(({ store }) => readOr(() => wasEverIn(store.runtime.fs, store.directory, id), false, problems));
  if (wasThere) return { thread: null };
  // It may stand in what cannot be read, such as a merge conflict.
  throw warned(unknown(id, messages), [...new Set([...problems, ...unread])]);
}
