/** Functions that find the end of an element in a shell command line. */

export const indexOr = (index: number, otherwise: number): number => (index < 0 ? otherwise : index);

/** @returns the index of the closing quote, in a text where backslashes escape; the length of the text if there is none */
export function quoteEnd(text: string, from: number, quote: string): number {
  let end = from;
  while (end < text.length && text[end] !== quote) end += text[end] === '\\' ? 2 : 1;
  return end;
}

/** @param from index of the opening brace @returns the index of the closing brace; the length of the text if there is none */
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
 * @param from index of the first of the two parentheses
 * @returns the index after `))`; `null` if this is not arithmetic, but a substitution that begins with a group
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

/** Returns the value of the text between `$'` and `'`. */
export function ansiText(written: string): string {
  return written.replace(CODES, (_all, hex?: string, octal?: string, char = '') => {
    if (hex === undefined && octal === undefined) return ESCAPES[char] ?? char;
    const code = hex === undefined ? Number.parseInt(octal ?? '', 8) : Number.parseInt(hex.slice(1), 16);
    return code > LAST_CODE ? '' : String.fromCodePoint(code);
  });
}

/** Returns the body of a here-document, and the index after it. @param from index of its first line */
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

/** Returns the redirection operator at an index, or `undefined`. */
export function redirectAt(text: string, at: number): string | undefined {
  REDIRECT.lastIndex = at;
  return REDIRECT.exec(text)?.[0];
}

const OPERATORS = ['&&', '||', '|&', ';;', '|', '&', ';', '\n', '(', ')'];

/** Returns the operator between commands at an index, or `null`. */
export const operatorAt = (text: string, at: number): string | null =>
  text.startsWith('&>', at) ? null : (OPERATORS.find((each) => text.startsWith(each, at)) ?? null);
