import type { Node, QueryCapture, QueryMatch } from 'web-tree-sitter';

/** The syntax tree of one file. Its offsets are those of `text`. */
export interface SourceSyntax {
  readonly text: string;
  /** The text with comments and line continuations replaced by spaces, of the same length. */
  readonly code: string;
  readonly root: Node;
  /** Returns the captures of a tree-sitter query below a node, in text order. Default: the whole file. */
  captures(query: string, below?: Node): QueryCapture[];
  /** Returns the matches of a tree-sitter query, with their captures. */
  matches(query: string): QueryMatch[];
}

/** Returns the text of a node. */
export const textOf = ({ text }: SourceSyntax, node: Node): string => text.slice(node.startIndex, node.endIndex);

/** Returns the text of a node with comments replaced by spaces. */
export const codeOf = ({ code }: SourceSyntax, node: Node): string => code.slice(node.startIndex, node.endIndex);

/** Returns the named children of a node without comments, which may be between any two of them. */
export const codeChildrenOf = (node: Node | null | undefined): Node[] => node?.namedChildren.filter(({ isExtra }) => !isExtra) ?? [];

/** Returns the first named child that is not a comment. */
export const firstCodeOf = (node: Node | null | undefined): Node | null => codeChildrenOf(node)[0] ?? null;

/** 1-based. */
export const lineOf = (node: Node): number => node.startPosition.row + 1;

/** Returns the line of an imported name, as far as it is not that of the import. */
export type LineOfName = (name: Node) => { readonly line?: number };

/** Returns the lines of the names of a statement. Asking for lines is slow, and most imports are on one line. @param line of the import */
export function nameLines({ text }: SourceSyntax, { startIndex, endIndex }: Node, line: number): LineOfName {
  if (!text.slice(startIndex, endIndex).includes('\n')) return () => ({});
  return (name) => {
    const own = lineOf(name);
    return own === line ? {} : { line: own };
  };
}

/** `\u{1f600}`, `\u00e9`, `\xe9`, the end of a line, any other character. */
const ESCAPES = /\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2})|(\r?\n)|([\s\S]))/gi;
const ESCAPED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
const MAX_CODE_POINT = 0x10_ff_ff;

function withoutEscapes(text: string): string {
  return text.replace(ESCAPES, (written, braced?: string, four?: string, two?: string, end?: string, other = '') => {
    const digits = braced ?? four ?? two;
    if (digits === undefined) return end === undefined ? (Object.hasOwn(ESCAPED, other) ? (ESCAPED[other] ?? other) : other) : '';
    const code = Number.parseInt(digits, 16);
    return code > MAX_CODE_POINT ? written : String.fromCodePoint(code);
  });
}

/** Returns the value of a string literal without substitutions; `null` for other nodes. */
export function literalOf(syntax: SourceSyntax, node: Node): string | null {
  const written = textOf(syntax, node);
  const match = /^(["'`])([\s\S]*)\1$/.exec(written);
  if (match === null || written.length < 2 || (written.startsWith('`') && written.includes('${'))) return null;
  const inside = match[2] ?? '';
  return inside.includes('\\') ? withoutEscapes(inside) : inside;
}

/** Returns a name with its parts, without type arguments: `models.Base`; `null` for other nodes. */
export function nameOf(syntax: SourceSyntax, node: Node): string | null {
  const name = /^[\w$\u0080-\uffff]+(?:\s*(?:\.|::)\s*[\w$\u0080-\uffff]+)*/.exec(codeOf(syntax, node))?.[0];
  return name === undefined ? null : name.replaceAll(/\s+/g, '').replaceAll('::', '.');
}

/** Whether a node is one of some other nodes, or inside one of them. */
export const isInside = (node: Node | undefined, others: readonly Node[]): boolean =>
  node !== undefined && others.some(({ startIndex, endIndex }) => startIndex <= node.startIndex && node.endIndex <= endIndex);
