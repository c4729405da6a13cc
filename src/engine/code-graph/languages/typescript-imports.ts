import type { Node } from 'web-tree-sitter';
import type { ImportedName } from '../facts.ts';
import type { FactsDraft } from './facts-draft.ts';
import { SpanWalk } from './span-walk.ts';
import { lineOf, literalOf, type SourceSyntax, textOf } from './syntax.ts';

/** The names of `{ a as b, default as c }`, and whether all of them are types. */
function specifiersOf(syntax: SourceSyntax, clause: Node): { names: ImportedName[]; areTypes: boolean } {
  const specifiers = clause.namedChildren.filter(({ type }) => type === 'import_specifier' || type === 'export_specifier');
  const names = specifiers.map((specifier) => {
    const name = specifier.childForFieldName('name');
    const alias = specifier.childForFieldName('alias') ?? name;
    return { name: name === null ? '' : unquoted(syntax, name), local: alias === null ? '' : unquoted(syntax, alias) };
  });
  return { names, areTypes: specifiers.length > 0 && specifiers.every((specifier) => /^type\s+(?!as\b)/.test(textOf(syntax, specifier))) };
}

/** `import type …`, but not `import type from …`. */
function isOfTypes({ text }: SourceSyntax, { startIndex }: Node): boolean {
  TYPES.lastIndex = startIndex;
  return TYPES.test(text);
}

