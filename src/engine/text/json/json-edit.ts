import { createScanner, getNodeValue, type JSONPath, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { CortexError } from '../../platform/errors.ts';
import { lineAndColumn } from './json-position.ts';

/** `SyntaxKind.CommaToken` of the scanner. The constant does not exist at run time. */
const COMMA = 5;

/** `ValueExpected` → `value expected`. */
const inWords = (code: string): string => code.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();

/**
 * JSON of a configuration file, which may have comments and trailing commas. Edits leave all other bytes unchanged, whereas `modify` of
 * `jsonc-parser` reformats neighbouring lines.
 */
export class JsonText {
  readonly #root: Node | undefined;

  /** @throws CortexError `broken-file` with the place of the syntax error */
  constructor(
    readonly text: string,
    readonly file: string,
  ) {
    const errors: ParseError[] = [];
    this.#root = text.trim() === '' ? undefined : parseTree(text, errors, { allowTrailingComma: true });
    const [first] = errors;
    if (first !== undefined) throw this.#broken(inWords(printParseErrorCode(first.error)), first.offset);
    if (this.#root !== undefined && this.#root.type !== 'object') throw this.#broken('it is no object', this.#root.offset);
  }

  /** Returns the value at a path; `undefined` if there is none. */
  at(path: JSONPath): unknown {
    const node = this.#nodeAt(path);
    return node === undefined ? undefined : getNodeValue(node);
  }

  /**
   * Sets the value at a path. An existing value is replaced; a new one goes to the start of its object, and missing objects are created.
   * @throws CortexError `broken-file` if a value on the path is not an object
   */
  with(path: JSONPath, value: unknown): JsonText {
    if (this.#root === undefined) return new JsonText(`{}${this.text === '' ? '\n' : this.text}`, this.file).with(path, value);
    const there = this.#nodeAt(path);
    if (there !== undefined) return this.#replaced(there.offset, there.offset + there.length, this.#written(value, path.length));
    const known = path.findIndex((_, n) => this.#nodeAt(path.slice(0, n + 1)) === undefined);
    const inner = path.slice(known + 1).reduceRight<unknown>((made, step) => ({ [String(step)]: made }), value);
    const object = this.#requireType(path.slice(0, known), 'object');
    return this.#inserted(object, `${JSON.stringify(path[known])}: ${this.#written(inner, known + 1)}`, known + 1);
  }

  /** Inserts an item at the start of the list at a path. @throws CortexError `broken-file` if the value is not a list */
  withItem(path: JSONPath, item: unknown): JsonText {
    if (this.#nodeAt(path) === undefined) return this.with(path, [item]);
    return this.#inserted(this.#requireType(path, 'array'), this.#written(item, path.length + 1), path.length + 1);
  }

  /** Removes the value at a path, with its comma and the white space before it. */
  without(path: JSONPath): JsonText {
    const value = this.#nodeAt(path);
    const node = value?.parent?.type === 'property' ? value.parent : value;
    if (node?.parent === undefined) return this;
    const end = node.offset + node.length;
    const from = node.offset - (/\s*$/.exec(this.text.slice(0, node.offset))?.[0].length ?? 0);
    const comma = this.#commaBehind(end);
    if (comma !== null) return this.#replaced(from, comma + 1, '');
    const siblings = node.parent.children ?? [];
    const before = siblings[siblings.indexOf(node) - 1];
    if (before === undefined) return this.#replaced(from, end + (/^\s*(?=[}\]])/.exec(this.text.slice(end))?.[0].length ?? 0), '');
    const between = this.#commaBehind(before.offset + before.length) ?? from;
    return this.#replaced(between, end, this.text.slice(between + 1, from));
  }

  #nodeAt(path: JSONPath): Node | undefined {
    let node = this.#root;
    // The last of several equal keys counts.
    for (const step of path)
      node =
        typeof step === 'number'
          ? node?.children?.[step]
          : node?.children?.findLast(({ children }) => children?.[0]?.value === step)?.children?.[1];
    return node;
  }

  #requireType(path: JSONPath, type: 'object' | 'array'): Node {
    const node = this.#nodeAt(path);
    if (node?.type === type) return node;
    throw this.#broken(`expected ${type === 'array' ? 'a list' : 'an object'}`, node?.offset ?? 0);
  }

  /** Returns the offset of the comma that follows, after white space and comments only; `null` if there is none. */
  #commaBehind(offset: number): number | null {
    const scanner = createScanner(this.text, true);
    scanner.setPosition(offset);
    const token: number = scanner.scan();
    return token === COMMA ? scanner.getTokenOffset() : null;
  }

  /** Formats a value as JSON for a nesting depth. */
  #written(value: unknown, depth: number): string {
    const [unit, eol] = this.#layout();
    return JSON.stringify(value, null, unit).replaceAll('\n', eol + unit.repeat(depth));
  }

  #inserted(container: Node, written: string, depth: number): JsonText {
    const [unit, eol] = this.#layout();
    const begin = container.offset + 1;
    const isEmpty = (container.children ?? []).length === 0;
    const isClosedHere = isEmpty && !this.text.slice(begin, container.offset + container.length - 1).includes('\n');
    const end = isClosedHere ? eol + unit.repeat(depth - 1) : '';
    return this.#replaced(begin, begin, `${eol}${unit.repeat(depth)}${written}${isEmpty ? end : ','}`);
  }

  /** Detects the indentation, two spaces by default, and the line break. */
  #layout(): [unit: string, eol: string] {
    return [/^([ \t]+)\S/m.exec(this.text)?.[1] ?? '  ', this.text.includes('\r\n') ? '\r\n' : '\n'];
  }

  #replaced(from: number, to: number, by: string): JsonText {
    return new JsonText(this.text.slice(0, from) + by + this.text.slice(to), this.file);
  }

  #broken(what: string, offset: number): CortexError {
    const { line, column } = lineAndColumn(this.text, offset);
    const next = 'Correct it.';
    return new CortexError('broken-file', `cannot be read: ${what}`, { file: this.file, line, column, next });
  }
}
