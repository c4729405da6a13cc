import type { PlacedMessage } from './message.ts';
import { fieldWithoutColon, isLoneHeader, type NoHeader } from './message-headers.ts';

/** Lines that look like a message header but are not one. */
export interface LooseHeader {
  /** Line of its `---`, 1-based. */
  readonly line: number;
  readonly why: Exclude<NoHeader, 'marked-up'> | 'no-sender';
}

/** A byte order mark may precede the first line. */
const RULE = /^\ufeff?---[ \t]*\r?$/;
const FIELD = /^([A-Za-z][\w-]*)[ \t]*:/;
/** Keys that indicate a header. Other words before a colon may be ordinary text. */
const KEYS: ReadonlySet<string> = new Set(['id', 'from', 'to', 'thread', 'replyto', 'type', 'time']);

/** Maps the first line of each message's header to the line after its end. */
export function headerLines(messages: readonly PlacedMessage[]): ReadonlyMap<number, number> {
  return new Map(messages.map(({ place, fields }) => [place.line, place.line + fields.length + 2]));
}

/** Consecutive fields. */
interface Fields {
  readonly keys: ReadonlySet<string>;
  /** Index of the line after them. */
  readonly end: number;
}

type KeyOf = (line: string) => string | undefined;

const keyOf: KeyOf = (line) => FIELD.exec(line)?.[1];
const keyWithoutColon: KeyOf = (line) => keyOf(line) ?? fieldWithoutColon(line)?.key;

/** Returns the consecutive fields from a line on. */
function fieldsFrom(lines: readonly string[], first: number, find: KeyOf): Fields {
  const keys = new Set<string>();
  let end = first;
  for (; ; end += 1) {
    const key = find(lines[end] ?? '');
    if (key === undefined) return { keys, end };
    keys.add(key.toLowerCase());
  }
}

/** Reports whether a rule follows the fields, and two of them indicate a header. */
function isEndedHeader(lines: readonly string[], { keys, end }: Fields): boolean {
  return RULE.test(lines[end] ?? '') && [...keys].filter((key) => KEYS.has(key)).length > 1;
}

/** Reports whether the only line before the next rule is one such as `To manager`. */
function isLoneHeaderAt(lines: readonly string[], at: number): boolean {
  const field = RULE.test(lines[at + 1] ?? '') ? fieldWithoutColon((lines[at] ?? '').replace(/\r$/, '')) : null;
  return field !== null && isLoneHeader(field);
}

/** Returns why the fields after a rule are not a header. @returns `null` when they are not meant as one @param at 1-based line of the rule */
function whyLoose(lines: readonly string[], at: number, fields: Fields, unended: ReadonlySet<number>): LooseHeader['why'] | null {
  if (RULE.test(lines[fields.end] ?? '')) return isEndedHeader(lines, fields) ? 'no-sender' : null;
  if (isEndedHeader(lines, fieldsFrom(lines, at, keyWithoutColon)) || isLoneHeaderAt(lines, at)) return 'no-colon';
  return fields.keys.has('from') || unended.has(at) ? 'unended' : null;
}

/**
 * Finds lines that their writer may have meant as a header.
 * @param headers result of `headerLines`
 * @param torn line of the header that has no end at the end of the text; 1-based
 * @param unended lines of the headers of an OUTBOX without an end; 1-based
 */
export function findLooseHeaders(
  text: string,
  headers: ReadonlyMap<number, number>,
  { torn, unended }: { readonly torn: number | null; readonly unended: ReadonlySet<number> },
): LooseHeader[] {
  const lines = text.split('\n');
  const loose: LooseHeader[] = [];
  for (let at = 0; at < lines.length && at + 1 !== torn; ) {
    const behind = headers.get(at + 1);
    if (behind !== undefined) {
      at = behind - 1;
      continue;
    }
    at += 1;
    if (!RULE.test(lines[at - 1] ?? '')) continue;
    const fields = fieldsFrom(lines, at, keyOf);
    const why = whyLoose(lines, at, fields, unended);
    if (why !== null) loose.push({ line: at, why });
    // The line that ends a header may begin the next one.
    at = fields.end;
  }
  return loose;
}
