import type { StackMessage } from '../all-messages.ts';
import { isArchived, readArchive } from '../archived-messages.ts';
import type { RoutedStack } from '../route.ts';
import { isAsking, type Overdue, overdueOf, untimedOf } from './overdue.ts';
import { messagesByThread, type ThreadMessages } from './threads.ts';

/**
 * What is overdue of some messages. An answer may have been archived since: only where there seems to be none is that looked at.
 * @param threads of the messages @param now milliseconds since 1970 UTC @param ever their threads with all that was archived
 */
export function overdueAmong(threads: readonly ThreadMessages[], now: number, ever: () => readonly ThreadMessages[]): Overdue[] {
  const overdue = overdueOf(threads, now);
  return overdue.length === 0 ? overdue : overdueOf(ever(), now).filter(({ message }) => !isArchived(message));
}

/**
 * The tasks and questions without a time and without an answer of some stacks; their HISTORY.md are read where it must be.
 * @param problems gets what cannot be read of them, in words
 */
export function untimedIn(stacks: readonly RoutedStack[], messages: readonly StackMessage[], problems: string[] = []): StackMessage[] {
  const untimed = untimedOf(messagesByThread(messages, isAsking));
  if (untimed.length === 0) return untimed;
  const archive = stacks.flatMap((stack) => readArchive(stack, problems));
  return untimedOf(messagesByThread([...archive, ...messages], isAsking)).filter((message) => !isArchived(message));
}

/**
 * What is overdue of the messages of some stacks; their HISTORY.md are read where it must be. @param now milliseconds since 1970 UTC
 * @param problems gets what cannot be read of them, in words
 */
export function overdueIn(
  stacks: readonly RoutedStack[],
  messages: readonly StackMessage[],
  now: number,
  problems: string[] = [],
): Overdue[] {
  const threads = messagesByThread(messages, isAsking);
  return overdueAmong(threads, now, () => {
    const archive = stacks.flatMap((stack) => readArchive(stack, problems));
    return archive.length === 0 ? threads : messagesByThread([...archive, ...messages], isAsking);
  });
}
