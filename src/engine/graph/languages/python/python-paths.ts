import type { Node } from 'web-tree-sitter';
import { codeChildrenOf, codeOf, type SourceSyntax, textOf } from '../syntax.ts';

/** A path whose value is known: the file itself, or parts from a starting point on. */
interface KnownPath {
  /** The path starts at the folder of the file, not at the working directory. */
  readonly isBeside: boolean;
  /** The file itself; `parts` is empty. */
  readonly isOwnFile: boolean;
  readonly parts: readonly string[];
}

const LITERAL = /^[rRuU]?(["'])([^"'\\\n]*)\1$/;
/** Calls that return their argument as a path or text. */
const SAME = /^(?:str|(?:pathlib\.)?(?:Pure)?(?:Posix)?Path|os\.fspath|fspath|(?:os\.)?path\.(?:abspath|realpath|normpath))$/;
/** Methods that return the path itself. */
const KEEPS = /^(?:resolve|absolute|as_posix|expanduser)$/;
/** Nested expressions beyond this depth are not evaluated. */
const MAX_DEPTH = 12;
const MAX_NAME_LENGTH = 60;

const OWN_FILE: KnownPath = { isBeside: true, isOwnFile: true, parts: [] };

/** Returns the folder of a path. */
function parentOf(path: KnownPath | null): KnownPath | null {
  if (path === null) return null;
  if (path.isOwnFile) return { ...path, isOwnFile: false };
  const [last] = path.parts.slice(-1);
  const isNamed = last !== undefined && last !== '..' && last !== '';
  return { ...path, parts: isNamed ? path.parts.slice(0, -1) : [...path.parts, '..'] };
}

function joined(first: KnownPath | null, rest: readonly (KnownPath | null)[]): KnownPath | null {
  if (first === null || first.isOwnFile) return null;
  let parts = [...first.parts];
  for (const each of rest) {
    // An absolute part starts again.
    if (each === null || each.isBeside || each.parts[0] === '') return null;
    parts = [...parts, ...each.parts];
  }
  return { ...first, parts };
}

class PathReader {
  constructor(private readonly syntax: SourceSyntax) {}

  read(node: Node | null, depth = 0): KnownPath | null {
    if (node === null || depth > MAX_DEPTH) return null;
    const inside = (each: Node | null): KnownPath | null => this.read(each, depth + 1);
    switch (node.type) {
      case 'string':
        return this.#literal(node);
      case 'identifier':
        return textOf(this.syntax, node) === '__file__' ? OWN_FILE : null;
      case 'parenthesized_expression':
        return inside(codeChildrenOf(node)[0] ?? null);
      case 'attribute':
        return this.#nameOf(node.childForFieldName('attribute')) === 'parent' ? parentOf(inside(node.childForFieldName('object'))) : null;
      case 'binary_operator':
        if (node.childForFieldName('operator')?.type !== '/') return null;
        return joined(inside(node.childForFieldName('left')), [inside(node.childForFieldName('right'))]);
      case 'call':
        return this.#call(node, inside);
      default:
        return null;
    }
  }

  #literal(node: Node): KnownPath | null {
    const text = LITERAL.exec(textOf(this.syntax, node))?.[2];
    return text === undefined ? null : { isBeside: false, isOwnFile: false, parts: text.replace(/^(?:\.\/)+/, '').split('/') };
  }

  #nameOf(node: Node | null): string {
    if (node === null || node.endIndex - node.startIndex > MAX_NAME_LENGTH) return '';
    return codeOf(this.syntax, node).replaceAll(/\s+/g, '');
  }

  #call(node: Node, inside: (each: Node | null) => KnownPath | null): KnownPath | null {
    const called = node.childForFieldName('function');
    const given = codeChildrenOf(node.childForFieldName('arguments'));
    const name = this.#nameOf(called);
    const [first = null, ...rest] = given;
    if (SAME.test(name) && rest.length === 0) return inside(first);
    if (/^(?:os\.)?path\.dirname$/.test(name)) return parentOf(inside(first));
    if (/^(?:os\.)?path\.join$/.test(name)) return joined(inside(first), rest.map(inside));
    if (called?.type !== 'attribute') return null;
    const object = inside(called.childForFieldName('object'));
    const method = this.#nameOf(called.childForFieldName('attribute'));
    if (KEEPS.test(method)) return object;
    if (method === 'joinpath') return joined(object, given.map(inside));
    return method === 'with_name' ? joined(parentOf(object), [inside(first)]) : null;
  }
}

/**
 * Returns the value of an expression that names a file: a literal, or a path built from `__file__`, which then begins with `./`; `null` if
 * it is only known at run time.
 */
export function pathIn(syntax: SourceSyntax, node: Node): string | null {
  const path = new PathReader(syntax).read(node);
  return path === null || path.isOwnFile || path.parts.length === 0 ? null : writtenPath(path);
}

/** Returns the value of an expression that names a folder, as `pathIn` does; `./` for that of the file. */
export function folderIn(syntax: SourceSyntax, node: Node): string | null {
  const path = new PathReader(syntax).read(node);
  return path === null || path.isOwnFile ? null : writtenPath(path);
}

const writtenPath = ({ isBeside, parts }: KnownPath): string => `${isBeside ? './' : ''}${parts.join('/')}`;
