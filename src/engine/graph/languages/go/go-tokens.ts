/** The tokens of a Go text, without comments. All lists have the same length. */
export interface GoTokens {
  /** A name, `"` for a string, `0` for a number, or an operator. `;` also where the end of a line ends a statement. */
  readonly texts: readonly string[];
  readonly lines: readonly number[];
  /**
   * For an opening bracket, the index of the closing one, or the number of tokens if it is not closed. For other tokens their own index.
   */
  readonly closing: readonly number[];
}

/** Each alternative is linear in the length of its match: an unterminated raw string or comment extends to the end of the text. */
const TOKEN =
  /(\n)|(\/\/[^\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/)?)|("(?:[^"\\\n]|\\.)*"?|`[^`]*`?|'(?:[^'\\\n]|\\.)*'?)|([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)|([0-9][\w.]*)|:=|<-|\.\.\.|[=!<>]=|&&|\|\||\S/g;
const ENDS = /^(?:[\w\u0080-\uffff]+|["')\]}])$/;
const GOES_ON =
  /^(?:case|chan|const|default|defer|else|for|func|go|goto|if|import|interface|map|package|range|select|struct|switch|type|var)$/;
/** Keywords and predeclared constants, which name nothing in a file. */
const KEYWORDS: ReadonlySet<string> = new Set([
  ...['break', 'case', 'chan', 'const', 'continue', 'default', 'defer', 'else', 'fallthrough', 'for', 'func', 'go', 'goto', 'if', 'import'],
  ...['interface', 'map', 'package', 'range', 'return', 'select', 'struct', 'switch', 'type', 'var', '_', 'nil', 'true', 'false', 'iota'],
]);
export const isKeyword = (token: string): boolean => KEYWORDS.has(token);

const OPENS: ReadonlySet<string> = new Set(['(', '[', '{']);
const CLOSES: ReadonlySet<string> = new Set([')', ']', '}']);

const linesIn = (text: string): number => text.split('\n').length - 1;

class Tokenizer {
  readonly texts: string[] = [];
  readonly lines: number[] = [];
  readonly closing: number[] = [];
  readonly #open: number[] = [];
  #line = 1;

  add(text: string): void {
    const at = this.texts.length;
    this.texts.push(text);
    this.lines.push(this.#line);
    this.closing.push(at);
    if (OPENS.has(text)) this.#open.push(at);
    const opened = CLOSES.has(text) ? this.#open.pop() : undefined;
    if (opened !== undefined) this.closing[opened] = at;
  }

  /** Adds `;` at the end of a line whose last token may end a statement. */
  newLine(): void {
    const last = this.texts.at(-1) ?? '';
    if (ENDS.test(last) && !GOES_ON.test(last)) this.add(';');
    this.#line += 1;
  }

  pass(text: string): void {
    if (text.includes('\n')) this.#line += linesIn(text);
  }

  finish(): GoTokens {
    for (const at of this.#open) this.closing[at] = this.texts.length;
    const { texts, lines, closing } = this;
    return { texts, lines, closing };
  }
}

/** Splits a Go text into tokens in linear time. */
export function goTokens(text: string): GoTokens {
  const tokenizer = new Tokenizer();
  for (const [whole, newLine, comment, string, , number] of text.matchAll(TOKEN)) {
    if (newLine !== undefined) tokenizer.newLine();
    else if (comment !== undefined) tokenizer.pass(comment);
    else if (string !== undefined) {
      tokenizer.add('"');
      tokenizer.pass(string);
    } else tokenizer.add(number === undefined ? whole : '0');
  }
  tokenizer.newLine();
  return tokenizer.finish();
}
