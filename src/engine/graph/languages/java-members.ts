import type { Node } from 'web-tree-sitter';
import type { TypeFacts } from '../facts.ts';
import { codeChildrenOf, firstCodeOf, nameOf, type SourceSyntax, textOf } from './syntax.ts';

export const JAVA_TYPES: ReadonlySet<string> = new Set([
  ...['class_declaration', 'interface_declaration', 'enum_declaration', 'record_declaration', 'annotation_type_declaration'],
]);
const CONSTANTS: ReadonlySet<string> = new Set(['constant_declaration', 'enum_constant']);
/** Methods that the compiler adds to each enum. */
const OF_ENUMS = ['values', 'valueOf'];

interface NamedType {
  readonly node: Node;
  /** `User.Inner` */
  readonly name: string;
}

/** Returns the names of the superclasses or of the interfaces of a type, as written. */
export function supertypesOf(syntax: SourceSyntax, type: Node, kinds: readonly string[]): string[] {
  return type.namedChildren
    .filter((child) => kinds.includes(child.type))
    .flatMap((child) => (child.type === 'superclass' ? child.namedChildren : (firstCodeOf(child)?.namedChildren ?? [])))
    .flatMap((each) => nameOf(syntax, each) ?? []);
}

function isStatic(member: Node): boolean {
  const modifiers = member.namedChildren.find(({ type }) => type === 'modifiers');
  return CONSTANTS.has(member.type) || modifiers?.children.some(({ type }) => type === 'static') === true;
}

/** Returns the types inside a type, and its other members. */
function membersOf(type: Node): Node[] {
  const body = codeChildrenOf(type.childForFieldName('body'));
  return body.flatMap((each) => (each.type === 'enum_body_declarations' ? codeChildrenOf(each) : [each]));
}

/** Returns what is between the name of a type and that of a member: a dot if other files can import it, otherwise `#`. */
const signOf = (member: Node): string => (JAVA_TYPES.has(member.type) || isStatic(member) ? '.' : '#');

/** Returns the names that a type, field, constant or method declares. */
function namesOf(syntax: SourceSyntax, member: Node): string[] {
  const declared = [
    ...member.childrenForFieldName('declarator').map((each) => each.childForFieldName('name')),
    member.childForFieldName('name'),
  ];
  return declared.flatMap((name) => (name === null ? [] : [textOf(syntax, name)]));
}

/**
 * Returns the members that other files can import from types and the types inside them: `User.Inner`, `User.MAX` if it is static; and those
 * that types below can only inherit: `User#name`. `User<` lists the supertypes, separated by commas.
 */
export function readJavaMembers(syntax: SourceSyntax, types: readonly NamedType[]): TypeFacts['declared'] {
  const found = new Map<string, string>();
  const open = [...types];
  for (let type = open.pop(); type !== undefined; type = open.pop()) {
    const { node, name } = type;
    const above = supertypesOf(syntax, node, ['superclass', 'extends_interfaces', 'super_interfaces']);
    if (above.length > 0) found.set(`${name}<`, above.join(','));
    const members = membersOf(node).flatMap((member) =>
      namesOf(syntax, member).map((each) => ({ node: member, name: `${name}${signOf(member)}${each}` })),
    );
    const added = node.type === 'enum_declaration' ? OF_ENUMS.map((each) => `${name}.${each}`) : [];
    for (const each of [...added, ...members.map((member) => member.name)]) found.set(each, '');
    open.push(...members.filter((member) => JAVA_TYPES.has(member.node.type)));
  }
  return [...found];
}
