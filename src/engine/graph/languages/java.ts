import type { Node } from 'web-tree-sitter';
import { MAX_EXPRESSION_LENGTH } from '../facts.ts';
import { FactsDraft, type SymbolDraft } from './facts-draft.ts';
import { JAVA_TYPES, readJavaMembers, supertypesOf } from './java-members.ts';
import { readJavaRoutes } from './java-routes.ts';
import { readWideNames } from './java-wide-names.ts';
import { codeOf, firstCodeOf, lineOf, nameOf, type SourceSyntax, textOf } from './syntax.ts';
import { findUses, type NameRules } from './uses.ts';

const RULES: NameRules = {
  query: `
[(identifier) (type_identifier)] @use
[(method_declaration) (constructor_declaration) (lambda_expression) (block) (for_statement) (enhanced_for_statement) (catch_clause)
 (class_body) (interface_body) (enum_body) (annotation_type_body)] @scope
[(class_declaration name: (identifier) @declare) (interface_declaration name: (identifier) @declare)
 (enum_declaration name: (identifier) @declare) (record_declaration name: (identifier) @declare)
 (annotation_type_declaration name: (identifier) @declare) (enum_constant name: (identifier) @declare)
 (element_value_pair key: (identifier) @skip)]
[(method_declaration name: (identifier) @skip) (constructor_declaration name: (identifier) @skip)]
[(formal_parameter name: (identifier) @declare) (variable_declarator name: (identifier) @declare)
 (enhanced_for_statement name: (identifier) @declare) (catch_formal_parameter name: (identifier) @declare)
 (lambda_expression parameters: (identifier) @declare) (inferred_parameters (identifier) @declare)
 (type_parameter (type_identifier) @declare)]`,
  separator: '.',
  takesModules: false,
  // A name that begins with a lower-case letter is a variable or a package.
  mayBeForeign: (name) => /^[A-Z]/.test(name),
};

const MAY_TEST = /\b(?:Test|ParameterizedTest|RepeatedTest|TestFactory|Property)\b/;
const ANNOTATED = '[(annotation) (marker_annotation)] @annotation';
const NAMES = '[(identifier) (type_identifier)] @name';
const ANNOTATIONS = '[(marker_annotation name: (_) @name) (annotation name: (_) @name)]';

/** A qualified class name in code, used without an import. */
const QUALIFIED = /^(?!this\.|super\.)((?:[a-z_]\w*\.){1,16})([A-Z]\w*)/;
const MAY_QUALIFY = /\b(?:[a-z_]\w*\s*\.\s*){1,16}[A-Z]/;
const NAMED = `[(scoped_type_identifier) (field_access)] @named
[(annotation name: (scoped_identifier) @named) (marker_annotation name: (scoped_identifier) @named)]
[(uses_module_directive (scoped_identifier) @named) (provides_module_directive (scoped_identifier) @named)]`;
const OFFERS = '[(exports_module_directive) (opens_module_directive)] @offers';
/** Annotations for the compiler, tools and code generators. All others may let a framework find the type. */
const FOR_TOOLS =
  /^(?:SuppressWarnings|Deprecated|FunctionalInterface|SafeVarargs|Generated|Documented|Retention|Target|Inherited|Repeatable|Data|Value|Builder|SuperBuilder|Getter|Setter|ToString|EqualsAndHashCode|\w*ArgsConstructor|Slf4j|Log4j2?|Log|UtilityClass|Immutable|ThreadSafe|NotThreadSafe|GuardedBy|\w*Null\w*|Beta|Experimental|API|VisibleForTesting|CheckReturnValue|Json\w+|Xml\w+|Public|Internal|Private|InterfaceAudience)$/;
const MAY_LOAD = /\bClass\s{0,9}\.\s{0,9}forName\b/;

class JavaReader {
  readonly draft = new FactsDraft();
  /** Types with an annotation by which a framework may find them, with its line. */
  readonly #annotated = new Map<string, number>();
  readonly #syntax: SourceSyntax;

  constructor(syntax: SourceSyntax) {
    this.#syntax = syntax;
  }

