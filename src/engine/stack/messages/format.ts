import { lineCounter, lineStarts, placeIn, type Range } from '../../text/markdown/markdown.ts';
import { type MergeConflict, mergeConflicts } from '../../text/merge-conflicts.ts';
import { undisputed } from '../../text/merged-blocks.ts';
import { partitionPoint } from '../../text/partition-point.ts';
import { type HeaderField, type Message, type MessageDraft, type PlacedMessage, type TextPlace, wordingOf } from './message.ts';
import { messageId } from './message-id.ts';

/** An INBOX or OUTBOX as it is read. */
export interface MessageFile {
  /** What stands before the first message. */
  readonly preamble: string;
  readonly messages: readonly PlacedMessage[];
  /** Where a header without an end begins at the end of the text: a writer is at work, or has died. */
  readonly torn: { readonly from: number; readonly line: number } | null;
  /** Headers of an OUTBOX without an end: what stands behind them, up to the next header, is no message and in none. */
  readonly unended: readonly { readonly from: number; readonly line: number }[];
  /** Conflicts that git left: what stands between their marks is no message. */
  readonly conflicts: readonly MergeConflict[];
}

export interface ReadOptions {
  /** Whose OUTBOX it is: a header without `From` is a message of theirs (rulings, stack 1). An INBOX has none. */
  readonly owner?: string | undefined;
}

/** Lines end with a line feed alone, so neither `^` nor `$` of a multiline expression will do. A byte order mark may stand before the first. */
const RULES = /(?:^\ufeff?|\n)---[ \t]*\r?(?=\n|$)/g;
const RULE = /^---[ \t]*\r?$/;
/** Git's mark would begin or end a conflict, and what is in one is no message. */
const MARK = /^(?:<{7,}|>{7,})(?: .*)?\r?$/;
const ESCAPED = /^\\+(?:---[ \t]*|(?:<{7,}|>{7,})(?: .*)?)\r?$/;
const FIELD = /^([A-Za-z][\w-]*)[ \t]*:([\s\S]*)$/;
/** A field that says what ends a content: line breaks that stand there are anybody's, and zeros are what power loss may leave. */
const ENDING = 'Ending';
const ENDINGS: ReadonlyMap<string, string> = new Map([
  ['\r', 'r'],
  ['\n', 'n'],
  ['\0', '0'],
]);
const LETTERS = /^[rn0]*$/;
/** One string for a key that most messages have, instead of one for each message. */
const KEYS: ReadonlyMap<string, string> = new Map(['ID', 'From', 'To', 'Thread', 'ReplyTo', 'Type', 'Time'].map((key) => [key, key]));
/** What may become a field when its writer goes on. */
const HALF_FIELD = /^[A-Za-z][\w-]*$/;
/** Half a line at the end of a file, or nothing; power loss may have left zeros in the place of the rest. */
const HALF_LINE = /^(?:[A-Za-z][\w-]*)?\0*$/;

interface Header {
  /** Where its first line begins. */
  readonly from: number;
  /** Behind its last line. */
  readonly to: number;
  readonly fields: readonly HeaderField[];
}

/** Where the line ends that begins here, before its line feed. */
function lineEnd(text: string, from: number): number {
  const feed = text.indexOf('\n', from);
  return feed < 0 ? text.length : feed;
}

/** A field's value, by its key without case. */
function fieldValue(fields: readonly HeaderField[], name: string): string | null {
  const found = fields.find(({ key }) => key.toLowerCase() === name);
  return found === undefined || found.value === '' ? null : found.value;
}

/** Whether a header whose lines go up to here could go on: there is nothing behind it, or half a line. */
function isTorn(text: string, { at, end, fields }: { at: number; end: number; fields: number }): boolean {
  return fields > 0 && end === text.length && HALF_LINE.test(text.slice(at, end));
}

/** Whether fields make a header: they say who has sent it, or it is in the OUTBOX of who has. */
function isHeader(fields: readonly HeaderField[], owner: string | undefined): boolean {
  const isSaid = (name: string) => fieldValue(fields, name) !== null;
  return isSaid('from') || (owner !== undefined && (isSaid('to') || isSaid('type')));
}

/**
 * What fields are that no rule ends: `torn` when the text ends within them. `unended`: something else follows. In an OUTBOX their writer
 * meant a message, which must not be sent as a part of the one before it.
 */
function withoutEnd(text: string, fields: readonly HeaderField[], line: Range, owner: string | undefined): 'torn' | 'unended' | null {
  if (isTorn(text, { at: line.from, end: line.to, fields: fields.length })) return 'torn';
  return owner !== undefined && isHeader(fields, owner) ? 'unended' : null;
}

