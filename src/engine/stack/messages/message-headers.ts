import type { Range } from '../../text/markdown/markdown.ts';
import type { HeaderField } from './message.ts';

/** Lines end with a line feed alone, so neither `^` nor `$` of a multiline expression will do. A byte order mark may stand before the first. */
const RULES = /(?:^\ufeff?|\n)---[ \t]*\r?(?=\n|$)/g;
export const RULE = /^---[ \t]*\r?$/;
export const FIELD = /^([A-Za-z][\w-]*)[ \t]*:([\s\S]*)$/;
/** A field with Markdown around its key: `**To:** manager`, `- To: manager`. */
export const MARKED_UP = /^[ \t]*(?:[-*+>][ \t]+)?[*_`]{0,3}([A-Za-z][A-Za-z0-9-]*)[*_`]{0,3}[ \t]*:[*_`]{0,3}([^\n]*)$/;
/** One string for a key that most messages have, instead of one for each message. */
const KEYS: ReadonlyMap<string, string> = new Map(['ID', 'From', 'To', 'Thread', 'ReplyTo', 'Type', 'Time'].map((key) => [key, key]));
/** The lines with these keys are the same in many messages. */
const REPEATED: ReadonlySet<string> = new Set(['From', 'To', 'Thread', 'Type']);
/** Half a line at the end of a file, or nothing; power loss may have left zeros in the place of the rest. */
const HALF_LINE = /^(?:[A-Za-z][\w-]*)?\0*$/;

/** The header of a message. */
export interface Header {
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
export function fieldValue(fields: readonly HeaderField[], name: string): string | null {
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

/** What looks like a header and is none: it has no end, or there is Markdown in its lines. */
export type NoHeader = 'unended' | 'marked-up';

/** Whether the lines from `at` on would be a header but for the Markdown in them. */
function isMarkedUp(text: string, at: number, owner: string): boolean {
  const fields: HeaderField[] = [];
  for (let from = at; ; ) {
    const end = lineEnd(text, from);
    const line = text.slice(from, end);
    if (RULE.test(line)) return isHeader(fields, owner);
    const [match, key = '', value = ''] = MARKED_UP.exec(line) ?? [];
    if (match === undefined || end === text.length) return false;
    fields.push({ key, value: value.trim() });
    from = end + 1;
  }
}

/** Reads the lines of headers: equal ones are one object, because a hundred thousand messages have half a million. */
class FieldReader {
  readonly #repeated = new Map<string, HeaderField>();

  /** @returns `null` for a line that is no field */
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

interface HeaderSource {
  readonly text: string;
  readonly owner: string | undefined;
  readonly lines: FieldReader;
}

/** The header that begins with the `---` at `from`; `null` when it is none. */
function headerAt({ text, owner, lines }: HeaderSource, from: number): Header | 'torn' | NoHeader | null {
  const fields: HeaderField[] = [];
  for (let at = lineEnd(text, from) + 1; ; ) {
    const end = lineEnd(text, at);
    const line = text.slice(at, end);
    // A list that was pushed to has room for more: the copy has none.
    if (RULE.test(line)) return isHeader(fields, owner) ? { to: Math.min(end + 1, text.length), fields: fields.slice() } : null;
    const field = lines.read(line);
    if (field === null) {
      const first = lineEnd(text, from) + 1;
      return owner !== undefined && isMarkedUp(text, first, owner) ? 'marked-up' : withoutEnd(text, fields, { from: at, to: end }, owner);
    }
    fields.push(field);
    at = end + 1;
  }
}

/** What begins at a `---`. */
export interface Beginning {
  readonly from: number;
  readonly found: Header | 'torn' | NoHeader;
}

/** All headers in order, those without an end among them; a torn one is the last. */
export function* headersOf(text: string, owner: string | undefined): Iterable<Beginning> {
  const source = { text, owner, lines: new FieldReader() };
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
    // The next one may begin in the very next line.
    if (found !== 'unended' && found !== 'marked-up') next = found.to - 1;
  }
}
