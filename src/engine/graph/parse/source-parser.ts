import path from 'node:path';
import { Language as Grammar, Parser, Query, type QueryCapture, type Tree } from 'web-tree-sitter';
import type { FileFacts } from '../facts.ts';
import { READERS } from '../languages/readers.ts';
import type { SourceSyntax } from '../languages/syntax.ts';
import type { LanguageName, SourceLanguage } from '../languages.ts';
import { doubtfulLine, faultsIn } from './faults.ts';
import { inOlderSyntax } from './older-syntax.ts';

/** tree-sitter itself, beside the grammars. */
export const RUNTIME_FILE = 'web-tree-sitter.wasm';

/** What a system starts a script with; `#![…]` of Rust is none. */
const SHEBANG = /^#![ \t]*\//;

/** So many nodes that are not complete are kept in mind: a chain of a hundred thousand calls is one call within another. */
const LIMIT = { matchLimit: 256 };

/** What may stand between any two tokens, beside white space. */
const EXTRAS: Readonly<Record<LanguageName, string>> = {
  typescript: '(comment) @extra',
  tsx: '(comment) @extra',
  javascript: '(comment) @extra',
  python: '[(comment) (line_continuation)] @extra',
  go: '(comment) @extra',
  rust: '[(line_comment) (block_comment)] @extra',
  java: '[(line_comment) (block_comment)] @extra',
};
/** Of most files the text alone says that none of these stands before or behind what divides a name; only there it matters. */
const MAY_DIVIDE = /[.:]\s*(?:\/[/*]|#|\\\r?\n)|(?:\*\/|\n)[ \t\r]{0,200}(?:\?\.|\.|::)/;

function withoutExtras(text: string, extras: readonly QueryCapture[]): string {
  let [code, end] = ['', 0];
  for (const { node } of extras) {
    // A comment may lie in another one.
    if (node.startIndex < end) continue;
    code += text.slice(end, node.startIndex) + ' '.repeat(node.endIndex - node.startIndex);
    end = node.endIndex;
  }
  return code + text.slice(end);
}

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
    const tree = this.#treeOf(language, text);
    try {
      const draft = READERS[language.name](this.#syntaxOf(tree, language, grammar, text));
      draft.isProgram ||= SHEBANG.test(text);
      draft.doubtAt = doubtfulLine(language.name, text, tree.rootNode);
      return draft.finish(language.name, tree.rootNode.hasError);
    } finally {
      // Trees lie in the memory of WebAssembly, which nobody sweeps.
      tree.delete();
    }
  }

  /** Where the grammar is older than the text, the tree of what it knows that is the nearest. */
  #treeOf(language: SourceLanguage, text: string): Tree {
    const tree = this.#parser.parse(text);
    if (tree === null) throw new Error('tree-sitter gave no tree');
    const older = tree.rootNode.hasError ? inOlderSyntax(language.name, text) : text;
    const other = older === text ? null : this.#parser.parse(older);
    if (other === null) return tree;
    const [worse, better] = faultsIn(other.rootNode).length < faultsIn(tree.rootNode).length ? [tree, other] : [other, tree];
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
