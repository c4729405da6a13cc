import { type MergeConflict, mergeConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { undisputed } from '../../text/conflicts/merged-blocks.ts';
import { lineCounter, lineStarts, placeIn } from '../../text/markdown/markdown.ts';
import { type HeaderField, type Message, type MessageDraft, type PlacedMessage, type TextPlace, wordingOf } from './message.ts';
import { FIELD, fieldValue, type Header, headersOf, MARKED_UP, type NoHeader, RULE } from './message-headers.ts';
import { messageId } from './message-id.ts';

/** What its writer meant to be a header, and is none. */
export interface UnreadHeader {
  readonly from: number;
  /** 1-based. */
  readonly line: number;
  readonly why: NoHeader;
}

/** An INBOX or OUTBOX as it is read. */
export interface MessageFile<M extends PlacedMessage = PlacedMessage> {
  /** What stands before the first message. */
  readonly preamble: string;
  readonly messages: readonly M[];
  /** Where a header without an end begins at the end of the text: a writer is at work, or has died. */
  readonly torn: { readonly from: number; readonly line: number } | null;
  /** What looks like a header in an OUTBOX and is none: what stands behind it, up to the next header, is no message and in none. */
  readonly unended: readonly UnreadHeader[];
  /** Conflicts that git left: what stands between their marks is no message. */
  readonly conflicts: readonly MergeConflict[];
}

export interface ReadOptions {
  /** Whose OUTBOX it is: a header without `From` is a message of theirs (rulings, stack 1). An INBOX has none. */
  readonly owner?: string | undefined;
}

/** Git's mark would begin or end a conflict, and what is in one is no message. */
const MARK = /^(?:<{7,}|>{7,})(?: .*)?\r?$/;
const ESCAPED = /^\\+(?:---[ \t]*|(?:<{7,}|>{7,})(?: .*)?)\r?$/;
/** A field that says what ends a content: line breaks that stand there are anybody's, and zeros are what power loss may leave. */
const ENDING = 'Ending';
const ENDINGS: ReadonlyMap<string, string> = new Map([
  ['\r', 'r'],
  ['\n', 'n'],
  ['\0', '0'],
]);
const LETTERS = /^[rn0]*$/;
/** What may become a field when its writer goes on. */
const HALF_FIELD = /^[A-Za-z][\w-]*$/;
/** Before what may stand at the end of a content and be anybody's; no expression looks for it, which data could make slow. */
function contentEnd(text: string): number {
  let end = text.length;
  while (end > 0 && ENDINGS.has(text.charAt(end - 1))) end -= 1;
  return end;
}

/** What stands at the end of a content by the letters in its header. */
function endingOf(fields: readonly HeaderField[]): string {
  const letters = fieldValue(fields, ENDING.toLowerCase()) ?? '';
  return LETTERS.test(letters) ? letters.replaceAll('r', '\r').replaceAll('n', '\n').replaceAll('0', '\0') : '';
}

/** Calls for each line of a text, without its line feed, and joins what that gives. */
function mapLines(text: string, change: (line: string, next: string | undefined) => string): string {
  const lines = text.split('\n');
  return lines.map((line, n) => change(line, lines[n + 1])).join('\n');
}

function unescaped(content: string): string {
  if (!content.includes('\\')) return content;
  return mapLines(content, (line) => (ESCAPED.test(line) ? line.slice(1) : line));
}

/** A `---` behind which a header could seem to begin is written with a backslash, and so are git's marks and what looks as if it had one. */
function escaped(content: string): string {
  if (!['---', '<<<<<<<', '>>>>>>>'].some((mark) => content.includes(mark))) return content;
  const isBeginning = (line: string, next = '') =>
    MARK.test(line) || (RULE.test(line) && [FIELD, MARKED_UP, HALF_FIELD].some((form) => form.test(next)));
  return mapLines(content, (line, next) => (ESCAPED.test(line) || isBeginning(line, next) ? `\\${line}` : line));
}

/** Messages as they come: each gets an id that no other message before it has, where the header says none. */
class Collected<M extends PlacedMessage> {
  readonly messages: M[] = [];
  /** The first message with each id, once somebody has asked: most headers say theirs. */
  #first: Map<string, M> | null = null;

  constructor(private readonly make: (message: PlacedMessage) => M) {}

  add(draft: MessageDraft, place: TextPlace): void {
    const message = this.make(placed(draft, fieldValue(draft.fields, 'id') ?? this.#made(draft), place));
    this.messages.push(message);
    if (this.#first?.has(message.id) === false) this.#first.set(message.id, message);
  }

  #made(draft: MessageDraft): string {
    const id = messageId(draft);
    this.#first ??= new Map(this.messages.toReversed().map((message) => [message.id, message]));
    const first = this.#first.get(id);
    return first === undefined || wordingOf(first) === wordingOf(draft) ? id : messageId(draft, true);
  }
}

function draftOf({ fields }: Header, content: string, owner = ''): MessageDraft {
  return {
    from: fieldValue(fields, 'from') ?? owner,
    to: fieldValue(fields, 'to'),
    thread: fieldValue(fields, 'thread'),
    replyTo: fieldValue(fields, 'replyto'),
    type: fieldValue(fields, 'type') ?? '',
    time: fieldValue(fields, 'time'),
    content,
    fields,
  };
}

/** One literal: a repository has very many, and objects that are put together from others cost several times as much. */
function placed(draft: MessageDraft, id: string, place: TextPlace): PlacedMessage {
  const { from, to, thread, replyTo, type, time, content, fields } = draft;
  return { id, from, to, thread, replyTo, type, time, content, fields, hasId: fieldValue(fields, 'id') !== null, place };
}

/** @param places ascending */
function linesOf(text: string, places: readonly Omit<UnreadHeader, 'line'>[]): UnreadHeader[] {
  const lineAt = lineCounter(text);
  return places.map(({ from, why }) => ({ from, line: lineAt(from), why }));
}

/** Reads a text that has no conflicts. */
function parseWhole<M extends PlacedMessage>(text: string, owner: string | undefined, make: (message: PlacedMessage) => M): MessageFile<M> {
  const lineAt = lineCounter(text);
  const collected = new Collected(make);
  const unended: Omit<UnreadHeader, 'line'>[] = [];
  let torn: number | null = null;
  let open: { readonly from: number; readonly header: Header } | null = null;
  const close = (to: number) => {
    if (open === null) return;
    const { from, header } = open;
    const written = text.slice(header.to, to);
    const content = unescaped(written.slice(0, contentEnd(written))) + endingOf(header.fields);
    collected.add(draftOf(header, content, owner), { from, to, line: lineAt(from) });
  };
  for (const { from, found } of headersOf(text, owner)) {
    close(from);
    open = typeof found === 'string' ? null : { from, header: found };
    if (found === 'torn') torn = from;
    else if (typeof found === 'string') unended.push({ from, why: found });
  }
  close(text.length);
  const { messages } = collected;
  return {
    preamble: text.slice(0, messages[0]?.place.from ?? torn ?? text.length),
    messages,
    unended: linesOf(text, unended),
    torn: torn === null ? null : { from: torn, line: lineAt(torn) },
    conflicts: [],
  };
}

/** Messages that are the same whichever sides of the conflicts are chosen. */
function parseUnmerged(text: string, conflicts: readonly MergeConflict[], owner: string | undefined): PlacedMessage[] {
  const starts = lineStarts(text);
  return undisputed(text, conflicts, (side) =>
    parseWhole(side, owner, asRead).messages.map((message) => ({ message, ...message.place })),
  ).map(({ block, from, to }) => placed(block.message, block.message.id, { from, to, line: placeIn(starts, from).line }));
}

const asRead = (message: PlacedMessage): PlacedMessage => message;

/**
 * Reads the messages of an INBOX or OUTBOX; any text is one (decision 0013). Costs what the text is long.
 */
export function parseMessages(text: string, options: ReadOptions = {}): MessageFile {
  return parseMessagesAs(text, options, asRead);
}

/** As `parseMessages`. @param make makes of each message what is kept of it: a hundred thousand are not held twice */
export function parseMessagesAs<M extends PlacedMessage>(
  text: string,
  { owner }: ReadOptions,
  make: (message: PlacedMessage) => M,
): MessageFile<M> {
  const conflicts = mergeConflicts(text);
  if (conflicts.length === 0) return parseWhole(text, owner, make);
  const messages = parseUnmerged(text, conflicts, owner).map(make);
  return { preamble: text.slice(0, messages[0]?.place.from ?? text.length), messages, unended: [], torn: null, conflicts };
}

/** The fields that say nothing to a reader, and are kept: unknown ones, a second one of a name, an `Ending` of other letters. */
function unreadFields(fields: readonly HeaderField[], known: ReadonlySet<string>): HeaderField[] {
  const met = new Set<string>();
  return fields.filter(({ key, value }) => {
    const name = key.toLowerCase();
    const isFirst = known.has(name) && !met.has(name);
    met.add(name);
    return !isFirst || value === '' || (name === ENDING.toLowerCase() && !LETTERS.test(value));
  });
}

/** The fields that every message of ours has in this order, then those that say nothing to us. */
function headerLines({ id, from, to, thread, replyTo, type, time, fields }: Message, ending: string): string[] {
  const letters = Array.from(ending, (char) => ENDINGS.get(char)).join('');
  const known = Object.entries({ ID: id, From: from, To: to, Thread: thread, ReplyTo: replyTo, Type: type, Time: time, [ENDING]: letters });
  const names = new Set(known.map(([key]) => key.toLowerCase()));
  const others = unreadFields(fields, names);
  const written = known.flatMap(([key, value]) => (value === null || value === '' ? [] : [`${key}: ${value}`]));
  return [...written, ...others.map(({ key, value }) => `${key}: ${value}`)];
}

/**
 * A message as it is added to the end of a file whose last line is ended.
 * @param eol the file's
 */
export function formatMessage(message: Message, eol: '\n' | '\r\n' = '\n'): string {
  const { content } = message;
  const end = contentEnd(content);
  return ['', '---', ...headerLines(message, content.slice(end)), '---', escaped(content.slice(0, end)), ''].join(eol);
}
