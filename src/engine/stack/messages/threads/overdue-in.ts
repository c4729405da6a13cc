import type { StackMessage } from '../all-messages.ts';
import { readArchive } from '../archived-messages.ts';
import type { RoutedStack } from '../route.ts';
import { findDue, findUnanswered, findUntimed, type Overdue, sortOverdue } from './overdue.ts';

/**
 * Returns the messages without an answer, which may also be in the archive.
 * @param archive returns the archived messages; called only when something seems unanswered
 */
function unansweredEver(
  asking: readonly StackMessage[],
  messages: readonly StackMessage[],
  archive: () => readonly StackMessage[],
): StackMessage[] {
  const open = findUnanswered(asking, messages);
  const archived = open.length === 0 ? [] : archive();
  return archived.length === 0 ? open : findUnanswered(open, [...archived, ...messages]);
}

/**
 * Returns the overdue messages, longest overdue first.
 * @param now milliseconds since 1970 UTC
 * @param archive returns the archived messages; called only when something seems overdue
 */
export function findOverdueEver(messages: readonly StackMessage[], now: number, archive: () => readonly StackMessage[]): Overdue[] {
  return sortOverdue(unansweredEver(findDue(messages, now), messages, archive));
}

const archiveOf = (stacks: readonly RoutedStack[], problems: string[]) => () => stacks.flatMap((stack) => readArchive(stack, problems));

/**
 * Returns the tasks and questions of some stacks without a time and without an answer. Reads HISTORY.md only when needed.
 * @param problems receives descriptions of what cannot be read
 */
export function findUntimedInStacks(
  stacks: readonly RoutedStack[],
  messages: readonly StackMessage[],
  problems: string[] = [],
): StackMessage[] {
  return unansweredEver(findUntimed(messages), messages, archiveOf(stacks, problems));
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
  return findOverdueEver(messages, now, archiveOf(stacks, problems));
}
