import type { PlacedMessage } from './message.ts';

/** Lines that look like a message header but are not one. */
export interface LooseHeader {
  /** Line of its `---`, 1-based. */
  readonly line: number;
  /** Whether it has an end but no sender. */
  readonly isEnded: boolean;
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

/** Returns the keys of consecutive fields from a line on, and the line after them. */
function fieldsFrom(lines: readonly string[], first: number): { readonly keys: ReadonlySet<string>; readonly end: number } {
  const keys = new Set<string>();
  let end = first;
  for (; ; end += 1) {
    const key = FIELD.exec(lines[end] ?? '')?.[1];
    if (key === undefined) return { keys, end };
    keys.add(key.toLowerCase());
  }
}

/**
 * Finds lines that their writer may have meant as a header.
 * @param headers result of `headerLines`
 * @param torn line of the header that has no end at the end of the text; 1-based
 * @param unended lines of the headers of an OUTBOX without an end; 1-based
 */
export function looseHeaders(
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
    const { keys, end } = fieldsFrom(lines, at);
    const isEnded = RULE.test(lines[end] ?? '');
    const isMeant = isEnded ? [...keys].filter((key) => KEYS.has(key)).length > 1 : keys.has('from') || unended.has(at);
    if (isMeant) loose.push({ line: at, isEnded });
    // The line that ends a header may begin the next one.
    at = end;
  }
  return loose;
}