const TYPES = /(?:import|export)\s+type\b(?!\s*(?:from\b\s*['"]|,))/y;

/** `{ 'a-b' as c }` is a name in quotes. */
const unquoted = (syntax: SourceSyntax, node: Node) => (node.type === 'string' ? literalOf(syntax, node) : null) ?? textOf(syntax, node);

function namesOfClause(syntax: SourceSyntax, clause: Node): { names: ImportedName[]; areTypes: boolean } {
  const names: ImportedName[] = [];
  let areTypes = false;
  for (const child of clause.namedChildren) {
    if (child.type === 'identifier') names.push({ name: 'default', local: textOf(syntax, child) });
    else if (child.type === 'namespace_import')
      names.push(...child.namedChildren.map((each) => ({ name: '*', local: textOf(syntax, each) })));
    else if (child.type === 'named_imports') {
      const found = specifiersOf(syntax, child);
      areTypes = found.areTypes && clause.namedChildCount === 1;
      names.push(...found.names);
    }
  }
  return { names, areTypes };
}

/** `import …`, also `import x = require('…')`. */
export function readImport(syntax: SourceSyntax, draft: FactsDraft, statement: Node): void {
  const required = statement.namedChildren.find(({ type }) => type === 'import_require_clause');
  const source = (required ?? statement).childForFieldName('source');
  const specifier = source === null ? null : literalOf(syntax, source);
  if (specifier === null) return;
  const clause = statement.namedChildren.find(({ type }) => type === 'import_clause');
  const whole = required?.firstNamedChild;
  const { names, areTypes } =
    clause === undefined
      ? { names: whole ? [{ name: '*', local: textOf(syntax, whole) }] : [], areTypes: false }
      : namesOfClause(syntax, clause);
  draft.imports.push({ specifier, line: lineOf(statement), kind: 'import', isTypeOnly: areTypes || isOfTypes(syntax, statement), names });
}

/** `export … from '…'`; `null` where nothing is taken from elsewhere. */
export function readReExport(syntax: SourceSyntax, draft: FactsDraft, statement: Node): boolean {
  const source = statement.childForFieldName('source');
  if (source === null) return false;
  const specifier = literalOf(syntax, source);
  if (specifier === null) return true;
  const clause = statement.namedChildren.find(({ type }) => type === 'export_clause');
  const whole = statement.namedChildren.find(({ type }) => type === 'namespace_export')?.firstNamedChild;
  const { names, areTypes } =
    clause === undefined
      ? { names: [{ name: '*', local: whole ? unquoted(syntax, whole) : '*' }], areTypes: false }
      : specifiersOf(syntax, clause);
  const isTypeOnly = areTypes || isOfTypes(syntax, statement);
  draft.imports.push({ specifier, line: lineOf(statement), kind: 're-export', isTypeOnly, names });
  return true;
}

/** `export { a as b }`, without another file. */
export function exportedNames(syntax: SourceSyntax, statement: Node): readonly ImportedName[] {
  const clause = statement.namedChildren.find(({ type }) => type === 'export_clause');
  return clause === undefined ? [] : specifiersOf(syntax, clause).names;
}

const MAY_LOAD = /\b(?:import|require)\s*\(|\bimport\.meta\.url\b/;
const REQUIRED = '(call_expression function: (identifier) @require (#eq? @require "require") arguments: (arguments . (string) @loaded))';
const IMPORTED = '(call_expression function: (import) arguments: (arguments . [(string) (template_string)] @loaded))';
const WAITED = `(await_expression ${IMPORTED})`;
/** A load, and again with what it is assigned to, if it is. */
const LOADS = `
${IMPORTED} ${REQUIRED}
(new_expression constructor: (identifier) @url (#eq? @url "URL")
  arguments: (arguments . (string) @beside . (member_expression object: (meta_property))))
(variable_declarator name: (_) @into value: ${REQUIRED})
(variable_declarator name: (_) @into value: ${WAITED})
(variable_declarator name: (_) @into value: (member_expression object: ${REQUIRED} property: (property_identifier) @member))
(variable_declarator name: (_) @into
  value: (member_expression object: (parenthesized_expression ${WAITED}) property: (property_identifier) @member))`;

/** The names that a pattern takes out of a module: `{ a, b: c }`, or all of it. */
function takenNames(syntax: SourceSyntax, pattern: Node): ImportedName[] {
  if (pattern.type === 'identifier') return [{ name: '*', local: textOf(syntax, pattern) }];
  if (pattern.type !== 'object_pattern') return [];
  return pattern.namedChildren.flatMap((child) => {
    if (child.type === 'shorthand_property_identifier_pattern') return [{ name: textOf(syntax, child), local: textOf(syntax, child) }];
    const [key, value] = [child.childForFieldName('key'), child.childForFieldName('value')];
    return key !== null && value?.type === 'identifier' ? [{ name: textOf(syntax, key), local: textOf(syntax, value) }] : [];
  });
}

/** What is taken by `const … = require('…')`, or by `const … = require('…').member`. */
function namesOfLoad(syntax: SourceSyntax, into: Node | undefined, member: Node | undefined): ImportedName[] {
  if (into === undefined) return [];
  if (member === undefined) return takenNames(syntax, into);
  const name = textOf(syntax, member);
  return [{ name, local: into.type === 'identifier' ? textOf(syntax, into) : name }];
}

interface Load {
  readonly node: Node;
  readonly isRequired: boolean;
  readonly isBeside: boolean;
  /** What it is assigned to. */
  readonly into: Node | undefined;
  readonly names: readonly ImportedName[];
}

/** By where the name of what is loaded stands. */
function loadsIn(syntax: SourceSyntax): Map<number, Load> {
  const loads = new Map<number, Load>();
  for (const { captures } of syntax.matches(LOADS)) {
    const found = new Map(captures.map(({ name, node }) => [name, node]));
    const node = found.get('loaded') ?? found.get('beside');
    if (node === undefined) continue;
    const into = found.get('into');
    const names = namesOfLoad(syntax, into, found.get('member'));
    if (names.length === 0 && loads.has(node.startIndex)) continue;
    loads.set(node.startIndex, { node, isRequired: found.has('require'), isBeside: found.has('beside'), into, names });
  }
  return loads;
}

/** `import('…')`, `require('…')` and `new URL('…', import.meta.url)`, wherever they stand. */
export function readLoads(syntax: SourceSyntax, draft: FactsDraft): void {
  if (!MAY_LOAD.test(syntax.text)) return;
  const owned = new SpanWalk(draft.spans());
  for (const [at, { node, isRequired, isBeside, into, names }] of [...loadsIn(syntax)].sort(([one], [other]) => one - other)) {
    const specifier = literalOf(syntax, node);
    if (specifier === null || (isBeside && !specifier.startsWith('.'))) continue;
    // What CommonJS requires outside of functions is loaded with the file.
    const kind = isRequired && !owned.isIn(at) ? 'import' : 'dynamic';
    draft.imports.push({ specifier, line: lineOf(node), kind, isTypeOnly: false, names });
    if (into !== undefined) draft.taken.push({ from: into.startIndex, to: into.endIndex });
  }
}
