import type { Node, QueryCapture, QueryMatch } from 'web-tree-sitter';

/** The syntax tree of one file. Indices are those of its text. */
export interface SourceSyntax {
  readonly text: string;
  /** The text with spaces in the place of comments, and of what joins lines; as long as the text. */
  readonly code: string;
  readonly root: Node;
  /** What a tree-sitter query captures below a node, in the order of the text. Default: in the whole file. */
  captures(query: string, below?: Node): QueryCapture[];
  /** What a tree-sitter query finds, each with what it captures. */
  matches(query: string): QueryMatch[];
}

/** The text of a node. */
export const textOf = ({ text }: SourceSyntax, node: Node): string => text.slice(node.startIndex, node.endIndex);

/** The text of a node without the comments in it. */
export const codeOf = ({ code }: SourceSyntax, node: Node): string => code.slice(node.startIndex, node.endIndex);

/** The named children of a node without comments, which may stand between any two of them. */
export const codeChildrenOf = (node: Node | null | undefined): Node[] => node?.namedChildren.filter(({ isExtra }) => !isExtra) ?? [];

/** The first of them. */
export const firstCodeOf = (node: Node | null | undefined): Node | null => codeChildrenOf(node)[0] ?? null;

/** 1-based. */
export const lineOf = (node: Node): number => node.startPosition.row + 1;

/** What a string literal without escapes and holes says; `null` for any other. */
export function literalOf(syntax: SourceSyntax, node: Node): string | null {
  const written = textOf(syntax, node);
  const match = /^["'`]([^\\]*)["'`]$/.exec(written);
  if (match === null || (written.startsWith('`') && written.includes('${'))) return null;
  return match[1] ?? '';
}

/** A name with its parts, as it is written, without arguments of types: `models.Base`; `null` for what is no name. */
export function nameOf(syntax: SourceSyntax, node: Node): string | null {
  const name = /^[\w$\u0080-\uffff]+(?:\s*(?:\.|::)\s*[\w$\u0080-\uffff]+)*/.exec(codeOf(syntax, node))?.[0];
  return name === undefined ? null : name.replaceAll(/\s+/g, '').replaceAll('::', '.');
}
