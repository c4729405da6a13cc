import type { Node } from 'web-tree-sitter';
import { FactsDraft, type SymbolDraft } from '../facts-draft.ts';
import { codeChildrenOf, firstCodeOf, lineOf, literalOf, nameOf, type SourceSyntax, textOf } from '../syntax.ts';
import { findUses, type NameRules } from '../uses.ts';
import { readGoMembers } from './go-members.ts';
import { goPackageName } from './go-package-name.ts';
import { readGoRoutes } from './go-routes.ts';

/** Predeclared identifiers. */
const BUILT_IN: ReadonlySet<string> = new Set([
  ...['bool', 'byte', 'complex64', 'complex128', 'error', 'float32', 'float64', 'int', 'int8', 'int16', 'int32', 'int64', 'rune', 'string'],
  ...[
    'uint',
    'uint8',
    'uint16',
    'uint32',
    'uint64',
    'uintptr',
    'any',
    'comparable',
    'true',
    'false',
    'iota',
    'nil',
    'append',
    'cap',
    'clear',
  ],
  ...[
    'close',
    'complex',
    'copy',
    'delete',
    'imag',
    'len',
    'make',
    'max',
    'min',
    'new',
    'panic',
    'print',
    'println',
    'real',
    'recover',
    '_',
  ],
]);

const RULES: NameRules = {
  query: `
[(identifier) (type_identifier) (package_identifier)] @use
[(function_declaration) (method_declaration) (func_literal) (block) (if_statement) (for_statement) (expression_switch_statement)
 (type_switch_statement) (expression_case) (type_case) (default_case) (communication_case)] @scope
[(function_declaration name: (identifier) @outer) (type_spec name: (type_identifier) @declare) (type_alias name: (type_identifier) @declare)
 (parameter_declaration name: (identifier) @declare) (variadic_parameter_declaration name: (identifier) @declare)
 (short_var_declaration left: (expression_list (identifier) @declare)) (var_spec name: (identifier) @declare)
 (const_spec name: (identifier) @declare) (range_clause left: (expression_list (identifier) @declare))
 (type_switch_statement alias: (expression_list (identifier) @declare)) (type_parameter_declaration name: (identifier) @declare)]
(keyed_element key: (literal_element (identifier) @skip))`,
  separator: '.',
  takesModules: false,
  mayBeForeign: (name) => !BUILT_IN.has(name),
};

/** A function that C code calls. */
const EXPORT = /^\/\/export[ \t]+(\w+)/;
const EMBED = /^\/\/go:embed[ \t](.*)$/;

class GoReader {
  readonly draft = new FactsDraft();
  readonly #syntax: SourceSyntax;

  constructor(syntax: SourceSyntax) {
    this.#syntax = syntax;
  }

  read(): void {
    const statements = this.#syntax.root.namedChildren;
    for (const node of statements) this.#declaration(node);
    // A method may be declared before its type.
    for (const node of statements) if (node.type === 'method_declaration') this.#method(node);
    this.#embeds();
    this.draft.types = readGoMembers(this.#syntax.text);
  }

  /** Reads `//go:embed static *.tmpl`: files that are embedded in the program. */
  #embeds(): void {
    for (const { line, found } of this.#linesLike(EMBED)) {
      for (const pattern of found.trim().split(/[ \t]+/)) {
        this.draft.imports.push({ specifier: `//go:embed ${pattern}`, line, kind: 'import', isTypeOnly: false, names: [] });
      }
    }
  }

  /** Records functions that `//export` offers to C as used. The uses of the file must have been found. */
  register(): void {
    for (const { line, found } of this.#linesLike(EXPORT)) this.draft.register(found, line);
  }

  /** Yields what a pattern captures in each line, with the 1-based line. */
  *#linesLike(pattern: RegExp): Iterable<{ readonly line: number; readonly found: string }> {
    const { text } = this.#syntax;
    if (!text.includes('//export') && !text.includes('//go:embed')) return;
    for (const [n, each] of text.split('\n').entries()) {
      const found = pattern.exec(each)?.[1];
      if (found !== undefined) yield { line: n + 1, found };
    }
  }

