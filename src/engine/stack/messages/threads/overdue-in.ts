import type { StackMessage } from '../all-messages.ts';
import { isArchived, readArchive } from '../archived-messages.ts';
import type { RoutedStack } from '../route.ts';
import { expectsAnswer, findOverdue, findUntimed, type Overdue } from './overdue.ts';
import { messagesByThread, type ThreadMessages } from './threads.ts';

/**
 * Returns the overdue messages. An answer may have been archived, so `ever` is called only when something seems overdue.
 * @param threads of the messages @param now milliseconds since 1970 UTC @param ever returns the threads with all archived messages
 */
export function findOverdueInThreads(threads: readonly ThreadMessages[], now: number, ever: () => readonly ThreadMessages[]): Overdue[] {
  const overdue = findOverdue(threads, now);
  return overdue.length === 0 ? overdue : findOverdue(ever(), now).filter(({ message }) => !isArchived(message));
}

/**
 * Returns the tasks and questions of some stacks without a time and without an answer. Reads HISTORY.md only when needed.
 * @param problems receives descriptions of what cannot be read
 */
export function findUntimedInStacks(
  stacks: readonly RoutedStack[],
  messages: readonly StackMessage[],
  problems: string[] = [],
): StackMessage[] {
  const untimed = findUntimed(messagesByThread(messages, expectsAnswer));
  if (untimed.length === 0) return untimed;
  const archive = stacks.flatMap((stack) => readArchive(stack, problems));
  return findUntimed(messagesByThread([...archive, ...messages], expectsAnswer)).filter((message) => !isArchived(message));
}

/**
 * Returns the overdue messages of some stacks. Reads HISTORY.md only when needed.
 * @param now milliseconds since 1970 UTC
 * @param problems receives descriptions of what cannot be read
 */
export function findOverdueInStacks(
  stacks: readonly RoutedStack[],
  messages: readonly StackMessage[],
  now: number,
  problems: string[] = [],
): Overdue[] {
  const threads = messagesByThread(messages, expectsAnswer);
  return findOverdueInThreads(threads, now, () => {
    const archive = stacks.flatMap((stack) => readArchive(stack, problems));
    return archive.length === 0 ? threads : messagesByThread([...archive, ...messages], expectsAnswer);
  });
}
