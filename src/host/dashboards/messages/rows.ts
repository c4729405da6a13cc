import { exactTime, lastDayOf, type StackMessage } from '../../../engine/stack/index.ts';
import { cut } from '../../../engine/text/cut.ts';
import { clipText, toNames } from '../../model/pages.ts';
import { wholeCharacters } from '../../model/text.ts';
import type { FilteredThread } from './filter.ts';
import type { IndexedThread, MessageIndex } from './message-index.ts';
import type { MessageRow, ThreadRow } from './protocol.ts';

/** Limits of a text. */
interface TextLimits {
  readonly lines: number;
  readonly characters: number;
}

/** Longer texts are folded, … */
const LONG: TextLimits = { lines: 14, characters: 1_400 };
/** … to this length. It is well below `LONG`, so that folding always hides several lines. */
const FOLDED: TextLimits = { lines: 10, characters: 1_000 };
/** Longer texts are cut even when expanded. The editor shows them whole. */
const UNFOLDED: TextLimits = { lines: 2_000, characters: 60_000 };

const MAX_PARTICIPANTS = 6;
const ANSWERED_CHARACTERS = 120;

/** Returns the offset at which the first lines of a text end. */
function endOf(text: string, most: TextLimits): number {
  let end = 0;
  for (let lines = 0; lines < most.lines; lines += 1) {
    const feed = text.indexOf('\n', end);
    if (feed < 0 || feed > most.characters) return text.length <= most.characters ? text.length : wholeCharacters(text, most.characters);
    end = feed + 1;
  }
  // Exclude the line break after the last line.
  return end === text.length ? end : end - 1;
}

const lineCounts = new WeakMap<StackMessage, number>();

/** Counts the lines of a message. Cached, because a message is immutable and may have megabytes. */
function linesOf(message: StackMessage): number {
  const known = lineCounts.get(message);
  if (known !== undefined) return known;
  let lines = 1;
  for (let feed = message.content.indexOf('\n'); feed >= 0; feed = message.content.indexOf('\n', feed + 1)) lines += 1;
  lineCounts.set(message, lines);
  return lines;
}

type Text = Pick<MessageRow, 'text' | 'hidden' | 'unfolded'>;

/** Returns the part of a message's text to show. */
export function visibleText(message: StackMessage, isUnfolded: boolean): Text {
  const { content } = message;
  if (endOf(content, LONG) === content.length) return { text: content, hidden: { lines: 0, characters: 0 }, unfolded: null };
  const text = content.slice(0, endOf(content, isUnfolded ? UNFOLDED : FOLDED));
  const shown = text.split('\n').length;
  const lines = Math.max(0, linesOf(message) - shown);
  return { text, hidden: { lines, characters: content.length - text.length }, unfolded: isUnfolded };
}

/** Returns the first line that is not blank. */
export function firstLine(content: string): string {
  const beginning = content.slice(0, wholeCharacters(content, 4 * ANSWERED_CHARACTERS));
  return cut(/\S[^\n]*/.exec(beginning)?.[0].trim() ?? '', ANSWERED_CHARACTERS);
}

export interface RowContext {
  readonly book: MessageIndex;
  readonly overdue: ReadonlyMap<StackMessage, number>;
}

export function threadRow({ id, folder, thread, matches }: FilteredThread, { book, overdue }: RowContext): ThreadRow {
  const { title, participants, messages, unread } = thread;
  return {
    id,
    title: clipText(title),
    participants: toNames(
      participants.map((name) => book.nameIn(folder, name)),
      MAX_PARTICIPANTS,
    ),
    messages: messages.length,
    unread,
    overdue: overdue.size === 0 ? 0 : messages.filter((message) => overdue.has(message)).length,
    last: lastDayOf(thread) ?? thread.last,
    matches,
  };
}

export interface ThreadContext extends RowContext {
  readonly entry: IndexedThread;
  readonly matching: ReadonlySet<StackMessage> | null;
  /** Ids of the long messages that are expanded. */
  readonly unfolded: ReadonlySet<string>;
  /** First message of each id in the thread. */
  readonly answered: ReadonlyMap<string, StackMessage>;
}

export function messageRow(message: StackMessage, context: ThreadContext): MessageRow {
  const { book, overdue, entry, matching, unfolded, answered } = context;
  const { stack, box, from, to, type, time, unread, replyTo } = message;
  const id = book.idOf(entry.folder, message);
  const before = replyTo === null ? undefined : answered.get(replyTo);
  return {
    id,
    box,
    unread,
    stack: clipText(book.nameIn(entry.folder, stack)),
    from: clipText(from),
    to: to === null ? null : clipText(to),
    type: clipText(type),
    time: time === null ? null : clipText(time),
    at: exactTime(message),
    overdue: overdue.has(message),
    answers: before === undefined ? null : firstLine(before.content),
    ...visibleText(message, unfolded.has(id)),
    matches: matching?.has(message) ?? false,
  };
}
