import type { Node } from 'web-tree-sitter';
import { codeOf, type SourceSyntax, textOf } from '../syntax.ts';

const MAY_HIDE = /[(,]\s*require\s*[,)=:?]|\brequire\s*=>|\bfunction\s+require\b|\brequire\s*=\s*(?:async\b|function\b|\()/;
const FUNCTION = /function|arrow|method/;
const BLOCK = /^(?:statement_block|program)$/;
const LOADER = /^(?:define|require|requirejs|System\.register)$/;
/** Parameters beside `require` of a function that wraps a module. */
const OF_WRAPPER = /^(?:exports|module)\b/;
const IS_REQUIRE = /^require\b(?!\s*\.)/;

/** Finds calls of a function of the program that is named `require`. */
export class HiddenRequire {
  readonly #mayHide: boolean;
  /** Whether a block declares the name, by the id of its node. */
  readonly #blocks = new Map<number, boolean>();

  constructor(private readonly syntax: SourceSyntax) {
    this.#mayHide = MAY_HIDE.test(syntax.code);
  }

  /** Whether `require` means a parameter or a function of the program at a node, not the function that loads modules. */
  isHiddenAt(node: Node): boolean {
    for (let around = this.#mayHide ? node.parent : null; around !== null; around = around.parent) {
      if (BLOCK.test(around.type) && this.#declares(around)) return true;
      const parameters = FUNCTION.test(around.type) ? this.#parametersOf(around) : [];
      if (parameters.some((each) => IS_REQUIRE.test(each))) return !this.#isWrapper(around, parameters);
    }
    return false;
  }

  #parametersOf(made: Node): string[] {
    const [list, single] = [made.childForFieldName('parameters'), made.childForFieldName('parameter')];
    return [...(list?.namedChildren ?? []), ...(single === null ? [] : [single])].map((each) => textOf(this.syntax, each));
  }

  /** Whether a loader gives the function that loads modules to its parameter: `define(function (require) { … })`. */
  #isWrapper(made: Node, parameters: readonly string[]): boolean {
    const called = made.parent?.type === 'arguments' ? made.parent.parent?.childForFieldName('function') : null;
    return parameters.some((each) => OF_WRAPPER.test(each)) || (called ? LOADER.test(codeOf(this.syntax, called)) : false);
  }

  #declares(block: Node): boolean {
    const known = this.#blocks.get(block.id) ?? block.namedChildren.some((child) => this.#isFunction(child));
    this.#blocks.set(block.id, known);
    return known;
  }

  /** Whether a statement declares a function of this name. A variable with another value may be the function that loads modules. */
  #isFunction(statement: Node): boolean {
    const named = (node: Node): boolean => textOf(this.syntax, node.childForFieldName('name') ?? node) === 'require';
    if (statement.type === 'function_declaration') return named(statement);
    const declared = /^(?:lexical|variable)_declaration$/.test(statement.type) ? statement.namedChildren : [];
    return declared.some((each) => named(each) && FUNCTION.test(each.childForFieldName('value')?.type ?? ''));
  }
}
