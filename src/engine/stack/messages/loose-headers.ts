import type { PlacedMessage } from './message.ts';

/** Lines that look like a header of a message and are none. */
export interface LooseHeader {
  /** Of its `---`, 1-based. */
  readonly line: number;
  /** Whether it ends, and says no sender. */
  readonly isEnded: boolean;
}

/** In the first line a byte order mark may stand before it. */
const RULE = /^\ufeff?---[ \t]*\r?$/;
const FIELD = /^([A-Za-z][\w-]*)[ \t]*:/;
/** Other words before a colon are anybody's; these make a header. */
const KEYS: ReadonlySet<string> = new Set(['id', 'from', 'to', 'thread', 'replyto', 'type', 'time']);

/** By the line that the header of each message begins in, the line behind its end. */
export function headerLines(messages: readonly PlacedMessage[]): ReadonlyMap<number, number> {
  return new Map(messages.map(({ place, fields }) => [place.line, place.line + fields.length + 2]));
}

/** The keys of the fields from a line on, and the line behind them. */
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
 * Finds what its writer may have meant to be a header.
 * @param headers as `headerLines` gives them
 * @param torn the line of a header that the text ends within; 1-based
 * @param unended the lines of the headers of an OUTBOX that have no end; 1-based
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
    // What ends one may begin another.
    at = end;
  }
  return loose;
}
