import path from 'node:path';
import { mergeConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { conflictProblems } from '../conflicts.ts';
import { HISTORY, headingsIn } from '../files/history.ts';
import { joinBoxes, readBoxes, readOr, type StackBoxes, type StackMessage, type StackMessages } from './all-messages.ts';
import { parseMessages } from './format.ts';
import { identityOf, type PlacedMessage } from './message.ts';
import { messageId } from './message-id.ts';
import type { RoutedStack } from './route.ts';

/** A text may have lines that look like our headings; so many of them are tried as its end. */
const MOST_ENDS = 8;

/** The message that begins a text which ends at one of our headings: where its id is made of it, there it ends. */
function upToHeading(message: PlacedMessage, text: string): PlacedMessage {
  const whole = text.slice(message.place.from, message.place.to);
  const ends = headingsIn(whole);
  if (ends.length === 0) return message;
  const candidates = [...ends.slice(0, MOST_ENDS), whole.length].flatMap((end) => parseMessages(whole.slice(0, end)).messages.slice(0, 1));
  const isWhole = (each: PlacedMessage) => each.hasId && (messageId(each) === each.id || messageId(each, true) === each.id);
  const found = candidates.find(isWhole) ?? candidates[0];
  if (found === undefined) return message;
  const { from } = message.place;
  return { ...message, id: found.id, content: found.content, place: { ...message.place, to: from + found.place.to } };
}

/** The messages in a HISTORY.md, as they were (decision 0013, "Long memory"). */
export function parseArchived(text: string): PlacedMessage[] {
  return parseMessages(text).messages.map((message) => upToHeading(message, text));
}

/** Whether a message was taken out of its INBOX. */
export function isArchived({ file }: Pick<StackMessage, 'file'>): boolean {
  return path.basename(file) === HISTORY;
}

/** What was taken out of the INBOX of a stack. It was read or answered then. @param problems gets what cannot be read, in words */
export function readArchive({ name, store }: RoutedStack, problems: string[] = []): StackMessage[] {
  const file = path.join(store.directory, HISTORY);
  const text = readOr(() => store.text(HISTORY) ?? '', '', problems);
  problems.push(...conflictProblems(file, mergeConflicts(text)));
  return parseArchived(text).map((message) => ({ ...message, stack: name, box: 'inbox', file, unread: false }));
}

/** All messages of some stacks, also those that are in a HISTORY.md alone. What died between two files stands in both, and counts once. */
export function messagesEver(stacks: readonly RoutedStack[]): StackMessages {
  const problems: string[] = [];
  const boxes = stacks.map((stack): StackBoxes => {
    const present = readBoxes(stack);
    const known = new Set(present.inbox.map(identityOf));
    const archive = readArchive(stack, problems).filter((message) => !known.has(identityOf(message)));
    return { inbox: [...archive, ...present.inbox], outbox: present.outbox, problems: present.problems };
  });
  return { messages: joinBoxes(boxes), problems: [...boxes.flatMap((each) => each.problems), ...problems] };
}
