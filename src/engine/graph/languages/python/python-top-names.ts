import type { Node } from 'web-tree-sitter';
import type { FactsDraft } from '../facts-draft.ts';
import { type SourceSyntax, textOf } from '../syntax.ts';
import { readDynamicNames } from './python-dynamic-names.ts';

/**
 * `global a, b` in a function, and `(a := 1)` anywhere. An extra name may hide an unresolved import, but a missing one would report a false
 * one.
 */
const GLOBAL = /^[ \t]+global[ \t]+([\w, \t]+)/gm;
const WALRUS = /(\w+)\s*:=/g;
/** Statements whose blocks share the scope of the module. */
const BLOCKS: ReadonlySet<string> = new Set([
  ...['if_statement', 'else_clause', 'elif_clause', 'try_statement', 'except_clause', 'except_group_clause', 'finally_clause'],
  ...[
    'with_statement',
    'for_statement',
    'while_statement',
    'block',
    'decorated_definition',
    'expression_statement',
    'with_clause',
    'with_item',
    'match_statement',
    'case_clause',
  ],
]);
/** Behind `as`, the grammar writes a pattern as an expression: `with f() as (a, *b):`. */
const PATTERNS: ReadonlySet<string> = new Set([
  ...['pattern_list', 'tuple_pattern', 'list_pattern', 'list_splat_pattern'],
  ...['tuple', 'list', 'list_splat', 'parenthesized_expression'],
]);
const DEFINITIONS: ReadonlySet<string> = new Set(['function_definition', 'class_definition']);

/** Returns the nodes of the names that a statement binds. */
function targetsOf(node: Node): (Node | null)[] {
  if (node.type === 'assignment' || node.type === 'augmented_assignment' || node.type === 'for_statement') {
    return [node.childForFieldName('left')];
  }
  if (node.type === 'as_pattern') return node.childForFieldName('alias')?.namedChildren ?? [];
  // Names of classes and values in a pattern count, too. They only hide that they are missing.
  if (node.type === 'case_pattern') return node.descendantsOfType('identifier');
  return DEFINITIONS.has(node.type) ? [node.childForFieldName('name')] : [];
}

/** Returns the names in a pattern. `a.b` and `a[b]` bind none. */
function namesIn(syntax: SourceSyntax, target: Node | null): string[] {
  if (target === null) return [];
  if (target.type === 'identifier') return [textOf(syntax, target)];
  return PATTERNS.has(target.type) ? target.namedChildren.flatMap((each) => namesIn(syntax, each)) : [];
}

/** Returns nested nodes of a statement that may bind names too. */
function innerOf(node: Node): readonly (Node | null)[] {
  if (node.type === 'assignment') return [node.childForFieldName('right')];
  return BLOCKS.has(node.type) ? node.namedChildren : [];
}

/** Reads the names bound at the top of a module, which other files may import. */
export function readTopNames(syntax: SourceSyntax, draft: FactsDraft): void {
  const add = (name: string): void => {
    if (draft.symbol(name) === undefined) draft.topNames.add(name);
  };
  const open = [...syntax.root.namedChildren].reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const name of targetsOf(node).flatMap((target) => namesIn(syntax, target))) if (name !== '__path__') add(name);
    open.push(...innerOf(node).filter((inner) => inner !== null));
  }
  for (const [, names = ''] of syntax.text.matchAll(GLOBAL)) for (const name of names.split(',')) add(name.trim());
  for (const [, name = ''] of syntax.text.matchAll(WALRUS)) add(name);
  readDynamicNames(syntax, draft, add);
}
