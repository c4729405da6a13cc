/** Where something in a line for a shell ends. */

export const indexOr = (index: number, otherwise: number): number => (index < 0 ? otherwise : index);

/** @returns the place of the quote that ends a text in which backslashes escape; the end of all where there is none */
export function quoteEnd(text: string, from: number, quote: string): number {
  let end = from;
  while (end < text.length && text[end] !== quote) end += text[end] === '\\' ? 2 : 1;
  return end;
}

/** @param from where the first brace is @returns the place of the brace that ends it; the end of all where there is none */
export function braceEnd(text: string, from: number): number {
  let open = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '{') open += 1;
    if (text[at] === '}') open -= 1;
    if (open === 0) return at;
  }
  return text.length;
}

/**
 * @param from where the first of the two brackets is
 * @returns the place behind `))`; `null` where this is no arithmetic, but a substitution that begins with a group
 */
export function arithmeticEnd(text: string, from: number): number | null {
  let open = 0;
  for (let at = from; at < text.length && text[at] !== '\n'; at += 1) {
    if (text[at] === '(') open += 1;
    if (text[at] === ')') open -= 1;
    if (open > 0) continue;
    const isArithmetic = text[at - 1] === ')' && !/[;|]|<<[^\d\s]/.test(text.slice(from + 2, at - 1));
    return isArithmetic ? at + 1 : null;
  }
  return null;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
const CODES = /\\(?:(x[0-9A-Fa-f]{1,2}|u[0-9A-Fa-f]{1,4}|U[0-9A-Fa-f]{1,8})|([0-7]{1,3})|(.))/gs;
const LAST_CODE = 0x10ffff;

/** What is written between `$'` and `'`. */
export function ansiText(written: string): string {
  return written.replace(CODES, (_all, hex?: string, octal?: string, char = '') => {
    if (hex === undefined && octal === undefined) return ESCAPES[char] ?? char;
    const code = hex === undefined ? Number.parseInt(octal ?? '', 8) : Number.parseInt(hex.slice(1), 16);
    return code > LAST_CODE ? '' : String.fromCodePoint(code);
  });
}

/** The text of a here-document. @param from where its first line is @returns also the place behind it */
export function heredocBody(text: string, from: number, end: string, isIndented: boolean): { readonly body: string; readonly at: number } {
  const lines: string[] = [];
  let at = from;
  while (at < text.length) {
    const stop = indexOr(text.indexOf('\n', at), text.length);
    const line = text.slice(at, stop);
    at = stop + 1;
    if ((isIndented ? line.replace(/^\t+/, '') : line).replace(/\r$/, '') === end) break;
    lines.push(line);
  }
  return { body: `${lines.join('\n')}\n`, at };
}

const REDIRECT = /\d*(?:&>>|&>|<<<|<<-|<<|<>|<&|<|>>|>\||>&|>)/y;

/** The operator of a redirection at a place; `undefined` without one. */
export function redirectAt(text: string, at: number): string | undefined {
  REDIRECT.lastIndex = at;
  return REDIRECT.exec(text)?.[0];
}
