import { lineBreakOf, type Range } from '../markdown/markdown.ts';

/** The frontmatter of a Markdown file: what stands between its two lines of `---`. */
export interface Header {
  /** Where its first fence begins. */
  readonly from: number;
  /** Behind the line of its last fence. */
  readonly to: number;
  readonly yaml: string;
  /** Where `yaml` begins in the text. */
  readonly yamlFrom: number;
  /** What is written behind the first fence, as in `---js`; `null` for YAML. Such a header is never read and never run. */
  readonly language: string | null;
}

export interface SplitText {
  /** `null` when there is none. */
  readonly header: Header | null;
  /** Behind the header; behind the byte order mark where there is none. */
  readonly bodyFrom: number;
  /** The first line break of the text. */
  readonly eol: '\n' | '\r\n';
  /** The text begins as a header does, and nothing ends it. */
  readonly unclosed: boolean;
}

const BOM = '\ufeff';
const OPENING = /---([A-Za-z][\w+.-]*)?[ \t]*(?:\r?\n|$)/y;
const CLOSING = /---[ \t]*(?:\r?\n|\r?$)/y;
const YAML_NAMES: ReadonlySet<string | undefined> = new Set([undefined, 'yaml', 'yml']);

/** Where the closing fence begins, and where it ends with its line; `null` when there is none. */
function closingFence(text: string, from: number): Range | null {
  for (let at = from; at >= 0 && at < text.length; ) {
    CLOSING.lastIndex = at;
    if (CLOSING.test(text)) return { from: at, to: CLOSING.lastIndex };
    const next = text.indexOf('\n---', at);
    at = next < 0 ? -1 : next + 1;
  }
  return null;
}

/** Divides a Markdown text into its header and its body. Nothing is read yet, so nothing can fail. */
export function splitHeader(text: string): SplitText {
  const from = text.startsWith(BOM) ? BOM.length : 0;
  const eol = lineBreakOf(text);
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
