import type { Node } from 'web-tree-sitter';
import type { ImportedName, ImportFact } from '../../facts.ts';
import type { FactsDraft } from '../facts-draft.ts';
import { codeChildrenOf, firstCodeOf, type LineOfName, lineOf, literalOf, nameLines, type SourceSyntax, textOf } from '../syntax.ts';
import { withoutComments } from './typescript-syntax.ts';

/** Returns the names in `{ a as b, default as c }`, and whether all of them are types. */
function specifiersOf(syntax: SourceSyntax, clause: Node, lineIn: LineOfName): { names: ImportedName[]; areTypes: boolean } {
  const specifiers = clause.namedChildren.filter(({ type }) => type === 'import_specifier' || type === 'export_specifier');
  const names = specifiers.map((specifier) => {
    const name = specifier.childForFieldName('name');
    const alias = specifier.childForFieldName('alias') ?? name;
    return {
      name: name === null ? '' : unquoted(syntax, name),
      local: alias === null ? '' : unquoted(syntax, alias),
      ...(name === null ? {} : lineIn(name)),
    };
  });
  const areTypes = specifiers.length > 0 && specifiers.every((specifier) => TYPE_OF.test(withoutComments(textOf(syntax, specifier))));
  return { names, areTypes };
}

/** `type A`, but not the name `type` in `type as A`. */
const TYPE_OF = /^type\s+(?!as\b)/;

/** Whether this is `import type …`; in `import type from …` it is a name. @param next the node after the possible `type` */
const isOfTypes = ({ text }: SourceSyntax, { startIndex }: Node, next: Node): boolean =>
  /\btype\b/.test(withoutComments(text.slice(startIndex, next.startIndex)));

/** The name may be quoted: `{ 'a-b' as c }`. */
const unquoted = (syntax: SourceSyntax, node: Node) => (node.type === 'string' ? literalOf(syntax, node) : null) ?? textOf(syntax, node);

function namesOfClause(syntax: SourceSyntax, clause: Node, lineIn: LineOfName): { names: ImportedName[]; areTypes: boolean } {
  const names: ImportedName[] = [];
  let areTypes = false;
  const children = codeChildrenOf(clause);
  for (const child of children) {
    if (child.type === 'identifier') names.push({ name: 'default', local: textOf(syntax, child), ...lineIn(child) });
    else if (child.type === 'namespace_import')
      names.push(...codeChildrenOf(child).map((each) => ({ name: '*', local: textOf(syntax, each) })));
    else if (child.type === 'named_imports') {
      const found = specifiersOf(syntax, child, lineIn);
      areTypes = found.areTypes && children.length === 1;
      names.push(...found.names);
    }
  }
  return { names, areTypes };
}

/** Queries by which a bundler takes the text or the address of a file, or runs it in a worker, instead of loading its exports. */
const NOT_AS_CODE = /\?(?:[^#]*&)?(raw|url|worker|sharedworker)(?:[&=#]|$)/;

/** Returns the kind of an import of a specifier, and whether the exports of the module are imported. */
function kindOf(specifier: string): { readonly kind: ImportFact['kind']; readonly areNamesTaken: boolean } {
  const how = NOT_AS_CODE.exec(specifier)?.[1];
  if (how === undefined) return { kind: 'import', areNamesTaken: true };
  return { kind: how === 'raw' ? 'text' : 'dynamic', areNamesTaken: false };
}

/** Reads `import …` and `import x = require('…')`. */
export function readImport(syntax: SourceSyntax, draft: FactsDraft, statement: Node): void {
  const required = statement.namedChildren.find(({ type }) => type === 'import_require_clause');
  const source = (required ?? statement).childForFieldName('source');
  const specifier = source === null ? null : literalOf(syntax, source);
  if (specifier === null || source === null) return;
  const clause = statement.namedChildren.find(({ type }) => type === 'import_clause');
  const whole = required === undefined ? undefined : codeChildrenOf(required)[0];
  const { names, areTypes } =
    clause === undefined
      ? { names: whole ? [{ name: '*', local: textOf(syntax, whole) }] : [], areTypes: false }
      : namesOfClause(syntax, clause, nameLines(syntax, statement, lineOf(source)));
  const isTypeOnly = areTypes || isOfTypes(syntax, statement, clause ?? required ?? source);
  const how = required === undefined ? {} : { isRequired: true as const };
  const { kind, areNamesTaken } = kindOf(specifier);
  draft.imports.push({ specifier, line: lineOf(source), kind, isTypeOnly, ...how, names: areNamesTaken ? names : [] });
}

/**
 * Reads `export import x = require('…')`, which the grammar parses as a name and a separate statement.
 * @returns whether it is one
 */
export function readExportedRequire(syntax: SourceSyntax, draft: FactsDraft, statement: Node): boolean {
  const alias = codeChildrenOf(statement).find(({ type }) => type === 'import_alias');
  const [local, required] = alias === undefined ? [] : codeChildrenOf(alias);
  if (local === undefined || required === undefined || textOf(syntax, required) !== 'require') return false;
  let sibling = statement.nextNamedSibling;
  while (sibling?.isExtra) sibling = sibling.nextNamedSibling;
  const behind = firstCodeOf(sibling);
  const source = behind?.type === 'parenthesized_expression' ? codeChildrenOf(behind)[0] : undefined;
  const specifier = source === undefined ? null : literalOf(syntax, source);
  if (specifier === null || source === undefined) return false;
  const name = textOf(syntax, local);
  const how = { kind: 're-export', isTypeOnly: false, isRequired: true } as const;
  draft.imports.push({ specifier, line: lineOf(source), ...how, names: [{ name: '*', local: name }] });
  return true;
}

/** Reads `export … from '…'`; returns false if there is no `from`. */
export function readReExport(syntax: SourceSyntax, draft: FactsDraft, statement: Node): boolean {
  const source = statement.childForFieldName('source');
  if (source === null) return false;
  const specifier = literalOf(syntax, source);
  if (specifier === null) return true;
  const clause = statement.namedChildren.find(({ type }) => type === 'export_clause');
  const namespace = statement.namedChildren.find(({ type }) => type === 'namespace_export');
  const whole = namespace === undefined ? undefined : codeChildrenOf(namespace)[0];
  const { names, areTypes } =
    clause === undefined
      ? { names: [{ name: '*', local: whole ? unquoted(syntax, whole) : '*' }], areTypes: false }
      : specifiersOf(syntax, clause, nameLines(syntax, statement, lineOf(source)));
  const isTypeOnly = areTypes || isOfTypes(syntax, statement, clause ?? namespace ?? source);
  draft.imports.push({ specifier, line: lineOf(source), kind: 're-export', isTypeOnly, names });
  return true;
}

/** Returns the names in `export { a as b }` without `from`. */
export function exportedNames(syntax: SourceSyntax, statement: Node): readonly ImportedName[] {
  const clause = statement.namedChildren.find(({ type }) => type === 'export_clause');
  return clause === undefined ? [] : specifiersOf(syntax, clause, () => ({})).names;
}
