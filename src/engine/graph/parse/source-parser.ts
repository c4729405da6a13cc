import path from 'node:path';
import { Language as Grammar, Parser, Query, type Tree } from 'web-tree-sitter';
import type { FileFacts } from '../facts.ts';
import { READERS } from '../languages/readers.ts';
import type { SourceSyntax } from '../languages/syntax.ts';
import type { SourceLanguage } from '../languages.ts';

/** tree-sitter itself, beside the grammars. */
export const RUNTIME_FILE = 'web-tree-sitter.wasm';

/** So many nodes that are not complete are kept in mind: a chain of a hundred thousand calls is one call within another. */
const LIMIT = { matchLimit: 256 };

/** Reads the facts of sources, one after the other. A language has to be loaded before. */
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

  /** @param folder with tree-sitter and the grammars as `.wasm` files @throws Error when tree-sitter cannot be loaded */
  static async open(folder: string): Promise<SourceParser> {
    await Parser.init({ locateFile: () => path.join(folder, RUNTIME_FILE) });
    return new SourceParser(folder, new Parser());
  }

  /** @throws Error when the grammar is missing or broken */
  async load(language: SourceLanguage): Promise<void> {
    const { grammar } = language;
    const loading = this.#grammars.get(grammar) ?? Grammar.load(path.join(this.#folder, grammar));
    this.#grammars.set(grammar, loading);
    this.#loaded.set(language.name, await loading);
  }

  /** @throws Error for a language that is not loaded, and whatever a defect of a grammar throws */
  parse(language: SourceLanguage, text: string): FileFacts {
    const grammar = this.#loaded.get(language.name);
    if (grammar === undefined) throw new Error(`the grammar of ${language.name} is not loaded`);
    this.#parser.setLanguage(grammar);
    const tree = this.#parser.parse(text);
    if (tree === null) throw new Error('tree-sitter gave no tree');
    try {
      return READERS[language.name](this.#syntaxOf(tree, language, grammar, text)).finish(language.name, tree.rootNode.hasError);
    } finally {
      // Trees lie in the memory of WebAssembly, which nobody sweeps.
      tree.delete();
    }
  }

  #syntaxOf(tree: Tree, language: SourceLanguage, grammar: Grammar, text: string): SourceSyntax {
    const root = tree.rootNode;
    const compiled = (query: string): Query => {
      const key = `${language.name} ${query}`;
      const known = this.#queries.get(key) ?? new Query(grammar, query);
      this.#queries.set(key, known);
      return known;
    };
    return {
      text,
      root,
      captures: (query, below = root) => compiled(query).captures(below, LIMIT),
      matches: (query) => compiled(query).matches(root, LIMIT),
    };
  }
}