/** The header that begins with the `---` at `from`; `null` when it is none. */
function headerAt(text: string, from: number, owner: string | undefined): Header | 'torn' | 'unended' | null {
  const fields: HeaderField[] = [];
  for (let at = lineEnd(text, from) + 1; ; ) {
    const end = lineEnd(text, at);
    const line = text.slice(at, end);
    if (RULE.test(line)) return isHeader(fields, owner) ? { from, to: Math.min(end + 1, text.length), fields } : null;
    const [match, key = '', value = ''] = FIELD.exec(line) ?? [];
    if (match === undefined) return withoutEnd(text, fields, { from: at, to: end }, owner);
    fields.push({ key: KEYS.get(key) ?? key, value: value.trim() });
    at = end + 1;
  }
}

interface FoundHeaders {
  readonly headers: readonly Header[];
  /** Where those begin that have no end. */
  readonly unended: readonly number[];
  /** Where the last one begins that the text ends within. */
  readonly torn: number | null;
}

/** All headers in order. */
function headersOf(text: string, owner: string | undefined): FoundHeaders {
  const headers: Header[] = [];
  const unended: number[] = [];
  RULES.lastIndex = 0;
  for (let match = RULES.exec(text); match !== null; match = RULES.exec(text)) {
    const from = match.index + match[0].indexOf('-');
    const header = headerAt(text, from, owner);
    if (header === 'torn') return { headers, unended, torn: from };
    if (header === 'unended') unended.push(from);
    if (header === null || header === 'unended') continue;
    headers.push(header);
    // The next one may begin in the very next line.
    RULES.lastIndex = header.to - 1;
  }
  return { headers, unended, torn: null };
}

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
  const isBeginning = (line: string, next = '') => MARK.test(line) || (RULE.test(line) && (FIELD.test(next) || HALF_FIELD.test(next)));
  return mapLines(content, (line, next) => (ESCAPED.test(line) || isBeginning(line, next) ? `\\${line}` : line));
}

/** Gives each message an id that no other message before it has, where the header says none. */
class Ids {
  /** The first message with each id. */
  readonly #first = new Map<string, MessageDraft>();

  idOf(draft: MessageDraft): string {
    const id = fieldValue(draft.fields, 'id') ?? this.#made(draft);
    if (!this.#first.has(id)) this.#first.set(id, draft);
    return id;
  }

  #made(draft: MessageDraft): string {
    const id = messageId(draft);
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
function linesOf(text: string, places: readonly number[]): { from: number; line: number }[] {
  const lineAt = lineCounter(text);
  return places.map((from) => ({ from, line: lineAt(from) }));
}

/** Reads a text that has no conflicts. */
function parseWhole(text: string, owner: string | undefined): MessageFile {
  const { headers, unended, torn } = headersOf(text, owner);
  const cuts = [...headers.map(({ from }) => from), ...unended].sort((one, other) => one - other);
  const lineAt = lineCounter(text);
  const ids = new Ids();
  const end = torn ?? text.length;
  const messages = headers.map((header): PlacedMessage => {
    const to = cuts[partitionPoint(cuts.length, (n) => (cuts[n] ?? 0) <= header.from)] ?? end;
    const written = text.slice(header.to, to);
    const content = unescaped(written.slice(0, contentEnd(written))) + endingOf(header.fields);
    const draft = draftOf(header, content, owner);
    const place = { from: header.from, to, line: lineAt(header.from) };
    return placed(draft, ids.idOf(draft), place);
  });
  return {
    preamble: text.slice(0, headers[0]?.from ?? end),
    messages,
    unended: linesOf(text, unended),
    torn: torn === null ? null : { from: torn, line: lineAt(torn) },
    conflicts: [],
  };
}

/** Messages that are the same whichever sides of the conflicts are chosen. */
function parseUnmerged(text: string, conflicts: readonly MergeConflict[], owner: string | undefined): MessageFile {
  const starts = lineStarts(text);
  const messages = undisputed(text, conflicts, (side) =>
    parseWhole(side, owner).messages.map((message) => ({ message, ...message.place })),
  ).map(({ block, from, to }) => placed(block.message, block.message.id, { from, to, line: placeIn(starts, from).line }));
  return { preamble: text.slice(0, messages[0]?.place.from ?? text.length), messages, unended: [], torn: null, conflicts };
}

/**
 * Reads the messages of an INBOX or OUTBOX; any text is one (decision 0013). Costs what the text is long.
 */
export function parseMessages(text: string, { owner }: ReadOptions = {}): MessageFile {
  const conflicts = mergeConflicts(text);
  return conflicts.length === 0 ? parseWhole(text, owner) : parseUnmerged(text, conflicts, owner);
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
