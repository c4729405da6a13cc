/** The tokens of a Rust text, without comments. Both lists have the same length. */
export interface RustTokens {
  /** A name without `r#`, `::`, another single character, or `"` followed by the content of a string. */
  readonly texts: readonly string[];
  /** Offset of each token in the text. */
  readonly starts: readonly number[];
}

const STRING = '"';
/** Each alternative is linear in the length of its match: an unterminated string extends to the end of the text. */
const TOKEN =
  /(\/\/[^\n]*)|(\/\*)|(?:[bc]?r(#*)")|[bc]?"((?:[^"\\]|\\[\s\S])*)"?|(b?'(?:\\[^'\n]{1,12}|(?:[^\\'\n\ud800-\udfff]|[\ud800-\udbff][\udc00-\udfff]))'|'\w+)|(?:r#)?([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)|::|[0-9][\w]*|\S/g;

/** Returns the end of a block comment, which may be nested. */
function endOfComment(text: string, from: number): number {
  const mark = /\/\*|\*\//g;
  mark.lastIndex = from;
  for (let depth = 1; depth > 0; ) {
    const found = mark.exec(text)?.[0];
    if (found === undefined) return text.length;
    depth += found === '/*' ? 1 : -1;
  }
  return mark.lastIndex;
}

/** Returns the end of a raw string's content; the length of the text if it is unterminated. */
function endOfRaw(text: string, from: number, hashes: string): number {
  const end = text.indexOf(`"${hashes}`, from);
  return end < 0 ? text.length : end;
}

/** Splits a Rust text into tokens in linear time, including macros. */
export function rustTokens(text: string): RustTokens {
  const [texts, starts]: [string[], number[]] = [[], []];
  const token = new RegExp(TOKEN);
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [whole, line, comment, hashes, string, character, name] = match;
    if (comment !== undefined) token.lastIndex = endOfComment(text, token.lastIndex);
    if ((line ?? comment ?? character) !== undefined) continue;
    starts.push(match.index);
    if (hashes === undefined) texts.push(string === undefined ? (name ?? whole) : STRING + string);
    else {
      const end = endOfRaw(text, token.lastIndex, hashes);
      texts.push(STRING + text.slice(token.lastIndex, end));
      token.lastIndex = end + 1 + hashes.length;
    }
  }
  return { texts, starts };
}
