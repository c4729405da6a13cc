import type { StackMessage } from './all-messages.ts';
import { isArchived, messagesEver } from './archived-messages.ts';
import { type Overdue, overdueOf } from './overdue.ts';
import type { RoutedStack } from './route.ts';

/**
 * What is overdue of the messages of some stacks. An answer may have been archived since: only where there seems to be none are the
 * HISTORY.md of the stacks read.
 * @param now milliseconds since 1970 UTC
 */
export function overdueIn(stacks: readonly RoutedStack[], messages: readonly StackMessage[], now: number): Overdue[] {
  const overdue = overdueOf(messages, now);
  if (overdue.length === 0) return overdue;
  const archive = messagesEver(stacks).messages.filter(isArchived);
  return archive.length === 0 ? overdue : overdueOf([...archive, ...messages], now).filter(({ message }) => !isArchived(message));
}
