import type { Node } from 'web-tree-sitter';
import type { SymbolFact } from '../../facts.ts';
import { FactsDraft, type SymbolDraft } from '../facts-draft.ts';
import { codeChildrenOf, nameOf, type SourceSyntax, textOf } from '../syntax.ts';
import { findUses, type NameRules } from '../uses.ts';
import { readAliases } from './typescript-aliases.ts';
import { readAugmentation } from './typescript-augmentations.ts';
import { readJsDoc, readReferences } from './typescript-comments.ts';
import { exportedInText, MODULE, mayExportMore, passOn } from './typescript-exports.ts';
import { readHeritage } from './typescript-heritage.ts';
import { exportedNames, readExportedRequire, readImport, readReExport } from './typescript-imports.ts';
import { readLoads } from './typescript-loads.ts';
import { readRoutes } from './typescript-routes.ts';
import { boundNames, TESTS_ITSELF } from './typescript-syntax.ts';
import { findTestsAtTop, readTests } from './typescript-tests.ts';

type Kind = SymbolFact['kind'];

const DECLARATIONS: ReadonlyMap<string, Kind> = new Map([
  ...['function_declaration', 'generator_function_declaration', 'function_signature'].map((type) => [type, 'function'] as const),
  ...['class_declaration', 'abstract_class_declaration', 'interface_declaration'].map((type) => [type, 'type'] as const),
  ...['type_alias_declaration', 'enum_declaration', 'internal_module', 'module'].map((type) => [type, 'type'] as const),
]);
const VALUES: ReadonlyMap<string, Kind> = new Map([
  ...['arrow_function', 'function_expression', 'generator_function'].map((type) => [type, 'function'] as const),
  ['class', 'type'],
]);

const NAMES = `
[(identifier) (shorthand_property_identifier)] @use
[(statement_block) (function_declaration) (function_expression) (generator_function_declaration) (generator_function) (arrow_function)
 (method_definition) (class_body) (for_statement) (for_in_statement) (catch_clause) (switch_body)] @scope
[(function_declaration name: (identifier) @outer) (generator_function_declaration name: (identifier) @outer)
 (variable_declarator name: (identifier) @declare) (shorthand_property_identifier_pattern) @declare
 (pair_pattern value: (identifier) @declare) (array_pattern (identifier) @declare) (rest_pattern (identifier) @declare)
 (assignment_pattern left: (identifier) @declare)
 (arrow_function parameter: (identifier) @declare) (for_in_statement left: (identifier) @declare)
 (catch_clause parameter: (identifier) @declare)]`;

const SCRIPT_NAMES = `${NAMES} (formal_parameters (identifier) @declare)`;

const TYPED_NAMES = `${NAMES}
(type_identifier) @use
[(required_parameter pattern: (identifier) @declare) (optional_parameter pattern: (identifier) @declare)
 (type_parameter name: (type_identifier) @declare) (class_declaration name: (type_identifier) @declare)
 (interface_declaration name: (type_identifier) @declare) (type_alias_declaration name: (type_identifier) @declare)
 (enum_declaration name: (identifier) @declare)]`;

const RULES: NameRules = { query: SCRIPT_NAMES, separator: '.', takesModules: false, hasValues: true, mayBeForeign: () => false };
const TYPED_RULES: NameRules = { ...RULES, query: TYPED_NAMES };

const TEST_CALLS = new Set(['describe', 'it', 'test', 'suite']);

class ModuleReader {
  readonly draft = new FactsDraft();
  /** Names of functions of test frameworks that are called outside of functions and types. */
  readonly testCalls = new Set<string>();
  /** Names that are exported by a separate statement, in the CommonJS way if `isGiven`. */
  readonly #exported: { name: string; as: string; isGiven: boolean }[] = [];
  /** Names declared at the top that are neither functions nor types. */
  readonly #variables = new Set<string>();
  readonly #syntax: SourceSyntax;

  constructor(syntax: SourceSyntax) {
    this.#syntax = syntax;
  }

