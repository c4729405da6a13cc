import type { Node } from 'web-tree-sitter';
import type { FactsDraft } from '../facts-draft.ts';
import { codeChildrenOf, lineOf, literalOf, type SourceSyntax, textOf } from '../syntax.ts';
import { exportedNames, readImport, readReExport } from './typescript-imports.ts';

/** Declares nothing that other files can name. */
const WITHOUT_NAMES = /^(?:import_statement|empty_statement|ERROR)$/;

/** Returns the names that a statement declares or exports; `*` if they are not known. */
function namesOf(syntax: SourceSyntax, statement: Node): readonly string[] {
  if (WITHOUT_NAMES.test(statement.type)) return [];
  if (statement.type === 'export_statement') return exportsOf(syntax, statement);
  const inner = statement.type === 'expression_statement' ? (codeChildrenOf(statement)[0] ?? statement) : statement;
  const declarators = inner.namedChildren.filter(({ type }) => type === 'variable_declarator');
  const names = (declarators.length > 0 ? declarators : [inner]).map((each) => each.childForFieldName('name'));
  return names.map((name) => (name === null || /_pattern$/.test(name.type) ? '*' : (textOf(syntax, name).split('.', 1)[0] ?? '*')));
}

function exportsOf(syntax: SourceSyntax, statement: Node): readonly string[] {
  if (statement.children.some(({ type }) => type === 'default')) return ['default'];
  const declared = statement.childForFieldName('declaration');
  if (declared !== null) return namesOf(syntax, declared);
  const named = exportedNames(syntax, statement).map(({ local }) => local);
  return named.length > 0 ? named : ['*'];
}

/** Returns the names that a declared module exports: all that it declares, unless a list such as `export { a }` says which. */
function augmentedBy(syntax: SourceSyntax, statements: readonly Node[]): readonly string[] {
  const exported = statements.filter(({ type }) => type === 'export_statement');
  const hasList = exported.some((each) => each.childForFieldName('declaration') === null);
  return [...new Set((hasList ? exported : statements).flatMap((each) => namesOf(syntax, each)))];
}

/**
 * Reads `declare module './x' { … }`, which augments a module of the project or a package, or declares one. Imports inside of it count for
 * this file.
 */
export function readAugmentation(syntax: SourceSyntax, draft: FactsDraft, module: Node, isModule: boolean): void {
  const [name, body] = [module.childForFieldName('name'), module.childForFieldName('body')];
  const specifier = name === null ? null : literalOf(syntax, name);
  const statements = body === null ? [] : codeChildrenOf(body);
  // In a file that is not a module, it declares the module instead of augmenting it.
  if (specifier !== null && (isModule || specifier.startsWith('.'))) {
    const augmented = body === null ? ['*'] : augmentedBy(syntax, statements);
    draft.imports.push({ specifier, line: lineOf(module), kind: 'import', isTypeOnly: true, augmented, names: [] });
  } else if (specifier !== null) draft.declaredModules.add(specifier);
  for (const statement of statements) {
    if (statement.type === 'import_statement') readImport(syntax, draft, statement);
    else if (statement.type === 'export_statement') readReExport(syntax, draft, statement);
  }
}
