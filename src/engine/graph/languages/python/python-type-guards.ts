import type { Node } from 'web-tree-sitter';
import type { Span } from '../span-walk.ts';
import { codeChildrenOf, type SourceSyntax, textOf } from '../syntax.ts';

/** Names that type checkers take for true, from any module (`typing.TYPE_CHECKING`, `t.TYPE_CHECKING`). At run time they are false. */
const CONSTANTS = ['TYPE_CHECKING', 'MYPY'] as const;
/** Levels of operators that are read in a condition. A deeper one counts as unknown. */
const MAX_LEVELS = 50;

/** Finds the blocks at the top of a Python file that only type checkers read. Its statements are given in text order. */
export class TypeGuards {
  readonly spans: Span[] = [];
  /** Includes other local names of the constants. */
  readonly #names = new Set<string>(CONSTANTS);
  readonly #syntax: SourceSyntax;

  constructor(syntax: SourceSyntax) {
    this.#syntax = syntax;
  }

  /** Notes a statement, or an `elif` or `else` of one. */
  note(node: Node): void {
    if (node.type === 'import_from_statement') this.#noteAliases(node);
    else if (node.type === 'expression_statement') this.#noteAssignment(node.firstNamedChild);
    else if (node.type === 'if_statement' || node.type === 'elif_clause') this.#noteBranches(node);
  }

  /** Reads `from typing import TYPE_CHECKING as TC`. */
  #noteAliases(node: Node): void {
    for (const each of node.namedChildren.filter(({ type }) => type === 'aliased_import')) {
      const [name, alias] = [each.childForFieldName('name'), each.childForFieldName('alias')];
      if (name !== null && alias !== null && this.#names.has(textOf(this.#syntax, name))) this.#names.add(textOf(this.#syntax, alias));
    }
  }

  /** Reads `TC = typing.TYPE_CHECKING`. */
  #noteAssignment(node: Node | null): void {
    const [name, value] = [node?.childForFieldName('left'), node?.childForFieldName('right')];
    if (name?.type === 'identifier' && value && value.type !== 'false' && this.#isFalse(value)) this.#names.add(textOf(this.#syntax, name));
  }

  #noteBranches(node: Node): void {
    const condition = node.childForFieldName('condition');
    if (condition === null) return;
    if (this.#isFalse(condition)) this.#add(node.childForFieldName('consequence'));
    // The clauses after an `elif` are its siblings.
    else if (node.type === 'if_statement' && this.#isTrue(condition)) {
      for (const clause of node.childrenForFieldName('alternative')) this.#add(clause);
    }
  }

  #add(block: Node | null): void {
    if (block !== null) this.spans.push({ from: block.startIndex, to: block.endIndex });
  }

  /** Whether a condition is never true at run time. */
  #isFalse(condition: Node, levels = MAX_LEVELS): boolean {
    if (levels === 0) return false;
    const parts = codeChildrenOf(condition);
    switch (condition.type) {
      case 'false':
        return true;
      case 'identifier':
        return this.#names.has(textOf(this.#syntax, condition));
      case 'attribute':
        return CONSTANTS.some((name) => name === textOf(this.#syntax, condition.childForFieldName('attribute') ?? condition));
      case 'parenthesized_expression':
        return parts.every((part) => this.#isFalse(part, levels - 1));
      case 'boolean_operator':
        return condition.childForFieldName('operator')?.type === 'and'
          ? parts.some((part) => this.#isFalse(part, levels - 1))
          : parts.every((part) => this.#isFalse(part, levels - 1));
      case 'not_operator':
        return parts.every((part) => this.#isTrue(part, levels - 1));
      default:
        return false;
    }
  }

  /** Whether a condition is always true at run time. */
  #isTrue(condition: Node, levels = MAX_LEVELS): boolean {
    if (levels === 0) return false;
    const parts = codeChildrenOf(condition);
    if (condition.type === 'not_operator') return parts.every((part) => this.#isFalse(part, levels - 1));
    return condition.type === 'parenthesized_expression' && parts.every((part) => this.#isTrue(part, levels - 1));
  }
}
