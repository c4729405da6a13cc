/**
 * A language that is read. Its reader is in `src/engine/graph/languages/readers.ts`, a separate file because only code with the grammars
 * needs it.
 */
export interface SourceLanguage {
  readonly name: LanguageName;
  /** In lower case, with the dot. */
  readonly extensions: readonly string[];
  /** File name of the grammar. */
  readonly grammar: string;
}

export type LanguageName = 'typescript' | 'tsx' | 'javascript' | 'python' | 'go' | 'rust' | 'java';

/** All languages that are read. */
export const LANGUAGES: readonly SourceLanguage[] = [
  { name: 'typescript', extensions: ['.ts', '.mts', '.cts'], grammar: 'tree-sitter-typescript.wasm' },
  { name: 'tsx', extensions: ['.tsx'], grammar: 'tree-sitter-tsx.wasm' },
  { name: 'javascript', extensions: ['.js', '.mjs', '.cjs', '.jsx'], grammar: 'tree-sitter-javascript.wasm' },
  { name: 'python', extensions: ['.py', '.pyi', '.pyw'], grammar: 'tree-sitter-python.wasm' },
  { name: 'go', extensions: ['.go'], grammar: 'tree-sitter-go.wasm' },
  { name: 'rust', extensions: ['.rs'], grammar: 'tree-sitter-rust.wasm' },
  { name: 'java', extensions: ['.java'], grammar: 'tree-sitter-java.wasm' },
];

const BY_EXTENSION = new Map(LANGUAGES.flatMap((language) => language.extensions.map((extension) => [extension, language] as const)));

/** Returns the language of a file by its extension; `null` if the language is not read. */
export function languageOf(path: string): SourceLanguage | null {
  const dot = path.lastIndexOf('.');
  return dot <= path.lastIndexOf('/') ? null : (BY_EXTENSION.get(path.slice(dot).toLowerCase()) ?? null);
}
