import type { Node } from 'web-tree-sitter';
import type { SymbolFact } from '../../facts.ts';
import { FactsDraft, type SymbolDraft } from '../facts-draft.ts';
import { lineOf, nameOf, type SourceSyntax, textOf } from '../syntax.ts';
import { findUses, type NameRules } from '../uses.ts';
import { type AttributePath, useInAttributes } from './rust-attributes.ts';
import { withBlockNames } from './rust-blocks.ts';
import { readRustMembers } from './rust-members.ts';
import { readRustPaths } from './rust-paths.ts';
import { readRustRoutes } from './rust-routes.ts';
import { readRustScopes } from './rust-scopes.ts';
import { rustTokens } from './rust-tokens.ts';
import { readTrybuild } from './rust-trybuild.ts';

const RULES: NameRules = {
  query: `
[(identifier) (type_identifier) (crate) (super)] @use
(declaration_list) @members
[(function_item) (closure_expression) (block) (match_arm) (for_expression) (if_expression) (while_expression) (impl_item) (trait_item) (use_declaration)] @scope
[(function_item name: (identifier) @outer) (parameter pattern: (identifier) @declare) (let_declaration pattern: (identifier) @declare)
 (closure_parameters (identifier) @declare) (for_expression pattern: (identifier) @declare) (tuple_pattern (identifier) @declare)
 (tuple_struct_pattern type: (_) (identifier) @declare) (field_pattern pattern: (identifier) @declare)
 (captured_pattern . (identifier) @declare) (ref_pattern (identifier) @declare) (mut_pattern (identifier) @declare)
 (block (mod_item name: (identifier) @declare body: (_)))
 (type_parameter name: (type_identifier) @declare) (const_parameter name: (identifier) @declare)]`,
  separator: '::',
  takesModules: true,
  mayBeForeign: (_, hasAll) => hasAll,
};

const KINDS: ReadonlyMap<string, SymbolFact['kind']> = new Map([
  ...['function_item', 'macro_definition'].map((type) => [type, 'function'] as const),
  ...['struct_item', 'enum_item', 'union_item', 'trait_item', 'type_item'].map((type) => [type, 'type'] as const),
]);
/** Attributes that make an item known outside of the crate, or pass it to a framework. */
const REGISTERS =
  /^#\[\s*(?:unsafe\s*\(\s*)?(?:\w+\s*::\s*)*(?:no_mangle|export_name|macro_export|proc_macro\w*|wasm_bindgen|pyfunction|pyclass|pymodule|napi|command|ctor|dtor|panic_handler|global_allocator|alloc_error_handler|entry|interrupt|exception|used|handler|event|shuttle_runtime)\b/;
const VARIABLES: ReadonlySet<string> = new Set(['const_item', 'static_item']);
const TEST_ATTRIBUTE = /^#\[\s*(?:cfg\s*\(\s*(?:all\s*\(\s*)?test\b|(?:\w+\s*::\s*)?test\b|rstest\b|proptest\b)/;

class RustReader {
  readonly draft = new FactsDraft();
  readonly #syntax: SourceSyntax;
  readonly #impls: Node[] = [];
  /** Items that an attribute registers, by name. */
  readonly #registered: Node[] = [];
  #inAttributes: readonly AttributePath[] = [];

  constructor(syntax: SourceSyntax) {
    this.#syntax = syntax;
  }

