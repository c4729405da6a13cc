import type { Node } from 'web-tree-sitter';
import { codeChildrenOf, type SourceSyntax, textOf } from '../syntax.ts';

/** Field with the bound name in patterns that also contain a key or a default value. */
const BOUND_IN: Readonly<Record<string, string>> = { pair_pattern: 'value', assignment_pattern: 'left', object_assignment_pattern: 'left' };
const PATTERNS = new Set(['object_pattern', 'array_pattern', 'rest_pattern']);

const OWN_TESTS = 'if\\s*\\(\\s*import\\.meta\\.vitest\\b';
const STARTS_OWN_TESTS = new RegExp(OWN_TESTS, 'y');
/** In-source tests, which vitest runs and a build removes. */
export const TESTS_ITSELF = new RegExp(`^[ \\t]*${OWN_TESTS}`, 'm');

/** Whether in-source tests start at an offset. */
export function startsOwnTests({ text }: SourceSyntax, at: number): boolean {
  STARTS_OWN_TESTS.lastIndex = at;
  return STARTS_OWN_TESTS.test(text);
}

/** Returns the names that a declaration binds: `a`, `{ a, b: [c = 1], ...d }`. */
export function boundNames(syntax: SourceSyntax, pattern: Node): string[] {
  const names: string[] = [];
  const open: (Node | null)[] = [pattern];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node === null) continue;
    const field = BOUND_IN[node.type];
    if (field !== undefined) open.push(node.childForFieldName(field));
    else if (PATTERNS.has(node.type)) open.push(...codeChildrenOf(node).reverse());
    else if (/^(?:identifier|shorthand_property_identifier_pattern)$/.test(node.type)) names.push(textOf(syntax, node));
  }
  return names;
}

/** Removes comments. Does not recognize strings. */
export const withoutComments = (code: string): string => (code.includes('/') ? code.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ' ') : code);