  #declaration(node: Node): void {
    if (node.type === 'package_clause') {
      this.draft.packageName = this.#text(firstCodeOf(node));
      this.draft.offer(node);
    }
    if (node.type === 'import_declaration') for (const spec of specsOf(node, 'import_spec')) this.#import(spec);
    else if (node.type === 'function_declaration') this.#function(node);
    else if (node.type === 'type_declaration') for (const spec of node.namedChildren) this.#type(spec, node);
    else if (node.type === 'var_declaration') for (const spec of specsOf(node, 'var_spec')) this.#variable(spec);
  }

  #text(node: Node | null): string {
    return node === null ? '' : textOf(this.#syntax, node);
  }

  #import(spec: Node): void {
    const path = spec.childForFieldName('path');
    const specifier = path === null ? null : literalOf(this.#syntax, path);
    if (specifier === null) return;
    const alias = this.#text(spec.childForFieldName('name'));
    const guessed = goPackageName(specifier);
    const local = alias === '' ? guessed : alias === '.' ? '*' : alias;
    const names = alias === '_' ? [] : [{ name: '*', local }];
    const isNamed = alias === guessed ? { isNamed: true as const } : {};
    this.draft.imports.push({ specifier, line: lineOf(spec), kind: 'import', isTypeOnly: false, ...isNamed, names });
  }

  /** All names of a file are visible to the files of its package. */
  #named(name: string, kind: 'function' | 'type', node: Node): SymbolDraft {
    const symbol = this.draft.declare(name, kind, node);
    symbol.exportedAs.add(name);
    return symbol;
  }

  #function(node: Node): void {
    const name = this.#text(node.childForFieldName('name'));
    // There may be many of these in a package, and they cannot be called.
    if (name === '' || name === '_') return;
    this.#named(name, 'function', node);
    if (!/^(?:Test|Benchmark|Fuzz|Example)(?:[^a-z]|$)/.test(name)) return;
    const parameters = this.#text(node.childForFieldName('parameters'));
    if (name.startsWith('Example') || /\*testing\.[TBFM]\b/.test(parameters)) this.draft.hasTests = true;
  }

  #type(spec: Node, declaration: Node): void {
    const name = this.#text(spec.childForFieldName('name'));
    if (name === '') return;
    const symbol = this.#named(name, 'type', codeChildrenOf(declaration).length === 1 ? declaration : spec);
    const body = spec.childForFieldName('type');
    if (body?.type === 'struct_type') this.#embedded(symbol, firstCodeOf(body)?.namedChildren ?? []);
    if (body?.type === 'interface_type') this.#embedded(symbol, body.namedChildren);
  }

  /** Embedded types have no field name. */
  #embedded(symbol: SymbolDraft, members: readonly Node[]): void {
    for (const member of members) {
      const isField = member.type === 'field_declaration' && member.childForFieldName('name') === null;
      const type = isField
        ? member.childForFieldName('type')
        : member.type === 'type_elem' && codeChildrenOf(member).length === 1
          ? member
          : null;
      const name = type === null ? null : nameOf(this.#syntax, type);
      if (name !== null && !BUILT_IN.has(name)) symbol.extends.add(name);
    }
  }

  /** Assigns a method to its type, which another file of the package may declare. */
  #method(node: Node): void {
    const receiver = this.#receiver(firstCodeOf(node.childForFieldName('receiver'))?.childForFieldName('type') ?? null);
    const name = this.#text(node.childForFieldName('name'));
    if (receiver === null || name === '') return;
    const type = this.draft.symbol(receiver);
    if (type?.kind === 'type') this.draft.own(type, node);
    else this.#named(`${receiver}.${name}`, 'function', node);
  }

  /** Returns `Server` for `s *Server[T]`. */
  #receiver(written: Node | null): string | null {
    let type = written;
    if (type?.type === 'pointer_type') type = firstCodeOf(type);
    if (type?.type === 'generic_type') type = type.childForFieldName('type');
    return type?.type === 'type_identifier' ? this.#text(type) : null;
  }

  #variable(spec: Node): void {
    const [name, ...others] = spec.childrenForFieldName('name');
    const value = firstCodeOf(spec.childForFieldName('value'));
    if (name !== undefined && others.length === 0 && value?.type === 'func_literal') this.#named(this.#text(name), 'function', spec);
  }
}

/** Returns a single spec, or all of those between brackets. */
function specsOf(declaration: Node, type: string): Node[] {
  return declaration.namedChildren
    .flatMap((child) => (child.type === `${type}_list` ? child.namedChildren : [child]))
    .filter((each) => each.type === type);
}

/** Reads a Go file. */
export function readGo(syntax: SourceSyntax): FactsDraft {
  const reader = new GoReader(syntax);
  reader.read();
  findUses(syntax, reader.draft, RULES);
  reader.register();
  readGoRoutes(syntax, reader.draft);
  return reader.draft;
}
