import type { ImportFact, UsedMember } from '../facts.ts';
import { JAVA_LANG } from './java-lang-types.ts';
import { lineOf, type SourceSyntax, textOf } from './syntax.ts';

/** Added to a name that a type of the file may inherit. */
export const MAY_BE_INHERITED = '?';

const CLASS = /(?:^|\.)[A-Z]\w*$/;
const QUERY = `
[(class_declaration name: (identifier) @own) (interface_declaration name: (identifier) @own) (enum_declaration name: (identifier) @own)
 (record_declaration name: (identifier) @own) (annotation_type_declaration name: (identifier) @own) (enum_constant name: (identifier) @own)
 (method_declaration name: (identifier) @own) (annotation_type_element_declaration name: (identifier) @own)
 (formal_parameter name: (identifier) @own) (variable_declarator name: (identifier) @own) (enhanced_for_statement name: (identifier) @own)
 (catch_formal_parameter name: (identifier) @own) (lambda_expression parameters: (identifier) @own) (inferred_parameters (identifier) @own)
 (resource name: (identifier) @own) (instanceof_expression name: (identifier) @own) (type_pattern (identifier) @own)
 (record_pattern_component (identifier) @own) (labeled_statement (identifier) @own) (type_parameter (type_identifier) @own)]
[(element_value_pair key: (identifier) @skip) (switch_label (identifier) @skip)]
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

/** Returns the unqualified names that a file neither declares nor imports by name, if it imports all members of a class. */
export function readWideNames(syntax: SourceSyntax, imports: readonly ImportFact[]): UsedMember[] {
  if (!imports.some(takesMembers)) return [];
  const own = new Set([...JAVA_LANG, ...imports.flatMap(({ names }) => names.map(({ local }) => local))]);
  const skipped = new Set<number>();
  const used: { readonly name: string; readonly at: number; readonly line: number }[] = [];
  let end = '';
  const statements = syntax.root.namedChildren.filter(({ type }) => type !== 'import_declaration' && type !== 'package_declaration');
  for (const { name: kind, node } of statements.flatMap((each) => syntax.captures(QUERY, each))) {
    if (kind === 'inherits') end = MAY_BE_INHERITED;
    else if (kind === 'own') own.add(textOf(syntax, node));
    else if (kind === 'skip') skipped.add(node.startIndex);
    else used.push({ name: textOf(syntax, node), at: node.startIndex, line: lineOf(node) });
  }
  const found = new Map<string, number>();
  for (const { name, at, line } of used) {
    if (!own.has(name) && !skipped.has(at) && !found.has(name) && isAlone(syntax.code, name, at)) found.set(name, line);
  }
  return Array.from(found, ([name, line]) => ({ is: name + end, line }));
}
