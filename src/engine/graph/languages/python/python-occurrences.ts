import type { Node } from 'web-tree-sitter';
import type { SourceSyntax } from '../syntax.ts';

/** Nodes with a scope of their own. */
const SCOPES: ReadonlySet<string> = new Set([
  ...['function_definition', 'lambda', 'class_definition'],
  ...['list_comprehension', 'set_comprehension', 'dictionary_comprehension', 'generator_expression'],
]);

/** Whether both are the same node. */
export const isSame = (one: Node | null | undefined, other: Node): boolean => one?.id === other.id;

/** Whether the names that a node binds are those of the module. */
export function isInModuleScope(node: Node): boolean {
  for (let around = node.parent; around !== null; around = around.parent) if (SCOPES.has(around.type)) return false;
  return true;
}

/** Returns the identifiers that match a global pattern, in text order. */
export function identifiersLike({ code, root }: SourceSyntax, pattern: RegExp): Node[] {
  return Array.from(code.matchAll(pattern)).flatMap(({ 0: word, index }) => {
    const node = root.descendantForIndex(index, index + word.length);
    return node?.type === 'identifier' && node.endIndex - node.startIndex === word.length ? [node] : [];
  });
}

/** Returns the call of a function whose name is a node; `null` if the node is no such name. */
export function callOf(node: Node): Node | null {
  const { parent } = node;
  const called = parent?.type === 'attribute' && isSame(parent.childForFieldName('attribute'), node) ? parent : node;
  const call = called.parent;
  return call?.type === 'call' && isSame(call.childForFieldName('function'), called) ? call : null;
}
