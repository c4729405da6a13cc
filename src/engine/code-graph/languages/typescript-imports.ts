import type { Node } from 'web-tree-sitter';
import type { ImportedName } from '../facts.ts';
import type { FactsDraft } from './facts-draft.ts';
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
/**
 * Only what is loaded; where it goes is asked of the nodes around it. A query that says all of that takes longer to be made than most
 * projects to be asked.
 */
const LOADS = `
(call_expression function: (import) arguments: (arguments . [(string) (template_string)] @imported))
(call_expression function: (identifier) @called (#eq? @called "require") arguments: (arguments . (string) @required))
(new_expression constructor: (identifier) @called (#eq? @called "URL")
  arguments: (arguments . (string) @beside . (member_expression object: (meta_property))))`;

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

/** The names that are taken from what is loaded, and what declares them; `null` where they are used at once. */
interface Taking {
  readonly into: Node | null;
  readonly names: readonly ImportedName[];
}

const parentOf = (node: Node | null, type: string): Node | null => (node?.parent?.type === type ? node.parent : null);

/** `const … = require('…')`, `const … = await import('…')`, or the same with `.member`, also without the declaration; `null` where it is none. */
function takingOf(syntax: SourceSyntax, loaded: Node, isRequired: boolean): Taking | null {
  const call = loaded.parent?.parent ?? null;
  const module = isRequired ? call : parentOf(call, 'await_expression');
  const owner = parentOf(isRequired ? module : parentOf(module, 'parenthesized_expression'), 'member_expression');
  const into = parentOf(owner ?? module, 'variable_declarator')?.childForFieldName('name') ?? null;
  if (owner === null) return into === null ? null : { into, names: takenNames(syntax, into) };
  const member = owner.childForFieldName('property');
  if (member?.type !== 'property_identifier') return null;
  const name = textOf(syntax, member);
  return { into, names: [{ name, local: into?.type === 'identifier' ? textOf(syntax, into) : name }] };
}

/** What is taken in a place and used at once has no name of its own in the file: it goes by that of the other file, where that is free. */
function useAtOnce(draft: FactsDraft, place: number, names: readonly ImportedName[]): readonly ImportedName[] {
  const free = names.filter(({ local }) => draft.symbol(local) === undefined);
  for (const { local } of free) draft.ownerAt(place)?.uses.add(local);
  return free;
}

/** @param how the name of its capture */
function readLoad(syntax: SourceSyntax, draft: FactsDraft, node: Node, how: string): void {
  const specifier = literalOf(syntax, node);
  if (specifier === null || (how === 'beside' && !specifier.startsWith('.'))) return;
  const taking = how === 'beside' ? null : takingOf(syntax, node, how === 'required');
  // What CommonJS requires outside of functions is loaded with the file.
  const kind = how === 'required' && draft.ownerAt(node.startIndex) === undefined ? 'import' : 'dynamic';
  const { into = null, names = [] } = taking ?? {};
  const taken = into === null ? useAtOnce(draft, node.startIndex, names) : names;
  draft.imports.push({ specifier, line: lineOf(node), kind, isTypeOnly: false, names: taken });
  if (into !== null && taken.length > 0) draft.taken.push({ from: into.startIndex, to: into.endIndex });
}

/** `import('…')`, `require('…')` and `new URL('…', import.meta.url)`, wherever they stand. */
export function readLoads(syntax: SourceSyntax, draft: FactsDraft): void {
  if (!MAY_LOAD.test(syntax.text)) return;
  for (const { name, node } of syntax.captures(LOADS)) if (name !== 'called') readLoad(syntax, draft, node, name);
}