  read(): void {
    for (const node of this.#syntax.root.namedChildren) {
      if (this.#isPackage(node)) this.draft.packageName = this.#lastName(node.childForFieldName('declarator') ?? node) ?? '';
      else if (node.type === 'import_declaration') this.#import(node);
      else if (JAVA_TYPES.has(node.type)) this.#type(node);
    }
    this.#members();
    this.#qualified();
    this.#exports();
    this.#loaded();
    this.draft.hasTests = MAY_TEST.test(this.#syntax.text) && this.#isTested();
  }

  /** Checks annotations, because the word may also be in a comment. */
  #isTested(): boolean {
    return this.#syntax.captures(ANNOTATIONS).some(({ node }) => MAY_TEST.test(textOf(this.#syntax, node).split('.').at(-1) ?? ''));
  }

  #lastName(node: Node): string | null {
    const name = node.namedChildren.findLast(({ type }) => type === 'identifier' || type === 'scoped_identifier');
    return name === undefined ? null : nameOf(this.#syntax, name);
  }

  #import(node: Node): void {
    const path = this.#lastName(node);
    if (path === null) return;
    const isAll = node.namedChildren.some(({ type }) => type === 'asterisk');
    const cut = path.lastIndexOf('.');
    const last = path.slice(cut + 1);
    const [specifier, name] = isAll || cut === -1 ? [path, '*'] : [path.slice(0, cut), last];
    const names = [{ name, local: isAll ? '*' : last }];
    const how = /^import\s+static\s/.test(codeOf(this.#syntax, node)) ? { isStatic: true as const } : {};
    this.draft.imports.push({ specifier, line: lineOf(node), kind: 'import', isTypeOnly: false, ...how, names });
  }

  /** Reads qualified names such as `new com.acme.Cart()` and `@com.acme.Checked` as imports. */
  #qualified(): void {
    const { root, code } = this.#syntax;
    const imports = root.namedChildren.filter(({ type }) => type === 'import_declaration');
    // Annotations of a package are before its imports.
    const around = [code.slice(0, imports[0]?.startIndex ?? 0), code.slice(imports.at(-1)?.endIndex ?? 0)];
    if (!around.some((each) => MAY_QUALIFY.test(each))) return;
    const known = new Set<string>();
    for (const { node } of this.#syntax.captures(NAMED)) {
      const [local, before = '', name = ''] = QUALIFIED.exec(codeOf(this.#syntax, node).replaceAll(/\s+/g, '')) ?? [];
      if (local === undefined || known.has(local)) continue;
      known.add(local);
      const how = { line: lineOf(node), kind: 'import', isTypeOnly: false } as const;
      this.draft.imports.push({ specifier: before.slice(0, -1), ...how, names: [{ name, local }] });
    }
  }

  /** Reads `exports com.acme;` and `opens com.acme;` of a module as imports that take no names. */
  #exports(): void {
    const module = this.#syntax.root.namedChildren.find(({ type }) => type === 'module_declaration');
    for (const { node } of module === undefined ? [] : this.#syntax.captures(OFFERS, module)) {
      const name = node.childForFieldName('package');
      const specifier = name === null ? null : nameOf(this.#syntax, name);
      const kind = node.type.startsWith('opens') ? 'url' : 'import';
      if (specifier !== null) this.draft.imports.push({ specifier, line: lineOf(node), kind, isTypeOnly: false, names: [] });
    }
  }

  /** Reads `Class.forName("com.acme.Cart")`. If the argument is not such a string, the class is only known at run time. */
  #loaded(): void {
    if (!MAY_LOAD.test(this.#syntax.code)) return;
    for (const { node } of this.#syntax.captures('(method_invocation) @call')) {
      const [called, name] = [node.childForFieldName('object'), node.childForFieldName('name')];
      const argument = firstCodeOf(node.childForFieldName('arguments'));
      if (!called || !name || !argument || textOf(this.#syntax, called) !== 'Class' || textOf(this.#syntax, name) !== 'forName') continue;
      const written = textOf(this.#syntax, argument);
      const [, before, last = ''] = /^"([\w.]+)\.(\w+)(?:\$\w+)*"$/.exec(written) ?? [];
      const how = { line: lineOf(node), isTypeOnly: false };
      if (before !== undefined) this.draft.imports.push({ ...how, specifier: before, kind: 'dynamic', names: [{ name: last, local: '' }] });
      else this.draft.imports.push({ ...how, specifier: written.slice(0, MAX_EXPRESSION_LENGTH), kind: 'computed', names: [] });
    }
  }

  #type(node: Node): void {
    const name = node.childForFieldName('name');
    if (name === null) return;
    const symbol = this.draft.declare(textOf(this.#syntax, name), 'type', node);
    // Package-private types are visible to the package.
    symbol.exportedAs.add(symbol.name);
    this.#modifiers(symbol, node);
    this.draft.isProgram ||= this.#hasMain(node);
    for (const name of supertypesOf(this.#syntax, node, ['superclass', 'extends_interfaces'])) symbol.extends.add(name);
    for (const name of supertypesOf(this.#syntax, node, ['super_interfaces'])) symbol.implements.add(name);
  }

  #members(): void {
    const types = this.draft.owners.map(({ node, symbol: { name } }) => ({ node, name }));
    const declared = readJavaMembers(this.#syntax, types);
    const used = readWideNames(this.#syntax, this.draft.imports);
    if (declared.length + used.length > 0) this.draft.types = { declared, used };
  }

  /** The grammar takes a package with several annotations for a variable of the type `package`. */
  #isPackage(node: Node): boolean {
    const type = node.type === 'local_variable_declaration' ? node.childForFieldName('type') : null;
    return node.type === 'package_declaration' || (type !== null && textOf(this.#syntax, type) === 'package');
  }

  /** Records what annotations of the package or module use. Such a file declares nothing that could use it. */
  describe(): void {
    const described = this.#syntax.root.namedChildren.filter((node) => node.type === 'module_declaration' || this.#isPackage(node));
    for (const annotation of described.flatMap((node) => this.#syntax.captures(ANNOTATED, node))) {
      for (const { node } of this.#syntax.captures(NAMES, annotation.node)) {
        const name = textOf(this.#syntax, node);
        const isMember = this.#syntax.code[node.startIndex - 1] === '.';
        if (!isMember && RULES.mayBeForeign(name, true) && !this.draft.usedAtTop.has(name)) this.draft.usedAtTop.set(name, lineOf(node));
      }
    }
  }

  /** Reads whether the type is public, and whether an annotation may let a framework find it. */
  #modifiers(symbol: SymbolDraft, node: Node): void {
    for (const modifier of node.namedChildren.find(({ type }) => type === 'modifiers')?.children ?? []) {
      if (modifier.type === 'public') this.draft.publicNames.add(symbol.name);
      const name = /annotation$/.test(modifier.type) ? modifier.childForFieldName('name') : null;
      const last = name === null ? undefined : nameOf(this.#syntax, name)?.split('.').at(-1);
      if (last !== undefined && !FOR_TOOLS.test(last)) this.#annotated.set(symbol.name, lineOf(modifier));
    }
  }

  /** Records annotated types as used. The uses of the file must have been found. */
  register(): void {
    for (const [name, line] of this.#annotated) this.draft.register(name, line);
  }

  /**
   * Whether there is a `public static void main(String[] args)`. Modifiers and parameters are not checked, because newer versions do not
   * require them.
   */
  #hasMain(type: Node): boolean {
    const members = type.childForFieldName('body')?.namedChildren ?? [];
    return members.some((member) => {
      const name = member.type === 'method_declaration' ? member.childForFieldName('name') : null;
      return name !== null && textOf(this.#syntax, name) === 'main' && member.childForFieldName('type')?.type === 'void_type';
    });
  }
}

/** Reads a Java file. */
export function readJava(syntax: SourceSyntax): FactsDraft {
  const reader = new JavaReader(syntax);
  reader.read();
  findUses(syntax, reader.draft, RULES);
  reader.register();
  reader.describe();
  readJavaRoutes(syntax, reader.draft);
  return reader.draft;
}
