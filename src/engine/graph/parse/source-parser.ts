import path from 'node:path';
import { Language as Grammar, Parser, Query, type QueryCapture, type Tree } from 'web-tree-sitter';
import type { FileFacts } from '../facts.ts';
import { READERS } from '../languages/readers.ts';
import type { SourceSyntax } from '../languages/syntax.ts';
import type { LanguageName, SourceLanguage } from '../languages.ts';
import { findDoubtfulLine, findFaults } from './faults.ts';
import { toOlderSyntax } from './older-syntax.ts';

/** File name of tree-sitter itself, beside the grammars. */
export const RUNTIME_FILE = 'web-tree-sitter.wasm';

/** A shebang of a script; `#![…]` of Rust does not match. `#!python` is completed when a Python package is installed. */
const SHEBANG = /^#![ \t]*(?:\/|python)/;

/** Limits the number of incomplete matches in memory: a chain of a hundred thousand calls is nested as deeply. */
const LIMIT = { matchLimit: 256 };

/** Queries for nodes that may stand between any two tokens, besides white space. */
const EXTRAS: Readonly<Record<LanguageName, string>> = {
  typescript: '(comment) @extra',
  tsx: '(comment) @extra',
  javascript: '(comment) @extra',
  python: '[(comment) (line_continuation)] @extra',
  go: '(comment) @extra',
  rust: '[(line_comment) (block_comment)] @extra',
  java: '[(line_comment) (block_comment)] @extra',
};
/**
 * Tests cheaply whether a comment or line break may stand next to a separator of names (`.`, `?.`, `::`). Only then the extras must be
 * removed.
 */
const MAY_DIVIDE = /[.:]\s*(?:\/[/*]|#|\\\r?\n)|(?:\*\/|\n)[ \t\r]{0,200}(?:\?\.|\.|::)/;

/** Languages in which a lone carriage return ends a line, which the grammars do not know. */
const ENDS_LINES: ReadonlySet<LanguageName> = new Set(['typescript', 'tsx', 'javascript', 'python', 'java']);
const LONE_RETURN = /\r(?!\n)/g;

function withoutExtras(text: string, extras: readonly QueryCapture[]): string {
  let [code, end] = ['', 0];
  for (const { node } of extras) {
    // Comments may be nested.
    if (node.startIndex < end) continue;
    code += text.slice(end, node.startIndex) + ' '.repeat(node.endIndex - node.startIndex);
    end = node.endIndex;
  }
  return code + text.slice(end);
}

/** Reads the facts of sources, one at a time. The language must be loaded first. */
export class SourceParser {
  readonly #folder: string;
  readonly #parser: Parser;
  readonly #grammars = new Map<string, Promise<Grammar>>();
  readonly #loaded = new Map<string, Grammar>();
  readonly #queries = new Map<string, Query>();

  private constructor(folder: string, parser: Parser) {
    this.#folder = folder;
    this.#parser = parser;
  }

  /** @param folder contains tree-sitter and the grammars as `.wasm` files @throws Error if tree-sitter cannot be loaded */
  static async open(folder: string): Promise<SourceParser> {
    await Parser.init({ locateFile: () => path.join(folder, RUNTIME_FILE) });
    return new SourceParser(folder, new Parser());
  }

  /** @throws Error if the grammar is missing or broken */
  async load(language: SourceLanguage): Promise<void> {
    const { grammar } = language;
    const loading = this.#grammars.get(grammar) ?? Grammar.load(path.join(this.#folder, grammar));
    this.#grammars.set(grammar, loading);
    this.#loaded.set(language.name, await loading);
  }

  /** @throws Error for a language that is not loaded, and any error of a broken grammar */
  parse(language: SourceLanguage, written: string): FileFacts {
    const text = ENDS_LINES.has(language.name) ? written.replaceAll(LONE_RETURN, '\n') : written;
    const grammar = this.#loaded.get(language.name);
    if (grammar === undefined) throw new Error(`the grammar of ${language.name} is not loaded`);
    this.#parser.setLanguage(grammar);
    const tree = this.#treeOf(language, text);
    try {
      const draft = READERS[language.name](this.#syntaxOf(tree, language, grammar, text));
      draft.isProgram ||= SHEBANG.test(text);
      draft.doubtAt = findDoubtfulLine(language.name, text, tree.rootNode);
      return draft.finish(language.name, tree.rootNode.hasError);
    } finally {
      // The tree is in WebAssembly memory, which is not garbage-collected.
      tree.delete();
    }
  }

  /** Parses a text. If there are syntax errors, also tries the text in older syntax, and returns the tree with fewer faults. */
  #treeOf(language: SourceLanguage, text: string): Tree {
    const tree = this.#parser.parse(text);
    if (tree === null) throw new Error('tree-sitter returned no tree');
    const older = tree.rootNode.hasError ? toOlderSyntax(language.name, text) : text;
    const other = older === text ? null : this.#parser.parse(older);
    if (other === null) return tree;
    const [worse, better] = findFaults(other.rootNode).length < findFaults(tree.rootNode).length ? [tree, other] : [other, tree];
    worse.delete();
    return better;
  }

  #syntaxOf(tree: Tree, language: SourceLanguage, grammar: Grammar, text: string): SourceSyntax {
    const root = tree.rootNode;
    const compiled = (query: string): Query => {
      const key = `${language.name} ${query}`;
      const known = this.#queries.get(key) ?? new Query(grammar, query);
      this.#queries.set(key, known);
      return known;
    };
    const captures: SourceSyntax['captures'] = (query, below = root) => compiled(query).captures(below, LIMIT);
    return {
      text,
      code: MAY_DIVIDE.test(text) ? withoutExtras(text, captures(EXTRAS[language.name])) : text,
      root,
      captures,
      matches: (query) => compiled(query).matches(root, LIMIT),
    };
  }
}
