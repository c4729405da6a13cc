import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { parse as parseToml, TomlError } from 'smol-toml';
import { YAMLParseError } from 'yaml';
import type { UnreadFile } from '../../crtx/index.ts';
import { lineAndColumn } from '../../text/json/json-position.ts';
import { parseYaml } from '../../text/yaml.ts';
import type { GraphProblem } from '../problems.ts';
import { languageOfManifest } from './manifests/manifest-language.ts';
import { findTextFault } from './manifests/manifest-texts.ts';
import { nameOf } from './paths.ts';

/** A parse error with its 1-based line. */
class FaultInLine extends Error {
  constructor(
    message: string,
    readonly line: number,
  ) {
    super(message);
  }
}

/**
 * Parses JSON with comments and trailing commas.
 * @throws FaultInLine
 */
function parseJson(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [first] = errors;
  if (first === undefined) return value;
  const { line, column } = lineAndColumn(text, first.offset);
  throw new FaultInLine(`${printParseErrorCode(first.error)} in line ${line}, column ${column}`, line);
}

/** Returns the parser for a file by its name. Other files stay text. */
function readerOf(path: string): (text: string) => unknown {
  const name = nameOf(path);
  if (/\.(?:jsonc?|importmap)$|^\.babelrc$/.test(name)) return parseJson;
  // The name has no extension, and both formats are in use.
  if (name === '.eslintrc') return (text) => (text.trimStart().startsWith('{') ? parseJson(text) : parseYaml(text));
  if (/\.toml$|^Pipfile$/.test(name)) return parseToml;
  return /\.ya?ml$/.test(name) ? parseYaml : (text) => text;
}

/** Returns the 1-based line of a parser's error; `null` if the error has none. */
function lineOf(error: unknown, text: string): number | null {
  if (error instanceof YAMLParseError) return lineAndColumn(text, error.pos[0]).line;
  if (error instanceof FaultInLine || error instanceof TomlError) return error.line;
  const named = error instanceof Error ? /\bline (\d{1,9})\b/.exec(error.message)?.[1] : undefined;
  return named === undefined ? null : Number(named);
}

/** Returns the entry for a manifest that was not read completely; empty if no import depends on the manifest. */
export function unreadManifest(path: string, reason: string, line: number | null): UnreadFile[] {
  const language = languageOfManifest(path);
  return language === null ? [] : [{ path, reason, language, ...(line === null ? {} : { line }) }];
}

/** The parsed configuration files. */
export interface ReadConfigs {
  readonly configs: ReadonlyMap<string, unknown>;
  readonly problems: readonly GraphProblem[];
  /** Manifests that were read only in part or not at all, so that imports which depend on them may be missing. */
  readonly unread: readonly UnreadFile[];
}

/**
 * Reads configuration files. A file that cannot be parsed is reported and ignored. A text file with an unclosed block, such as a `go.mod`,
 * is reported, and its lines still apply.
 */
export function readConfigs(texts: ReadonlyMap<string, string>): ReadConfigs {
  const configs = new Map<string, unknown>();
  const problems: GraphProblem[] = [];
  const unread: UnreadFile[] = [];
  for (const [path, text] of texts) {
    try {
      configs.set(path, readerOf(path)(text.replace(/^\ufeff/, '')));
      const fault = findTextFault(path, text);
      if (fault === null) continue;
      problems.push({ path, message: `was read only in part: ${fault.why}` });
      unread.push(...unreadManifest(path, `was read only in part: ${fault.why}`, fault.line));
    } catch (error) {
      const why = (error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error)).slice(0, 200);
      problems.push({ path, message: `cannot be read, so its settings are ignored: ${why}` });
      unread.push(...unreadManifest(path, `cannot be read: ${why}`, lineOf(error, text)));
    }
  }
  return { configs, problems, unread };
}
