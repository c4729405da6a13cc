/** Places of the elements of `data` in a `.crtx` file, and the rest of the file. Offsets are in bytes. */
export interface EntrySpans {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** The file with `[]` in place of the list. */
  readonly envelope: string;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const BYTE_ORDER_MARK = 3;

const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (isSpace(bytes[at])) at += 1;
  return at;
}

/** Returns the offset after the closing quote, or the end of the file. @param from the opening quote */
function skipString(bytes: Buffer, from: number): number {
  for (let at = from + 1; ; ) {
    const quote = bytes.indexOf(QUOTE, at);
    if (quote < 0) return bytes.length;
    let before = quote - 1;
    while (bytes[before] === BACKSLASH) before -= 1;
    if ((quote - before) % 2 === 1) return quote + 1;
    at = quote + 1;
  }
}

/** Returns the end of a value: a comma or the closing bracket of its container. */
function skipValue(bytes: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length; ) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = skipString(bytes, at);
      continue;
    }
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth += 1;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth -= 1;
    if (depth < 0 || (depth === 0 && byte === COMMA)) return at;
    at += 1;
  }
  return bytes.length;
}

/** Returns the start of the list `data`; `null` if the file is not an object with such a member. */
function findData(bytes: Buffer): number | null {
  let at = skipSpace(bytes, bytes[0] === 0xef ? BYTE_ORDER_MARK : 0);
  if (bytes[at] !== OPEN_OBJECT) return null;
  let found: number | null = null;
  for (;;) {
    at = skipSpace(bytes, at + 1);
    if (bytes[at] !== QUOTE) return found;
    const end = skipString(bytes, at);
    const colon = skipSpace(bytes, end);
    if (bytes[colon] !== COLON) return null;
    const value = skipSpace(bytes, colon + 1);
    if (JSON.parse(bytes.toString('utf8', at, end)) === 'data') found = value;
    at = skipValue(bytes, value);
    if (bytes[at] !== COMMA) return found;
  }
}

/**
 * Finds the elements of `data` without parsing them, by depth and quotes. The caller must parse the elements and the envelope to verify
 * that they are JSON.
 * @returns `null` if there is no list `data` in an object
 * @throws SyntaxError for a key that is not JSON
 */
export function entrySpans(bytes: Buffer): EntrySpans | null {
  const data = findData(bytes);
  if (data === null || bytes[data] !== OPEN_LIST) return null;
  const starts: number[] = [];
  const ends: number[] = [];
  let at = skipSpace(bytes, data + 1);
  while (at < bytes.length && (bytes[at] !== CLOSE_LIST || starts.length > 0)) {
    starts.push(at);
    at = skipValue(bytes, at);
    ends.push(at);
    if (bytes[at] !== COMMA) break;
    at = skipSpace(bytes, at + 1);
  }
  if (bytes[at] !== CLOSE_LIST) return null;
  return { starts, ends, envelope: `${bytes.toString('utf8', 0, data)}[]${bytes.toString('utf8', at + 1)}` };
}
