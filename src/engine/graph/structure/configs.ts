import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { lineAndColumn } from '../../text/json-position.ts';
import { parseYaml } from '../../text/yaml.ts';
import type { GraphProblem } from '../problems.ts';
import { nameOf } from './paths.ts';
import { openGoBlock } from './resolve/go/go-blocks.ts';

/** JSON as configuration files have it: with comments and commas at the end. @throws Error */
function parseJson(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [first] = errors;
  if (first === undefined) return value;
  const { line, column } = lineAndColumn(text, first.offset);
  throw new Error(`${printParseErrorCode(first.error)} in line ${line}, column ${column}`);
}

/** Who reads a file by its name; what no one reads stays text. */
function readerOf(path: string): (text: string) => unknown {
  const name = nameOf(path);
  if (/\.jsonc?$/.test(name)) return parseJson;
  // Its name has no ending, and both are in use.
  if (name === '.eslintrc') return (text) => (text.trimStart().startsWith('{') ? parseJson(text) : parseYaml(text));
  if (/\.toml$|^Pipfile$/.test(name)) return parseToml;
  return /\.ya?ml$/.test(name) ? parseYaml : (text) => text;
}

/**
 * Reads configuration files. One that is broken is a problem, and as if it were not there; of a `go.mod` or `go.work`
 * with an open block, the lines still count.
 */
export function readConfigs(texts: ReadonlyMap<string, string>): {
  readonly configs: ReadonlyMap<string, unknown>;
  readonly problems: readonly GraphProblem[];
} {
  const configs = new Map<string, unknown>();
  const problems: GraphProblem[] = [];
  for (const [path, text] of texts) {
    try {
      configs.set(path, readerOf(path)(text.replace(/^\ufeff/, '')));
      const line = /^go\.(?:mod|work)$/.test(nameOf(path)) ? openGoBlock(text) : null;
      if (line !== null) problems.push({ path, message: `it was read only in part: the block that opens in line ${line} is never closed` });
    } catch (error) {
      const why = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
      problems.push({ path, message: `it cannot be read, so it configures nothing: ${why.slice(0, 200)}` });
    }
  }
  return { configs, problems };
}