  read(): void {
    for (const statement of this.#syntax.root.namedChildren) {
      this.#statement(statement, statement, null);
      // Statements that were understood inside of a syntax error.
      const inner = statement.type === 'ERROR' ? statement.namedChildren : [];
      for (const child of inner) if (MODULE.has(child.type)) this.#statement(child, child, null);
    }
    for (const { name, as, isGiven } of this.#exported) {
      const symbol = this.draft.symbol(name);
      symbol?.exportedAs.add(as);
      const isPassedOn = symbol === undefined && !isGiven && passOn(this.draft, name, as);
      if (this.#variables.has(name) || (symbol === undefined && !isGiven && !isPassedOn)) this.draft.topNames.add(as);
    }
  }

  /**
   * @param outermost the node with `export` and decorators
   * @param as the exported name; empty for its own name, `null` if it is not exported
   */
  #statement(node: Node, outermost: Node, as: string | null): void {
    const kind = DECLARATIONS.get(node.type);
    if (kind !== undefined) this.#declaration(node, outermost, kind, as);
    switch (node.type) {
      case 'import_statement':
        readImport(this.#syntax, this.draft, node);
        break;
      case 'export_statement':
        this.#export(node);
        break;
      case 'ambient_declaration':
        for (const child of node.namedChildren) this.#statement(child, outermost, as);
        break;
      case 'lexical_declaration':
      case 'variable_declaration':
        for (const child of node.namedChildren) if (child.type === 'variable_declarator') this.#variable(child, as);
        break;
      case 'expression_statement':
        for (const child of node.namedChildren) this.#expression(child, outermost);
        break;
      case 'import_alias':
        // `export import A = NS.A`
        if (as !== null) this.draft.topNames.add(textOf(this.#syntax, codeChildrenOf(node)[0] ?? node));
        break;
    }
  }

  #declaration(node: Node, outermost: Node, kind: Kind, as: string | null): void {
    const name = node.childForFieldName('name');
    if (name?.type === 'string') {
      const isModule = this.#syntax.root.namedChildren.some(({ type }) => MODULE.has(type));
      readAugmentation(this.#syntax, this.draft, node, isModule);
      return;
    }
    const written = name === null ? 'default' : textOf(this.#syntax, name).split('.', 1)[0];
    const symbol = this.draft.declare(written ?? 'default', kind, outermost);
    this.#exportAs(symbol, as);
    readHeritage(this.#syntax, symbol, node);
  }

  #exportAs(symbol: SymbolDraft, as: string | null): void {
    if (as !== null) symbol.exportedAs.add(as === '' ? symbol.name : as);
  }

  #variable(declarator: Node, as: string | null): void {
    const [name, value] = [declarator.childForFieldName('name'), declarator.childForFieldName('value')];
    const kind = VALUES.get(value?.type ?? '');
    if (kind === undefined || name?.type !== 'identifier' || value === null) {
      for (const each of name === null ? [] : boundNames(this.#syntax, name)) {
        this.#variables.add(each);
        if (as !== null) this.draft.topNames.add(each);
      }
      return;
    }
    const symbol = this.draft.declare(textOf(this.#syntax, name), kind, declarator);
    this.#exportAs(symbol, as);
    readHeritage(this.#syntax, symbol, value);
  }

  #export(node: Node): void {
    if (readReExport(this.#syntax, this.draft, node) || readExportedRequire(this.#syntax, this.draft, node)) return;
    const names = exportedNames(this.#syntax, node);
    if (names.length > 0 || node.childForFieldName('value')?.type === 'identifier') this.draft.offer(node);
    for (const { name, local } of names) this.#exported.push({ name, as: local, isGiven: false });
    const isDefault = node.children.some(({ type }) => type === 'default' || type === '=');
    const declared = node.childForFieldName('declaration');
    if (declared !== null) {
      this.#statement(declared, node, isDefault ? 'default' : '');
      return;
    }
    const value = isDefault ? (node.childForFieldName('value') ?? codeChildrenOf(node).at(-1) ?? null) : null;
    if (value?.type === 'identifier') this.#exported.push({ name: textOf(this.#syntax, value), as: 'default', isGiven: false });
    else if (value !== null) this.#give(value, 'default', node);
  }

  /** Reads `export default …`, `module.exports = …` and `exports.name = …`. */
  #give(value: Node, as: string, outermost: Node): void {
    if (value.type === 'identifier') this.#exported.push({ name: textOf(this.#syntax, value), as, isGiven: true });
    const kind = VALUES.get(value.type);
    if (kind === undefined) {
      if (value.type !== 'identifier') this.draft.topNames.add(as);
      return;
    }
    const name = value.childForFieldName('name');
    const symbol = this.draft.declare(name === null ? as : textOf(this.#syntax, name), kind, outermost);
    symbol.exportedAs.add(as);
    readHeritage(this.#syntax, symbol, value);
  }

  #expression(node: Node, statement: Node): void {
    if (node.type === 'internal_module') this.#declaration(node, statement, 'type', null);
    else if (node.type === 'assignment_expression') this.#assignment(node, statement);
    else if (node.type === 'call_expression') this.#call(node);
  }

  #call(call: Node): void {
    const name = /^\w+/.exec(this.#syntax.text.slice(call.startIndex, call.startIndex + 10))?.[0];
    if (name === undefined || !TEST_CALLS.has(name)) return;
    if (codeChildrenOf(call.childForFieldName('arguments')).length > 1) this.testCalls.add(name);
  }

  #assignment(node: Node, statement: Node): void {
    const [left, right] = [node.childForFieldName('left'), node.childForFieldName('right')];
    if (left?.type !== 'member_expression' || right === null) return;
    const target = nameOf(this.#syntax, left);
    const name = /^(?:module\.)?exports\.([\w$]+)$/.exec(target ?? '')?.[1];
    if (target !== 'module.exports') {
      if (name === undefined || name === 'exports') return;
      this.draft.offer(right.type === 'identifier' ? statement : left);
      this.#give(right, name, statement);
      return;
    }
    this.draft.offer(right.type === 'identifier' ? statement : left);
    if (right.type === 'object') this.#giveObject(right);
    else this.#give(right, 'default', statement);
  }

  #giveObject(object: Node): void {
    for (const child of object.namedChildren) {
      const [key, value] = [child.childForFieldName('key'), child.childForFieldName('value')];
      // A name that is only exported is not used. What computes a value is.
      if (child.type === 'shorthand_property_identifier' || value?.type === 'identifier') this.draft.offer(child);
      if (child.type === 'shorthand_property_identifier')
        this.#exported.push({ name: textOf(this.#syntax, child), as: textOf(this.#syntax, child), isGiven: true });
      else if (key !== null && value !== null) this.#give(value, textOf(this.#syntax, key), child);
    }
  }
}

/** Adds the exported names that the syntax tree of a file with errors lacks. */
function addExportedInText({ code }: SourceSyntax, draft: FactsDraft): void {
  for (const name of exportedInText(code)) if (draft.symbol(name) === undefined) draft.topNames.add(name);
}

function read(syntax: SourceSyntax, rules: NameRules, areTypesInComments: boolean): FactsDraft {
  const reader = new ModuleReader(syntax);
  reader.read();
  readReferences(syntax, reader.draft);
  const types = areTypesInComments ? readJsDoc(syntax, reader.draft) : [];
  readLoads(syntax, reader.draft);
  findTestsAtTop(syntax, reader.draft, reader.testCalls);
  findUses(syntax, reader.draft, rules);
  readRoutes(syntax, reader.draft);
  readAliases(syntax, reader.draft);
  reader.draft.testsItself = TESTS_ITSELF.test(syntax.text);
  readTests(syntax, reader.draft);
  for (const name of types) if (reader.draft.symbol(name) === undefined) reader.draft.topNames.add(name);
  if (mayExportMore(syntax, areTypesInComments)) reader.draft.topNames.add('*');
  if (syntax.root.hasError) addExportedInText(syntax, reader.draft);
  return reader.draft;
}

/** Reads a TypeScript file, with or without JSX. */
export const readTypeScript = (syntax: SourceSyntax): FactsDraft => read(syntax, TYPED_RULES, false);

/** Reads a JavaScript file: ES module or CommonJS, with or without JSX. */
export const readJavaScript = (syntax: SourceSyntax): FactsDraft => read(syntax, RULES, true);
