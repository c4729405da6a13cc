/** Where something in a line for a shell ends. */

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

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0' };

/** What is written between `$'` and `'`. */
export function ansiText(written: string): string {
  return written.replace(/\\(?:x([0-9A-Fa-f]{1,2})|(.))/gs, (_all, code?: string, char = '') =>
    code === undefined ? (ESCAPES[char] ?? char) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
