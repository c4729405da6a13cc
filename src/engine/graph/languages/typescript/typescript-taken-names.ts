import type { Node } from 'web-tree-sitter';
import type { ImportedName } from '../../facts.ts';
import type { FactsDraft } from '../facts-draft.ts';
import { codeChildrenOf, lineOf, type SourceSyntax, textOf } from '../syntax.ts';

/** Returns the names that a pattern takes from a module: `{ a, b: c }`, or the whole module. */
function takenNames(syntax: SourceSyntax, pattern: Node): ImportedName[] {
  if (pattern.type === 'identifier') return [{ name: '*', local: textOf(syntax, pattern) }];
  if (pattern.type !== 'object_pattern') return [];
  return pattern.namedChildren.flatMap((child) => {
    if (child.type === 'shorthand_property_identifier_pattern')
      return [{ name: textOf(syntax, child), local: textOf(syntax, child), line: lineOf(child) }];
    const [key, value] = [child.childForFieldName('key'), child.childForFieldName('value')];
    return key !== null && value?.type === 'identifier'
      ? [{ name: textOf(syntax, key), local: textOf(syntax, value), line: lineOf(key) }]
      : [];
  });
}

/** Names taken from a loaded module, and the pattern that declares them; `null` if they are used directly. */
interface Taking {
  readonly into: Node | null;
  readonly names: readonly ImportedName[];
}

const parentOf = (node: Node | null, type: string): Node | null => (node?.parent?.type === type ? node.parent : null);

/** Expressions whose value may be that of one of their parts: `a ? b : c`, `a || b`. */
const CHOICES: ReadonlySet<string> = new Set(['ternary_expression', 'binary_expression', 'parenthesized_expression']);

/** Returns the name or pattern that gets the value of an expression: `const a = …`, `a = …`, also under a condition. */
function receiverOf(node: Node | null): Node | null {
  let value = node;
  while (value?.parent && CHOICES.has(value.parent.type)) value = value.parent;
  const declared = parentOf(value, 'variable_declarator')?.childForFieldName('name');
  if (declared) return declared;
  const assigned = parentOf(value, 'assignment_expression')?.childForFieldName('left');
  return assigned?.type === 'identifier' ? assigned : null;
}

/** Returns the parameter that gets the module in `import('…').then(({ a }) => …)`. */
function handedOn(syntax: SourceSyntax, call: Node | null): Node | null {
  const then = parentOf(call, 'member_expression');
  const method = then?.childForFieldName('property');
  const list = parentOf(then, 'call_expression')?.childForFieldName('arguments');
  if (!method || !list || textOf(syntax, method) !== 'then') return null;
  const [handler] = codeChildrenOf(list);
  const [first] = codeChildrenOf(handler?.childForFieldName('parameters') ?? null);
  const given = handler?.childForFieldName('parameter') ?? first ?? null;
  return given?.childForFieldName('pattern') ?? given;
}

/**
 * Reads `const … = require('…')`, `import('…').then((…) => …)` and `const … = await import('…')`, also with `.member` or without the declaration; `null` for other
 * contexts.
 */
export function takingOf(syntax: SourceSyntax, draft: FactsDraft, call: Node | null, how: 'require' | 'import' | 'type'): Taking | null {
  const given = how === 'import' ? handedOn(syntax, call) : null;
  if (given !== null) {
    if (given.type === 'identifier') draft.parameters.add(given.startIndex);
    return { into: given, names: takenNames(syntax, given) };
  }
  const module = how === 'import' ? parentOf(call, 'await_expression') : call;
  const owner = parentOf(how === 'import' ? parentOf(module, 'parenthesized_expression') : module, 'member_expression');
  const into = how === 'type' ? null : receiverOf(owner ?? module);
  if (owner === null) return into === null ? null : { into, names: takenNames(syntax, into) };
  const member = owner.childForFieldName('property');
  if (member?.type !== 'property_identifier') return null;
  const name = textOf(syntax, member);
  return { into, names: [{ name, local: into?.type === 'identifier' ? textOf(syntax, into) : name, line: lineOf(member) }] };
}
