import { detectLineBreak, type Range } from '../markdown/markdown.ts';

/** The frontmatter of a Markdown file, between its two `---` lines. */
export interface Header {
  /** Start of the opening fence. */
  readonly from: number;
  /** After the line of the closing fence. */
  readonly to: number;
  readonly yaml: string;
  /** Offset of `yaml` in the text. */
  readonly yamlFrom: number;
  /** The language after the opening fence, as in `---js`; `null` for YAML. Headers in other languages are never parsed or run. */
  readonly language: string | null;
}

export interface SplitText {
  /** `null` if there is none. */
  readonly header: Header | null;
  /** Start of the body: after the header, or after the byte order mark. */
  readonly bodyFrom: number;
  /** The first line break of the text. */
  readonly eol: '\n' | '\r\n';
  /** The text begins like a header, but no fence closes it. */
  readonly unclosed: boolean;
}

const BOM = '\ufeff';
const OPENING = /---([A-Za-z][\w+.-]*)?[ \t]*(?:\r?\n|$)/y;
const CLOSING = /---[ \t]*(?:\r?\n|\r?$)/y;
const YAML_NAMES: ReadonlySet<string | undefined> = new Set([undefined, 'yaml', 'yml']);

/** Finds the line of the closing fence; `null` if there is none. */
function closingFence(text: string, from: number): Range | null {
  for (let at = from; at >= 0 && at < text.length; ) {
    CLOSING.lastIndex = at;
    if (CLOSING.test(text)) return { from: at, to: CLOSING.lastIndex };
    const next = text.indexOf('\n---', at);
    at = next < 0 ? -1 : next + 1;
  }
  return null;
}

/** Splits a Markdown text into header and body. Parses nothing, so it cannot fail. */
export function splitHeader(text: string): SplitText {
  const from = text.startsWith(BOM) ? BOM.length : 0;
  const eol = detectLineBreak(text);
  OPENING.lastIndex = from;
  const opening = OPENING.exec(text);
  if (opening === null) return { header: null, bodyFrom: from, eol, unclosed: false };
  const yamlFrom = OPENING.lastIndex;
  const closing = closingFence(text, yamlFrom);
  if (closing === null) return { header: null, bodyFrom: from, eol, unclosed: true };
  const language = YAML_NAMES.has(opening[1]) ? null : (opening[1] ?? null);
  const header = { from, to: closing.to, yaml: text.slice(yamlFrom, closing.from), yamlFrom, language };
  return { header, bodyFrom: closing.to, eol, unclosed: false };
}
