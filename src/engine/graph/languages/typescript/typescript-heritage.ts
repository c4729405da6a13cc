import type { Node } from 'web-tree-sitter';
import type { SymbolDraft } from '../facts-draft.ts';
import { nameOf, type SourceSyntax } from '../syntax.ts';

const HERITAGE = new Set(['extends_type_clause']);

function inherit(syntax: SourceSyntax, names: Set<string>, parts: readonly Node[]): void {
  for (const part of parts) {
    const name = part.type === 'type_arguments' || part.type === 'call_expression' ? null : nameOf(syntax, part);
    if (name !== null) names.add(name);
  }
}

/** Reads what a class or an interface extends and implements. */
export function readHeritage(syntax: SourceSyntax, symbol: SymbolDraft, node: Node): void {
  for (const child of node.namedChildren) {
    if (HERITAGE.has(child.type)) inherit(syntax, symbol.extends, child.namedChildren);
    if (child.type !== 'class_heritage') continue;
    const [extended, implemented] = ['extends_clause', 'implements_clause'].map((type) =>
      child.namedChildren.find((each) => each.type === type),
    );
    // In JavaScript the extended class is a direct child of the heritage node.
    inherit(syntax, symbol.extends, (extended ?? (implemented === undefined ? child : null))?.namedChildren ?? []);
    inherit(syntax, symbol.implements, implemented?.namedChildren ?? []);
  }
}
