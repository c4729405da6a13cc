import path from 'node:path';
import { mergeConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { conflictProblems } from '../conflicts.ts';
import { findHistoryHeadings, HISTORY } from '../files/history.ts';
import { joinBoxes, readBoxes, readOrReport, type StackBoxes, type StackMessage, type StackMessages } from './all-messages.ts';
import { parseMessages } from './format.ts';
import { messageIdentity, type PlacedMessage } from './message.ts';
import { messageId } from './message-id.ts';
import type { RoutedStack } from './route.ts';

/** Largest number of our headings to try as the end of an archived message. Message text may contain lines that look like our headings. */
const MAX_ENDS = 8;

/**
 * Returns an archived message without the headings of ours after it. The message ends at the heading where its id matches the hash of its
 * text.
 */
function upToHeading(message: PlacedMessage, text: string): PlacedMessage {
  const whole = text.slice(message.place.from, message.place.to);
  const ends = findHistoryHeadings(whole);
  if (ends.length === 0) return message;
  const candidates = [...ends.slice(0, MAX_ENDS), whole.length].flatMap((end) => parseMessages(whole.slice(0, end)).messages.slice(0, 1));
  const isWhole = (each: PlacedMessage) => each.hasId && (messageId(each) === each.id || messageId(each, true) === each.id);
  const found = candidates.find(isWhole) ?? candidates[0];
  if (found === undefined) return message;
  const { from } = message.place;
  return { ...message, id: found.id, content: found.content, place: { ...message.place, to: from + found.place.to } };
}

/** Returns the messages in a HISTORY.md as they were sent (decision 0013, "Long memory"). */
export function parseArchived(text: string): PlacedMessage[] {
  return parseMessages(text).messages.map((message) => upToHeading(message, text));
}

/** Reports whether a message was archived from its INBOX. */
export function isArchived({ file }: Pick<StackMessage, 'file'>): boolean {
  return path.basename(file) === HISTORY;
}

/**
 * Returns the messages archived from the INBOX of a stack, all of them read or answered.
 * @param problems receives descriptions of what cannot be read
 */
export function readArchive({ name, store }: RoutedStack, problems: string[] = []): StackMessage[] {
  const file = path.join(store.directory, HISTORY);
  const text = readOrReport(() => store.text(HISTORY) ?? '', '', problems);
  problems.push(...conflictProblems(file, mergeConflicts(text)));
  return parseArchived(text).map(
    ({ fields: _fields, hasId: _hasId, ...message }): StackMessage => ({ ...message, stack: name, box: 'inbox', file, unread: false }),
  );
}

/**
 * Returns all messages of some stacks, archived ones included. A crash while archiving may leave a message in both files; it counts once.
 */
export function readAllMessages(stacks: readonly RoutedStack[]): StackMessages {
  const problems: string[] = [];
  const boxes = stacks.map((stack): StackBoxes => {
    const present = readBoxes(stack);
    const known = new Set(present.inbox.map(messageIdentity));
    const archive = readArchive(stack, problems).filter((message) => !known.has(messageIdentity(message)));
    return { ...present, inbox: [...archive, ...present.inbox] };
  });
  return { messages: joinBoxes(boxes), problems: [...boxes.flatMap((each) => each.problems), ...problems] };
}
