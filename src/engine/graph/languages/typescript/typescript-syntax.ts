import type { Node } from 'web-tree-sitter';
import { codeChildrenOf, literalOf, type SourceSyntax, textOf } from '../syntax.ts';

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

/** Expressions around a single value, such as type assertions. */
const WRAPPED = new Set(['parenthesized_expression', 'as_expression', 'satisfies_expression', 'non_null_expression']);

/** Returns the possible values of an expression: a literal, or both branches of a conditional. `null` if one is only known at run time. */
export function possibleLiterals(syntax: SourceSyntax, node: Node): string[] | null {
  if (node.type === 'string' || node.type === 'template_string') {
    const literal = literalOf(syntax, node);
    return literal === null ? null : [literal];
  }
  const children = codeChildrenOf(node);
  const inner = WRAPPED.has(node.type) ? children[0] : node.type === 'type_assertion' ? children.at(-1) : undefined;
  if (inner !== undefined) return possibleLiterals(syntax, inner);
  if (node.type !== 'ternary_expression') return null;
  const [, one, other] = children;
  const [first, second] = [one, other].map((each) => (each === undefined ? null : possibleLiterals(syntax, each)));
  return first && second ? [...first, ...second] : null;
}