  read(): void {
    this.#items(this.#syntax.root.namedChildren);
    // An `impl` may precede its type.
    for (const item of this.#impls) this.#implementation(item);
    const tokens = rustTokens(this.#syntax.text);
    const named = withBlockNames(tokens);
    this.#inAttributes = readRustPaths(this.#syntax.text, named, this.draft);
    readTrybuild(this.#syntax.text, tokens, this.draft);
    this.draft.scopes = readRustScopes(this.#syntax.text, named);
    this.draft.types = readRustMembers(this.#syntax.text, tokens);
  }

  /** Records registered symbols, and those that attributes name, as used. The uses of the file must have been found. */
  register(): void {
    useInAttributes(this.draft, this.#inAttributes);
    for (const name of this.#registered) this.draft.register(textOf(this.#syntax, name), lineOf(name));
  }

  /** Reads items, including those of inline modules. Test modules are not entered. */
  #items(items: readonly Node[]): void {
    const open = [...items].reverse();
    let [isTest, isRegistered] = [false, false];
    for (let item = open.pop(); item !== undefined; item = open.pop()) {
      if (item.type === 'attribute_item') {
        isTest ||= TEST_ATTRIBUTE.test(textOf(this.#syntax, item));
        isRegistered ||= REGISTERS.test(textOf(this.#syntax, item));
        continue;
      }
      if (/comment$/.test(item.type)) continue;
      if (isTest) this.#test(item);
      else open.push(...this.#item(item).reverse());
      const name = isRegistered ? item.childForFieldName('name') : null;
      if (name !== null) this.#registered.push(name);
      [isTest, isRegistered] = [false, false];
    }
  }

  #test(item: Node): void {
    this.draft.hasTests = true;
    this.draft.testsItself = true;
    this.draft.tests.push(item);
    // Other tests may import it.
    this.#variable(item);
  }

  /** @returns the items inside this one */
  #item(item: Node): Node[] {
    const kind = KINDS.get(item.type);
    if (kind !== undefined) this.#named(item, kind);
    else if (VARIABLES.has(item.type)) this.#variable(item);
    else if (item.type === 'foreign_mod_item') for (const each of item.childForFieldName('body')?.namedChildren ?? []) this.#variable(each);
    else if (item.type === 'impl_item') this.#impls.push(item);
    else if (item.type === 'mod_item') return [...(item.childForFieldName('body')?.namedChildren ?? [])];
    return [];
  }

  #variable(item: Node): void {
    const name = item.childForFieldName('name');
    if (name !== null) this.draft.topNames.add(textOf(this.#syntax, name));
  }

  /** Exported even if private, because child modules see private items. */
  #named(item: Node, kind: SymbolFact['kind']): void {
    const name = item.childForFieldName('name');
    if (name === null) return;
    const symbol = this.draft.declare(textOf(this.#syntax, name), kind, item);
    symbol.exportedAs.add(symbol.name);
    const isPublic = item.namedChildren.some((child) => child.type === 'visibility_modifier' && textOf(this.#syntax, child) === 'pub');
    if (isPublic) this.draft.publicNames.add(symbol.name);
    if (item.type === 'macro_definition') symbol.exportedAs.add(`${symbol.name}!`);
    for (const bound of item.type === 'trait_item' ? (item.childForFieldName('bounds')?.namedChildren ?? []) : []) {
      const written = bound.type === 'lifetime' ? null : nameOf(this.#syntax, bound);
      if (written !== null) symbol.extends.add(written);
    }
  }

  #implementation(item: Node): void {
    const [type, trait] = [item.childForFieldName('type'), item.childForFieldName('trait')];
    const name = type === null ? null : nameOf(this.#syntax, type);
    if (name === null) return;
    const symbol = this.draft.symbol(name);
    if (symbol === undefined) {
      this.#elsewhere(name, item);
      return;
    }
    this.draft.own(symbol, item);
    const written = trait === null ? null : nameOf(this.#syntax, trait);
    if (written !== null) symbol.implements.add(written);
  }

  /** Reads an `impl` for a type of another file. */
  #elsewhere(type: string, item: Node): void {
    for (const member of item.childForFieldName('body')?.namedChildren ?? []) {
      const name = member.type === 'function_item' ? member.childForFieldName('name') : null;
      const symbol: SymbolDraft | null =
        name === null ? null : this.draft.declare(`${type}.${textOf(this.#syntax, name)}`, 'function', member);
      symbol?.exportedAs.add(symbol.name);
      if (symbol !== null) symbol.uses.set(type, lineOf(item));
    }
  }
}

/** Reads a Rust file. */
export function readRust(syntax: SourceSyntax): FactsDraft {
  const reader = new RustReader(syntax);
  reader.read();
  findUses(syntax, reader.draft, RULES);
  reader.register();
  readRustRoutes(syntax, reader.draft);
  return reader.draft;
}
