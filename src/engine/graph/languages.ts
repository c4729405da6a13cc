import { scriptLanguage } from '../text/shebang.ts';

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
  { name: 'python', extensions: ['.py', '.pyi', '.pyw', '.wsgi'], grammar: 'tree-sitter-python.wasm' },
  { name: 'go', extensions: ['.go'], grammar: 'tree-sitter-go.wasm' },
  { name: 'rust', extensions: ['.rs'], grammar: 'tree-sitter-rust.wasm' },
  { name: 'java', extensions: ['.java'], grammar: 'tree-sitter-java.wasm' },
];

const BY_EXTENSION = new Map(LANGUAGES.flatMap((language) => language.extensions.map((extension) => [extension, language] as const)));

const BY_NAME = new Map(LANGUAGES.map((language) => [language.name, language] as const));

/** Scripts of SCons and Waf, which are in Python. */
const BUILD_SCRIPT = /(?:^|\/)(?:SConstruct|SConscript|wscript)$/;

/** Whether the name of a file has no ending, so that only its text may show its language. */
export const hasNoEnding = (path: string): boolean => path.lastIndexOf('.') <= path.lastIndexOf('/') + 1;

/** Returns the language of a file by its name; `null` if the language is not read, or if only the text shows it. */
export function languageOf(path: string): SourceLanguage | null {
  if (hasNoEnding(path)) return BUILD_SCRIPT.test(path) ? (BY_NAME.get('python') ?? null) : null;
  return BY_EXTENSION.get(path.slice(path.lastIndexOf('.')).toLowerCase()) ?? null;
}

/**
 * Returns the language of a file whose name does not show it, by its first line: `#!/usr/bin/env node`; `null` if it is no script, or in a
 * language that is not read.
 * @param head the first `HEAD_BYTES` of the file
 */
export function languageOfScript(head: string): SourceLanguage | null {
  const name = scriptLanguage(head);
  return name === null ? null : (BY_NAME.get(name) ?? null);
}
