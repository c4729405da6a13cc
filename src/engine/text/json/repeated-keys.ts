/**
 * Whether an object in a JSON text has a key twice: the text has more keys than its value then. A scan that names the places takes
 * several times as long as parsing the text does.
 * @param value what `JSON.parse` makes of it
 */
export function hasRepeatedKeys(text: string, value: unknown): boolean {
  return keysWritten(text) > keysOf(value);
}

/** How many strings have a colon behind them. */
function keysWritten(text: string): number {
  let count = 0;
  for (let from = text.indexOf('"'); from >= 0; ) {
    const end = stringEnd(text, from);
    let at = end + 1;
    while (isBlank(text.charCodeAt(at))) at += 1;
    if (text.charCodeAt(at) === COLON) count += 1;
    from = text.indexOf('"', at);
  }
  return count;
}

const COLON = 0x3a;
const BACKSLASH = 0x5c;

const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/** Where the string that begins at `from` has its closing quote, or the text ends. */
function stringEnd(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return text.length;
}

/** Without recursion: values may be nested deeply. */
function keysOf(value: unknown): number {
  let count = 0;
  const open = [value];
  for (let next = open.pop(); open.length > 0 || next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const values: unknown[] = Object.values(next);
    if (!Array.isArray(next)) count += values.length;
    for (const each of values) if (typeof each === 'object') open.push(each);
  }
  return count;
}
