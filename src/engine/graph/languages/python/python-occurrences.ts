import type { Node } from 'web-tree-sitter';
import type { SourceSyntax } from '../syntax.ts';

/** Nodes with a scope of their own. */
const SCOPES: ReadonlySet<string> = new Set([
  ...['function_definition', 'lambda', 'class_definition'],
  ...['list_comprehension', 'set_comprehension', 'dictionary_comprehension', 'generator_expression'],
]);

/** Whether both are the same node. */
export const isSame = (one: Node | null | undefined, other: Node): boolean => one?.id === other.id;

/** Scopes around a node are searched through this many levels. Finding each takes as long as the tree is deep. */
const MAX_LEVELS = 200;

/** Whether the names that a node binds are those of the module, as far as the levels around it show. */
export function isInModuleScope(node: Node): boolean {
  let around = node.parent;
  for (let level = 0; around !== null && level < MAX_LEVELS; level += 1) {
    if (SCOPES.has(around.type)) return false;
    around = around.parent;
  }
  return true;
}

/**
 * Returns the identifiers that match a global pattern, in text order.
 * @param most empty if the text has more matches than this
 */
export function identifiersLike({ code, root }: SourceSyntax, pattern: RegExp, most = Number.POSITIVE_INFINITY): Node[] {
  const found: Node[] = [];
  let count = 0;
  for (const { 0: word, index } of code.matchAll(pattern)) {
    count += 1;
    if (count > most) return [];
    const node = root.descendantForIndex(index, index + word.length);
    if (node?.type === 'identifier' && node.endIndex - node.startIndex === word.length) found.push(node);
  }
  return found;
}

/** Returns the call of a function whose name is a node; `null` if the node is no such name. */
export function callOf(node: Node): Node | null {
  const { parent } = node;
  const called = parent?.type === 'attribute' && isSame(parent.childForFieldName('attribute'), node) ? parent : node;
  const call = called.parent;
  return call?.type === 'call' && isSame(call.childForFieldName('function'), called) ? call : null;
}
