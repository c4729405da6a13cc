import type { Node } from 'web-tree-sitter';
import { codeChildrenOf, codeOf, literalOf, type SourceSyntax, textOf } from '../syntax.ts';

/** Expressions around a single value, such as type assertions. */
const WRAPPED = new Set(['parenthesized_expression', 'as_expression', 'satisfies_expression', 'non_null_expression']);
/** Longer chains of `+` are not evaluated. */
const MAX_PARTS = 50;
const OWN_FOLDER = /^(?:__dirname|import\.meta\.dirname)$/;
const JOINS = /^(?:[\w$]+\.)?(?:posix\.)?(?:join|resolve)$/;
const JOIN_LONGEST = 60;

const plainCode = (syntax: SourceSyntax, node: Node): string => codeOf(syntax, node).replaceAll(/\s+/g, '');

/** Whether an expression is the folder of the file itself. */
export const isOwnFolder = (syntax: SourceSyntax, node: Node): boolean =>
  node.endIndex - node.startIndex < JOIN_LONGEST && OWN_FOLDER.test(plainCode(syntax, node));

/** Returns the value of an operand: a literal, or `.` for the folder of the file. */
function operand(syntax: SourceSyntax, node: Node): string | null {
  if (node.type === 'string') return literalOf(syntax, node);
  if (node.type === 'template_string') return templateOf(syntax, node);
  return isOwnFolder(syntax, node) ? '.' : null;
}

/** Returns the value of a template whose substitutions are the folder of the file or literals. */
function templateOf(syntax: SourceSyntax, template: Node): string | null {
  const parts = template.namedChildren.map((child): string | null => {
    if (child.type !== 'template_substitution') return child.type === 'string_fragment' ? textOf(syntax, child) : null;
    const [inner] = codeChildrenOf(child);
    if (inner === undefined || inner.type === 'template_string') return null;
    return operand(syntax, inner);
  });
  return parts.includes(null) ? null : parts.join('');
}

/** Returns the value of `a + b + c`. */
function sumOf(syntax: SourceSyntax, sum: Node): string | null {
  const parts: (string | null)[] = [];
  let node: Node | null = sum;
  for (; node?.type === 'binary_expression' && parts.length < MAX_PARTS; node = node.childForFieldName('left')) {
    const [operator, right] = [node.childForFieldName('operator'), node.childForFieldName('right')];
    if (right === null || operator?.type !== '+') return null;
    parts.unshift(operand(syntax, right));
  }
  parts.unshift(node === null ? null : operand(syntax, node));
  return parts.includes(null) ? null : parts.join('');
}

/** Returns the called name without spaces; empty if it is long. */
function calleeOf(syntax: SourceSyntax, call: Node): string {
  const called = call.childForFieldName('function');
  return called === null || called.endIndex - called.startIndex > JOIN_LONGEST ? '' : plainCode(syntax, called);
}

/** Returns the value of `path.join(__dirname, 'a', 'b.js')`, relative to the file. */
function joinOf(syntax: SourceSyntax, call: Node): string | null {
  if (!JOINS.test(calleeOf(syntax, call))) return null;
  const [folder, ...rest] = codeChildrenOf(call.childForFieldName('arguments'));
  if (folder === undefined || !isOwnFolder(syntax, folder)) return null;
  const parts = rest.map((each) => operand(syntax, each));
  // `resolve` starts again at an absolute path.
  if (parts.some((part) => part === null || part === '.' || part.startsWith('/'))) return null;
  return ['.', ...parts].join('/');
}

const isNamed = (syntax: SourceSyntax, node: Node | null, name: RegExp): boolean => node !== null && name.test(textOf(syntax, node));

/** Returns the address of `new URL('./a', import.meta.url)`. */
function urlOf(syntax: SourceSyntax, made: Node): string | null {
  const [address, base] = codeChildrenOf(made.childForFieldName('arguments'));
  const isUrl =
    isNamed(syntax, made.childForFieldName('constructor'), /^URL$/) && base !== undefined && plainCode(syntax, base) === 'import.meta.url';
  return isUrl && address?.type === 'string' ? literalOf(syntax, address) : null;
}

/** Returns the path of `new URL(…).href` and `fileURLToPath(new URL(…))`. */
function addressOf(syntax: SourceSyntax, node: Node): string | null {
  if (node.type === 'new_expression') return urlOf(syntax, node);
  const isMember = node.type === 'member_expression' && isNamed(syntax, node.childForFieldName('property'), /^(?:href|pathname)$/);
  const isCall = node.type === 'call_expression' && /(?:^|\.)fileURLToPath$/.test(calleeOf(syntax, node));
  const inner = isMember ? node.childForFieldName('object') : isCall ? codeChildrenOf(node.childForFieldName('arguments'))[0] : null;
  return inner?.type === 'new_expression' ? urlOf(syntax, inner) : null;
}

/** A path relative to the file; `__dirname + 'a'` is none. */
const BESIDE = /^\.{1,2}(?:\/|$)/;

/** Evaluation by the type of the expression. */
const CONSTANTS: ReadonlyMap<string, (syntax: SourceSyntax, node: Node) => string | null> = new Map([
  ['call_expression', joinOf],
  ['binary_expression', sumOf],
  ['template_string', templateOf],
]);

/** Returns the path that an expression always has, relative to the file; `null` if it is only known at run time. */
function constantPath(syntax: SourceSyntax, node: Node): string | null {
  const found = addressOf(syntax, node) ?? CONSTANTS.get(node.type)?.(syntax, node) ?? null;
  return found !== null && BESIDE.test(found) ? found : null;
}

/**
 * Returns the possible values of an expression: a literal, a path built from `__dirname` and literals, or both branches of a conditional.
 * `null` if one is only known at run time.
 */
export function possibleLiterals(syntax: SourceSyntax, node: Node): string[] | null {
  const literal = node.type === 'string' || node.type === 'template_string' ? literalOf(syntax, node) : null;
  const constant = literal ?? constantPath(syntax, node);
  if (constant !== null) return [constant];
  const children = codeChildrenOf(node);
  const inner = WRAPPED.has(node.type) ? children[0] : node.type === 'type_assertion' ? children.at(-1) : undefined;
  if (inner !== undefined) return possibleLiterals(syntax, inner);
  if (node.type !== 'ternary_expression') return null;
  const [, one, other] = children;
  const [first, second] = [one, other].map((each) => (each === undefined ? null : possibleLiterals(syntax, each)));
  return first && second ? [...first, ...second] : null;
}
