/** A language that is read. How it is read is in `src/engine/graph/languages/readers.ts`, which only those need who have its grammar. */
export interface SourceLanguage {
  readonly name: LanguageName;
  /** With their dot, in lower case. */
  readonly extensions: readonly string[];
  /** The file of its grammar. */
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

/** The language of a file, by its name; `null` for what is not read. */
export function languageOf(path: string): SourceLanguage | null {
  const dot = path.lastIndexOf('.');
  return dot <= path.lastIndexOf('/') ? null : (BY_EXTENSION.get(path.slice(dot).toLowerCase()) ?? null);
}
