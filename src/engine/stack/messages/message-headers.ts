import { CortexError, describeError } from '../../platform/errors.ts';
import type { Range } from '../../text/markdown/markdown.ts';
import type { HeaderField } from './message.ts';
import type { MessageText } from './message-text.ts';

/**
 * Lines end only with a line feed, so `^` and `$` with the flag `m`, which match at more characters, do not work. A byte order mark may
 * precede the first line.
 */
const RULES = /(?:^\ufeff?|\n)---[ \t]*\r?(?=\n|$)/g;
export const RULE = /^---[ \t]*\r?$/;
export const FIELD = /^([A-Za-z][\w-]*)[ \t]*:([\s\S]*)$/;
/** A field with Markdown around its key: `**To:** manager`, `- To: manager`. */
export const MARKED_UP = /^[ \t]*(?:[-*+>][ \t]+)?[*_`]{0,3}([A-Za-z][A-Za-z0-9-]*)[*_`]{0,3}[ \t]*:[*_`]{0,3}([^\n]*)$/;
/** A field of a known key that lacks its colon: `From api`. */
export const NO_COLON = /^(id|from|to|thread|replyto|type|time)[ \t]+(\S[^\n]*)$/i;
/** A value of one word, such as an agent's name. `To do` is a title. */
const ONE_WORD = /^(?!dos?$)[\w@](?:[\w.@/-]*[\w/])?$/i;
/** Interned keys: one string for all messages instead of one per message. */
const KEYS: ReadonlyMap<string, string> = new Map(['ID', 'From', 'To', 'Thread', 'ReplyTo', 'Type', 'Time'].map((key) => [key, key]));
/** Keys whose lines repeat in many messages. */
const REPEATED: ReadonlySet<string> = new Set(['From', 'To', 'Thread', 'Type']);
/** A partly written line at the end of a file. Power loss may have left zeros in place of the rest. */
const HALF_LINE = /^(?:[A-Za-z][\w-]*)?\0*$/;

/** The header of a message. */
export interface Header {
  /** Offset after its last line. */
  readonly to: number;
  readonly fields: readonly HeaderField[];
}

/** Returns the end of the line that begins at `from`, before its line feed. */
function lineEnd(text: string, from: number): number {
  const feed = text.indexOf('\n', from);
  return feed < 0 ? text.length : feed;
}

/** Returns a field's value; case in keys is ignored. @param name in lower case */
export function fieldValue(fields: readonly HeaderField[], name: string): string | null {
  const found = fields.find(({ key }) => key.toLowerCase() === name);
  return found === undefined || found.value === '' ? null : found.value;
}

/** A field of a known key that a header has already. Places are indexes of fields. */
export interface RepeatedField {
  readonly key: string;
  readonly at: number;
  readonly first: number;
}

/** Returns the fields of known keys that have another value than an earlier field with the same key. Only the first one counts. */
export function repeatedFields(fields: readonly HeaderField[]): RepeatedField[] {
  const known = (key: string) => [...KEYS.keys()].find((each) => each.toLowerCase() === key.toLowerCase());
  return fields.flatMap(({ key, value }, at) => {
    const name = known(key);
    const first = fields.findIndex((each) => each.key.toLowerCase() === key.toLowerCase());
    return name === undefined || first === at || fields[first]?.value === value ? [] : [{ key: name, at, first }];
  });
}

/** Reports whether a header may be unfinished: the text ends after its lines, or in a partly written line. */
function isTorn(text: string, { at, end, fields }: { at: number; end: number; fields: number }): boolean {
  return fields > 0 && end === text.length && HALF_LINE.test(text.slice(at, end));
}

/** Reports whether fields form a header: they name the sender or, in the sender's own OUTBOX, a recipient or a type. */
function isHeader(fields: readonly HeaderField[], owner: string | undefined): boolean {
  const isSaid = (name: string) => fieldValue(fields, name) !== null;
  return isSaid('from') || (owner !== undefined && (isSaid('to') || isSaid('type')));
}

/**
 * Classifies fields without a closing rule: `torn` when the text ends within them, `unended` when other text follows. In an OUTBOX the
 * writer meant a message, which must not be sent as part of the one before it.
 */
function withoutEnd(text: string, fields: readonly HeaderField[], line: Range, owner: string | undefined): 'torn' | 'unended' | null {
  if (isTorn(text, { at: line.from, end: line.to, fields: fields.length })) return 'torn';
  return owner !== undefined && isHeader(fields, owner) ? 'unended' : null;
}

interface HeaderSource extends MessageText {
  readonly owner: string | undefined;
  readonly lines: FieldReader;
}

/** Text that looks like a header but is invalid: it has no end, its lines contain Markdown, or one lacks the colon after its key. */
export type NoHeader = 'unended' | 'marked-up' | 'no-colon';

/** Parses a line such as `From api`, whose writer forgot the colon after the key. @returns `null` for any other line */
export function fieldWithoutColon(line: string): HeaderField | null {
  const [match, key = '', value = ''] = NO_COLON.exec(line) ?? [];
  return match === undefined ? null : { key, value: value.trim() };
}

function markedUpField(line: string): HeaderField | null {
  const [match, key = '', value = ''] = MARKED_UP.exec(line) ?? [];
  return match === undefined ? null : { key, value: value.trim() };
}

/** Reports whether a single line without a colon between two rules is meant as a header: `To manager`, in contrast to a sentence. */
export const isLoneHeader = ({ key, value }: HeaderField): boolean => /^(?:to|from|type)$/i.test(key) && ONE_WORD.test(value);

const isProse = ([first, ...others]: readonly HeaderField[]): boolean =>
  others.length === 0 && (first === undefined || !isLoneHeader(first));

/**
 * Reports whether the lines from `at` on would be a header without the Markdown in them, or with the colons that they lack. One line without
 * a colon may also be prose: "To sum up, …".
 */
function miswritten({ text, decode }: HeaderSource, at: number, owner: string): 'marked-up' | 'no-colon' | null {
  const fields: HeaderField[] = [];
  let isColonMissing = false;
  for (let from = at; ; ) {
    const end = lineEnd(text, from);
    const line = decode(text.slice(from, end));
    if (RULE.test(line)) {
      if (!isHeader(fields, owner) || (isColonMissing && isProse(fields))) return null;
      return isColonMissing ? 'no-colon' : 'marked-up';
    }
    const markedUp = markedUpField(line);
    const field = markedUp ?? fieldWithoutColon(line);
    if (field === null || end === text.length) return null;
    isColonMissing ||= markedUp === null;
    fields.push(field);
    from = end + 1;
  }
}

/** Parses header lines. Equal lines share one object, because a hundred thousand messages have half a million of them. */
class FieldReader {
  readonly #repeated = new Map<string, HeaderField>();

  /** @returns `null` for a line that is not a field */
  read(line: string): HeaderField | null {
    const known = this.#repeated.get(line);
    if (known !== undefined) return known;
    const [match, written = '', value = ''] = FIELD.exec(line) ?? [];
    if (match === undefined) return null;
    const key = KEYS.get(written) ?? written;
    const field = { key, value: value.trim() };
    if (REPEATED.has(key)) this.#repeated.set(line, field);
    return field;
  }
}

/** Parses the header that begins with the `---` at `from`; `null` when there is none. */
function headerAt(source: HeaderSource, from: number): Header | 'torn' | NoHeader | null {
  const { text, decode, owner, lines } = source;
  const fields: HeaderField[] = [];
  for (let at = lineEnd(text, from) + 1; ; ) {
    const end = lineEnd(text, at);
    const line = decode(text.slice(at, end));
    // An array that was pushed to has spare capacity. The copy has none.
    if (RULE.test(line)) return isHeader(fields, owner) ? { to: Math.min(end + 1, text.length), fields: fields.slice() } : null;
    const field = lines.read(line);
    if (field === null) {
      const why = owner === undefined ? null : miswritten(source, lineEnd(text, from) + 1, owner);
      return why ?? withoutEnd(text, fields, { from: at, to: end }, owner);
    }
    fields.push(field);
    at = end + 1;
  }
}

/** The result at a `---`. */
export interface HeaderResult {
  readonly from: number;
  readonly found: Header | 'torn' | NoHeader;
}

/** Yields all headers in order, headers without an end included. A torn one is always the last. */
export function* parseHeaders({ text, decode }: MessageText, owner: string | undefined): Iterable<HeaderResult> {
  const source = { text, decode, owner, lines: new FieldReader() };
  for (let next = 0; ; ) {
    RULES.lastIndex = next;
    const match = RULES.exec(text);
    if (match === null) return;
    next = RULES.lastIndex;
    const from = match.index + match[0].indexOf('-');
    const found = headerAt(source, from);
    if (found === null) continue;
    yield { from, found };
    if (found === 'torn') return;
    // The next header may begin in the very next line.
    if (typeof found !== 'string') next = found.to - 1;
  }
}

export const OR_TEXT = 'or put a backslash before its "---" if it is part of a text.';

/** What is wrong with an invalid header, and the next step. */
export const HEADER_FAULTS: Readonly<Record<NoHeader, { readonly what: string; readonly next: string }>> = {
  unended: { what: 'incomplete header: it does not end with "---"', next: `End it with a line "---", ${OR_TEXT}` },
  'marked-up': {
    what: 'a header with Markdown in its lines is not a message',
    next: `Write lines such as "To: manager", without "**" or "-" before them, ${OR_TEXT}`,
  },
  'no-colon': {
    what: 'a header with a line without a colon is not a message',
    next: `Write lines such as "To: manager", with a colon after the key, ${OR_TEXT}`,
  },
};

/** Describes an OUTBOX message that is not sent because its header is invalid. @param file absolute */
export function invalidHeaderProblem(file: string, { line, why }: { readonly line: number; readonly why: NoHeader }): string {
  const { what, next } = HEADER_FAULTS[why];
  return describeError(new CortexError('broken-file', `${what}; it is not sent`, { file, line, next }));
}
