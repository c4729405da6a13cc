import type { LanguageName } from '../languages.ts';
import type { FactsDraft } from './facts-draft.ts';
import { readGo } from './go/go.ts';
import { readJava } from './java.ts';
import { readPython } from './python/python.ts';
import { readRust } from './rust/rust.ts';
import type { SourceSyntax } from './syntax.ts';
import { readJavaScript, readTypeScript } from './typescript/typescript.ts';

/** The reader of each language. */
export const READERS: Readonly<Record<LanguageName, (syntax: SourceSyntax) => FactsDraft>> = {
  typescript: readTypeScript,
  tsx: readTypeScript,
  javascript: readJavaScript,
  python: readPython,
  go: readGo,
  rust: readRust,
  java: readJava,
};
