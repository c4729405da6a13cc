import { type MergeConflict, mergeConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { findUndisputed } from '../../text/conflicts/merged-blocks.ts';
import { lineAndColumnAt, lineCounter, lineStarts } from '../../text/markdown/markdown.ts';
import {
  contentKey,
  type HeaderField,
  type Identified,
  type Message,
  type MessageDraft,
  type PlacedMessage,
  type TextPlace,
} from './message.ts';
import { FIELD, fieldValue, type Header, MARKED_UP, NO_COLON, type NoHeader, parseHeaders, RULE } from './message-headers.ts';
import { messageId } from './message-id.ts';
import { type MessageText, plainText } from './message-text.ts';

/** Text that its writer probably meant as a header, but that is not a valid one. */
export interface UnreadHeader {
  readonly from: number;
  /** 1-based. */
  readonly line: number;
  readonly why: NoHeader;
}

/** What a parsed message at least is. */
type Parsed = Identified & Pick<PlacedMessage, 'place'>;

/** Parsed contents of an INBOX or OUTBOX. */
export interface MessageFile<M extends Parsed = PlacedMessage> {
  /** Text before the first message. */
  readonly preamble: string;
  readonly messages: readonly M[];
  /** Start of a header that has no end at the end of the text: its writer is still writing, or crashed. */
  readonly torn: { readonly from: number; readonly line: number } | null;
  /** Invalid headers in an OUTBOX. The text after one, up to the next header, belongs to no message. */
  readonly unended: readonly UnreadHeader[];
  /** Unresolved git conflicts. Text inside them belongs to no message. */
  readonly conflicts: readonly MergeConflict[];
}

export interface ReadOptions {
  /** Owner of the OUTBOX, who sends messages without a `From` (rulings, stack 1). Omit for an INBOX. */
  readonly owner?: string | undefined;
}

/** A git marker. In a content it would begin or end a conflict and hide messages. */
const MARK = /^(?:<{7,}|>{7,})(?: .*)?\r?$/;
const ESCAPED = /^\\+(?:---[ \t]*|(?:<{7,}|>{7,})(?: .*)?)\r?$/;
/**
 * Field for the trailing line breaks and zero bytes of a content. In the file itself, trailing line breaks may come from any program, and
 * zero bytes from power loss.
 */
const ENDING = 'Ending';
const ENDINGS: ReadonlyMap<string, string> = new Map([
  ['\r', 'r'],
  ['\n', 'n'],
  ['\0', '0'],
]);
const LETTERS = /^[rn0]*$/;
/** A partly written line that may become a field. */
const HALF_FIELD = /^[A-Za-z][\w-]*$/;
/** Returns the end of a content without trailing line breaks and zeros. A loop, because some texts would make a regular expression slow. */
function contentEnd(text: string): number {
  let end = text.length;
  while (end > 0 && ENDINGS.has(text.charAt(end - 1))) end -= 1;
  return end;
}

/** Returns the trailing characters of a content from its `Ending` field. */
function endingOf(fields: readonly HeaderField[]): string {
  const letters = fieldValue(fields, ENDING.toLowerCase()) ?? '';
  return LETTERS.test(letters) ? letters.replaceAll('r', '\r').replaceAll('n', '\n').replaceAll('0', '\0') : '';
}

/** Maps each line of a text, without its line feed, and joins the results. */
function mapLines(text: string, change: (line: string, next: string | undefined) => string): string {
  const lines = text.split('\n');
  return lines.map((line, n) => change(line, lines[n + 1])).join('\n');
}

function unescaped(content: string): string {
  if (!content.includes('\\')) return content;
  return mapLines(content, (line) => (ESCAPED.test(line) ? line.slice(1) : line));
}

/** Escapes lines with a backslash: a `---` before something like a header, git markers, and lines that already look escaped. */
function escaped(content: string): string {
  if (!['---', '<<<<<<<', '>>>>>>>'].some((mark) => content.includes(mark))) return content;
  const isBeginning = (line: string, next = '') =>
    MARK.test(line) || (RULE.test(line) && [FIELD, MARKED_UP, HALF_FIELD, NO_COLON].some((form) => form.test(next)));
  return mapLines(content, (line, next) => (ESCAPED.test(line) || isBeginning(line, next) ? `\\${line}` : line));
}

/** Collects messages in order. A message without an id in its header gets one that no earlier message has. */
class Collected<M extends Parsed> {
  readonly messages: M[] = [];
  /** First message with each id. Built on demand, because most headers have an id. */
  #first: Map<string, M> | null = null;

  constructor(private readonly make: Make<M>) {}

  add(draft: MessageDraft, place: TextPlace, content: WrittenContent): void {
    const message = this.make(placed(draft, fieldValue(draft.fields, 'id') ?? this.#made(draft), place), content);
    this.messages.push(message);
    if (this.#first?.has(message.id) === false) this.#first.set(message.id, message);
  }

  #made(draft: MessageDraft): string {
    const id = messageId(draft);
    this.#first ??= new Map(this.messages.toReversed().map((message) => [message.id, message]));
    const first = this.#first.get(id);
    return first === undefined || contentKey(first) === contentKey(draft) ? id : messageId(draft, true);
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

/** A single object literal: with very many messages, objects built by spreading cost several times as much memory. */
function placed(draft: MessageDraft, id: string, place: TextPlace): PlacedMessage {
  const { from, to, thread, replyTo, type, time, content, fields } = draft;
  return { id, from, to, thread, replyTo, type, time, content, fields, hasId: fieldValue(fields, 'id') !== null, place };
}

/** @param places ascending */
function linesOf(text: string, places: readonly Omit<UnreadHeader, 'line'>[]): UnreadHeader[] {
  const lineAt = lineCounter(text);
  return places.map(({ from, why }) => ({ from, line: lineAt(from), why }));
}

/** The content of a message as it is written in a file. */
export interface WrittenContent {
  readonly written: string;
  /** Returns the content. */
  readonly read: (written: string) => string;
}

/** Converts a parsed message. */
type Make<M> = (message: PlacedMessage, content: WrittenContent) => M;

/** Parses a text without conflicts. */
function parseWhole<M extends Parsed>(source: MessageText, owner: string | undefined, make: Make<M>): MessageFile<M> {
  const { text, decode } = source;
  const readBody = (written: string) => unescaped(decode(written.slice(0, contentEnd(written))));
  const lineAt = lineCounter(text);
  const collected = new Collected(make);
  const unended: Omit<UnreadHeader, 'line'>[] = [];
  let torn: number | null = null;
  let open: { readonly from: number; readonly header: Header } | null = null;
  const close = (to: number) => {
    if (open === null) return;
    const { from, header } = open;
    const written = text.slice(header.to, to);
    const ending = endingOf(header.fields);
    const read = ending === '' ? readBody : (body: string) => readBody(body) + ending;
    collected.add(draftOf(header, read(written), owner), { from, to, line: lineAt(from) }, { written, read });
  };
  for (const { from, found } of parseHeaders(source, owner)) {
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

/** Returns the messages that are the same whichever sides of the conflicts are chosen. */
function parseUnmerged(text: string, conflicts: readonly MergeConflict[], owner: string | undefined): PlacedMessage[] {
  const starts = lineStarts(text);
  return findUndisputed(text, conflicts, (side) =>
    parseWhole(plainText(side), owner, asRead).messages.map((message) => ({ message, ...message.place })),
  ).map(({ block, from, to }) => placed(block.message, block.message.id, { from, to, line: lineAndColumnAt(starts, from).line }));
}

const asRead = (message: PlacedMessage): PlacedMessage => message;
const asWritten = (content: string): string => content;

/** Parses the messages of an INBOX or OUTBOX in time linear in the text. Any text is valid (decision 0013). */
export function parseMessages(text: string, options: ReadOptions = {}): MessageFile {
  return parseMessagesAs(plainText(text), options, asRead);
}

/** Like `parseMessages`. @param make converts each message while parsing, so that a hundred thousand are not held in memory twice */
export function parseMessagesAs<M extends Parsed>(source: MessageText, { owner }: ReadOptions, make: Make<M>): MessageFile<M> {
  const { text } = source;
  const conflicts = mergeConflicts(text);
  if (conflicts.length === 0) return parseWhole(source, owner, make);
  const messages = parseUnmerged(text, conflicts, owner).map((message) => make(message, { written: message.content, read: asWritten }));
  return { preamble: text.slice(0, messages[0]?.place.from ?? text.length), messages, unended: [], torn: null, conflicts };
}

/** Returns fields that are preserved but not interpreted: unknown ones, repeated ones, and an invalid `Ending`. */
function unreadFields(fields: readonly HeaderField[], known: ReadonlySet<string>): HeaderField[] {
  const met = new Set<string>();
  return fields.filter(({ key, value }) => {
    const name = key.toLowerCase();
    const isFirst = known.has(name) && !met.has(name);
    met.add(name);
    return !isFirst || value === '' || (name === ENDING.toLowerCase() && !LETTERS.test(value));
  });
}

/** Returns the header lines: our fields in a fixed order, then the fields that are only preserved. */
function headerLines({ id, from, to, thread, replyTo, type, time, fields }: Message, ending: string): string[] {
  const letters = Array.from(ending, (char) => ENDINGS.get(char)).join('');
  const known = Object.entries({ ID: id, From: from, To: to, Thread: thread, ReplyTo: replyTo, Type: type, Time: time, [ENDING]: letters });
  const names = new Set(known.map(([key]) => key.toLowerCase()));
  const others = unreadFields(fields, names);
  const written = known.flatMap(([key, value]) => (value === null || value === '' ? [] : [`${key}: ${value}`]));
  return [...written, ...others.map(({ key, value }) => `${key}: ${value}`)];
}

/**
 * Formats a message for appending to a file whose last line ends with a line break.
 * @param eol line break of the file
 */
export function formatMessage(message: Message, eol: '\n' | '\r\n' = '\n'): string {
  const { content } = message;
  const end = contentEnd(content);
  return ['', '---', ...headerLines(message, content.slice(end)), '---', escaped(content.slice(0, end)), ''].join(eol);
}
