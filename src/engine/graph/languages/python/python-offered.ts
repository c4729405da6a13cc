import type { Node } from 'web-tree-sitter';
import type { FactsDraft } from '../facts-draft.ts';
import { codeChildrenOf, codeOf, lineOf, type SourceSyntax, textOf } from '../syntax.ts';
import { callOf, identifiersLike, isInModuleScope, isSame } from './python-occurrences.ts';

const LIST = /\b__all__\b/g;
const LITERAL = /^[rRuU]?(["'])([^"'\\]*)\1$/;
/** Functions that return the names of their argument. */
const SAME = /^(?:list|tuple|sorted|set|frozenset|reversed)$/;
/** Methods of a list that leave its names as they are. */
const KEEPS = /^(?:sort|reverse|copy|index|count|remove|pop|clear)$/;
/** Nested expressions beyond this depth are not read. */
const MAX_DEPTH = 50;
/** Maximum number of variables that are looked up, and of the uses of one. */
const MAX_VARIABLES = 20;
const MAX_USES = 100;
/** The list itself, in contrast to that of another module. */
const ITSELF = /(?<!\.\s*)\b__all__\b/;

/** Collects what `__all__` of a module lists. */
class OfferedReader {
  readonly names = new Set<string>();
  readonly lists = new Set<string>();
  isOpen = false;
  /** Variables that were looked up. */
  readonly #variables = new Set<string>();

  constructor(private readonly syntax: SourceSyntax) {}

  /** Reads what a statement around the name `__all__` does to the list. @returns whether it changes the list */
  take(word: Node): boolean {
    const { parent } = word;
    if (parent?.type === 'attribute') return isSame(parent.childForFieldName('object'), word) && this.#method(word, parent);
    if (/^(?:pattern_list|tuple_pattern|list_pattern)$/.test(parent?.type ?? '')) return this.#open();
    if (parent?.type === 'subscript' && isSame(parent.parent?.childForFieldName('left'), parent)) return this.#open();
    const isSet = parent?.type === 'assignment' || parent?.type === 'augmented_assignment';
    const value = parent?.childForFieldName('right') ?? null;
    if (!isSet || value === null || !isSame(parent?.childForFieldName('left'), word)) return false;
    if (!isInModuleScope(word)) return this.#isGlobalIn(word) && this.#open();
    // A new list at the top replaces what came before.
    const isNew = parent?.type === 'assignment' && parent.parent?.parent?.type === 'module';
    if (isNew && !ITSELF.test(codeOf(this.syntax, value))) this.#forget();
    this.#add(value);
    return true;
  }

  /** Adds a name of an import: `from .base import __all__`. */
  takeImported(): void {
    this.lists.add('__all__');
  }

  #open(): true {
    this.isOpen = true;
    return true;
  }

  #forget(): void {
    this.names.clear();
    this.lists.clear();
    this.isOpen = false;
  }

  /** Whether a function declares the list as global. */
  #isGlobalIn(word: Node): boolean {
    for (let around = word.parent; around !== null; around = around.parent) {
      if (around.type === 'function_definition') return /\bglobal\b[^\n]*\b__all__\b/.test(codeOf(this.syntax, around));
    }
    return false;
  }

  /** Reads `__all__.append("x")` and the like. */
  #method(word: Node, attribute: Node): boolean {
    const call = callOf(attribute.childForFieldName('attribute') ?? attribute);
    const name = textOf(this.syntax, attribute.childForFieldName('attribute') ?? attribute);
    if (call === null || KEEPS.test(name)) return false;
    const given = codeChildrenOf(call.childForFieldName('arguments'));
    const value = given[name === 'insert' ? 1 : 0];
    if (value === undefined || !isInModuleScope(word)) return this.#open();
    if (name === 'append' || name === 'insert' || name === 'add') this.#element(value);
    else if (name === 'extend' || name === 'update' || name === '__iadd__') this.#add(value);
    else this.#open();
    return true;
  }

  /** Adds one element of a list. */
  #element(node: Node, depth = 0): void {
    const [literal, name] = [LITERAL.exec(textOf(this.syntax, node))?.[2], /^([\w]+)\.__name__$/.exec(codeOf(this.syntax, node))?.[1]];
    if (node.type === 'list_splat') this.#add(codeChildrenOf(node)[0], depth + 1);
    else if (node.type === 'string' && literal !== undefined) this.names.add(literal);
    else if (name !== undefined) this.names.add(name);
    else this.#open();
  }

  /** Adds the names of an expression. */
  #add(node: Node | undefined, depth = 0): void {
    const parts = codeChildrenOf(node);
    if (node === undefined || depth > MAX_DEPTH) {
      this.#open();
      return;
    }
    switch (node.type) {
      case 'list':
      case 'tuple':
      case 'set':
      case 'expression_list':
        for (const part of parts) this.#element(part, depth);
        break;
      case 'parenthesized_expression':
      case 'binary_operator':
        for (const part of parts) this.#add(part, depth + 1);
        break;
      case 'conditional_expression':
        for (const part of [parts[0], parts[2]]) this.#add(part, depth + 1);
        break;
      case 'attribute':
      case 'identifier':
        this.#reference(node, depth);
        break;
      case 'assignment':
        this.#add(node.childForFieldName('right') ?? undefined, depth + 1);
        break;
      case 'call':
        this.#call(node, depth);
        break;
      default:
        this.#open();
    }
  }

  /** Adds `base.__all__`, or a list with a name of its own. */
  #reference(node: Node, depth: number): void {
    const written = codeOf(this.syntax, node).replaceAll(/\s+/g, '');
    if (written.endsWith('.__all__')) this.lists.add(written);
    else if (node.type === 'identifier' && written !== '__all__') this.#variable(written, depth);
    else if (written !== '__all__') this.#open();
  }

  /** Adds the list in a variable that is bound once at the top, or one that may be imported. */
  #variable(name: string, depth: number): void {
    if (this.#variables.has(name)) return;
    this.#variables.add(name);
    const uses = this.#variables.size > MAX_VARIABLES ? [] : identifiersLike(this.syntax, new RegExp(`\\b${name}\\b`, 'g'), MAX_USES);
    const isLeft = ({ parent, id }: Node): boolean => parent?.childForFieldName('left')?.id === id;
    const isChanged = uses.some((use) => use.parent?.type === 'attribute' || (use.parent?.type === 'augmented_assignment' && isLeft(use)));
    const [first, ...others] = uses.filter((use) => use.parent?.type === 'assignment' && isLeft(use));
    if (first === undefined && !isChanged && uses.length > 0) this.lists.add(name);
    else if (first === undefined || isChanged || others.length > 0) this.#open();
    else this.#add(first.parent?.childForFieldName('right') ?? undefined, depth + 1);
  }

  #call(node: Node, depth: number): void {
    const called = codeOf(this.syntax, node.childForFieldName('function') ?? node);
    const [first] = codeChildrenOf(node.childForFieldName('arguments'));
    const words = /^[rRuU]?(["']{1,3})([\w\s]*)\1\s*\.\s*split$/.exec(called)?.[2];
    const copied = /^([\w.]+\.__all__)\.copy$/.exec(called.replaceAll(/\s+/g, ''))?.[1];
    if (words !== undefined && first === undefined) for (const word of words.split(/\s+/)) this.names.add(word);
    else if (copied !== undefined) this.lists.add(copied);
    else if (SAME.test(called) && first !== undefined) this.#add(first, depth + 1);
    else this.#open();
    this.names.delete('');
  }
}

/** Reads what `__all__` of a module lists, which is what `import *` brings from it. */
export function readOffered(syntax: SourceSyntax, draft: FactsDraft): void {
  if (!syntax.text.includes('__all__')) return;
  const reader = new OfferedReader(syntax);
  const lines: number[] = [];
  const imported = draft.imports.find(({ kind, names }) => kind === 'import' && names.some(({ local }) => local === '__all__'));
  if (imported !== undefined) {
    reader.takeImported();
    lines.push(imported.line);
  }
  for (const word of identifiersLike(syntax, LIST)) if (reader.take(word)) lines.push(lineOf(word));
  const [line] = lines;
  if (line === undefined) return;
  const { names, lists, isOpen } = reader;
  draft.offered = { line, names: [...names], lists: [...lists], ...(isOpen ? { isOpen: true } : {}) };
}
