import type { Node } from 'web-tree-sitter';
import type { ImportFact, UsedMember } from '../facts.ts';
import { JAVA_LANG } from './java-lang-types.ts';
import { lineOf, type SourceSyntax, textOf } from './syntax.ts';

/** Added to a name that a type of the file may inherit. */
export const MAY_BE_INHERITED = '?';

const CLASS = /(?:^|\.)[A-Z]\w*$/;
const QUERY = `
[(class_declaration name: (identifier) @own) (interface_declaration name: (identifier) @own) (enum_declaration name: (identifier) @own)
 (record_declaration name: (identifier) @own) (annotation_type_declaration name: (identifier) @own) (enum_constant name: (identifier) @own)
 (formal_parameter name: (identifier) @own) (variable_declarator name: (identifier) @own) (enhanced_for_statement name: (identifier) @own)
 (catch_formal_parameter name: (identifier) @own) (lambda_expression parameters: (identifier) @own) (inferred_parameters (identifier) @own)
 (resource name: (identifier) @own) (instanceof_expression name: (identifier) @own) (type_pattern (identifier) @own)
 (record_pattern_component (identifier) @own) (labeled_statement (identifier) @own) (type_parameter (type_identifier) @own)]
(method_declaration name: (identifier) @method)
[(annotation_type_element_declaration name: (identifier) @skip) (element_value_pair key: (identifier) @skip) (switch_label (identifier) @skip)]
[(superclass) (super_interfaces) (extends_interfaces) (enum_declaration) (record_declaration)
 (object_creation_expression (class_body))] @inherits
[(identifier) (type_identifier)] @name`;

/** Whether `import a.User.*` or `import static a.User.*` takes all members of a class. */
export const takesMembers = ({ specifier, names, kind }: ImportFact): boolean =>
  kind === 'import' && names[0]?.name === '*' && CLASS.test(specifier);

/** What precedes a member of something else. */
const QUALIFIES = /(?:\.|::)\s*$/;
/** What follows the first part of a package. */
const IS_PACKAGE = /^\s{0,99}(?:\.\s{0,99}[a-z_]\w{0,99}\s{0,99}){0,16}\.\s{0,99}[A-Z]/;
const MAX_AROUND = 200;

/** Whether a name is used by itself, as neither a member nor the beginning of a package. */
function isAlone(code: string, name: string, at: number): boolean {
  if (QUALIFIES.test(code.slice(Math.max(0, at - MAX_AROUND), at))) return false;
  const end = at + name.length;
  return !/^[a-z]/.test(name) || !IS_PACKAGE.test(code.slice(end, end + MAX_AROUND));
}

const isCall = (code: string, name: string, at: number): boolean =>
  /^[^A-Z]/.test(name) && /^\s*\(/.test(code.slice(at + name.length, at + name.length + MAX_AROUND));

interface UsedName {
  readonly name: string;
  readonly at: number;
  readonly line: number;
}

/** The names of a file. */
class FileNames {
  readonly own: Set<string>;
  /** A variable and a method may have the same name: `InOrder inOrder = inOrder(mock)`. */
  readonly methods: Set<string>;
  readonly used: UsedName[] = [];
  inherits = false;
  readonly #skipped = new Set<number>();

  constructor(
    private readonly syntax: SourceSyntax,
    known: Iterable<string>,
  ) {
    this.own = new Set(known);
    this.methods = new Set(this.own);
    const statements = syntax.root.namedChildren.filter(({ type }) => type !== 'import_declaration' && type !== 'package_declaration');
    for (const { name: kind, node } of statements.flatMap((each) => syntax.captures(QUERY, each))) this.#take(kind, node);
  }

  #take(kind: string, node: Node): void {
    if (kind === 'inherits') {
      this.inherits = true;
      return;
    }
    const name = textOf(this.syntax, node);
    if (kind === 'name') this.used.push({ name, at: node.startIndex, line: lineOf(node) });
    else this.#skipped.add(node.startIndex);
    if (kind === 'method') this.methods.add(name);
    if (kind === 'own') this.own.add(name);
  }

  /** Whether the file neither declares nor imports a name where it is used. */
  isForeign({ name, at }: UsedName): boolean {
    const { code } = this.syntax;
    const known = isCall(code, name, at) ? this.methods : this.own;
    return !known.has(name) && !this.#skipped.has(at) && isAlone(code, name, at);
  }
}

/** Returns the unqualified names that a file neither declares nor imports by name, if it imports all members of a class. */
export function readWideNames(syntax: SourceSyntax, imports: readonly ImportFact[]): UsedMember[] {
  if (!imports.some(takesMembers)) return [];
  const names = new FileNames(syntax, [...JAVA_LANG, ...imports.flatMap((each) => each.names.map(({ local }) => local))]);
  const found = new Map<string, number>();
  for (const each of names.used) if (!found.has(each.name) && names.isForeign(each)) found.set(each.name, each.line);
  const end = names.inherits ? MAY_BE_INHERITED : '';
  return Array.from(found, ([name, line]) => ({ is: name + end, line }));
}
