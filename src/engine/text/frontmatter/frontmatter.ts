// Own code around the library, because only the bytes of a value change: docs/decisions/0049-custom-code.md
import { isMap, isScalar } from 'yaml';
import { lineAndColumn } from '../json/json-position.ts';
import { composeYaml, MAX_YAML_LENGTH, NUMBERS_ARE_TEXT, yamlData } from '../yaml.ts';
import { readFlatHeader, readLines } from './frontmatter-lines.ts';

/** A replacement that makes a line of a header valid YAML: its value in quotes, or a list with its end. */
export interface HeaderFix {
  /** 1-based, in the YAML. */
  readonly line: number;
  /** Offsets into the YAML. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** It adds the missing end of a list, not quotes. */
  readonly isClosing: boolean;
}

export interface HeaderProblem {
  readonly message: string;
  /** 1-based, in the YAML. */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
  readonly fix: HeaderFix | null;
  /** The header is valid YAML except for a repeated key. */
  readonly isRepeatedKey: boolean;
}

export interface HeaderValues {
  /** By key. Dates and numbers are text, as written. Booleans, lists and maps are parsed as in YAML 1.2. */
  readonly values: ReadonlyMap<string, unknown>;
  /** The first problem, if any. */
  readonly problem: HeaderProblem | null;
}

/**
 * Parses a header. Most headers have only simple lines, which are parsed without the library to the same values. Invalid YAML is parsed
 * line by line, as the programs that wrote it do, and has a problem.
 */
export function readHeader(yaml: string): HeaderValues {
  const flat = readFlatHeader(yaml);
  return flat === null ? readYaml(yaml) : { values: flat, problem: null };
}

function problemAt(yaml: string, offset: number, message: string, fix: HeaderFix | null = null): HeaderProblem {
  return { message, ...lineAndColumn(yaml, offset), fix, isRepeatedKey: false };
}

function readYaml(yaml: string): HeaderValues {
  if (yaml.length > MAX_YAML_LENGTH) {
    return { values: new Map(), problem: problemAt(yaml, 0, `the header has more than ${MAX_YAML_LENGTH} characters and is not read`) };
  }
  try {
    return readDocument(yaml);
  } catch (error) {
    return readRefused(yaml, 0, error instanceof Error ? error.message : String(error));
  }
}

function readDocument(yaml: string): HeaderValues {
  const [document, second] = composeYaml(yaml, NUMBERS_ARE_TEXT);
  const [mistake] = document?.errors ?? [];
  if (mistake !== undefined) return readRefused(yaml, mistake.pos[0], mistake.message);
  if (second !== undefined) return readRefused(yaml, second.range[0], 'a header is one document');
  const contents = document?.contents ?? null;
  if (document === undefined || contents === null || (isScalar(contents) && contents.value === null))
    return { values: new Map(), problem: null };
  if (!isMap(contents)) return readRefused(yaml, contents.range[0], 'a header is lines of `key: value`');
  const data: object = Object(yamlData(document));
  const keys = contents.items.flatMap(({ key }) => (isScalar(key) ? { name: key.value, offset: key.range?.[0] ?? 0 } : []));
  return { values: new Map(Object.entries(data)), problem: repeatedKeys(yaml, keys) };
}

/** Returns whether a header is valid YAML, but a list or a text instead of lines of `key: value`. */
export function isWithoutKeys(yaml: string): boolean {
  if (yaml.length > MAX_YAML_LENGTH || readFlatHeader(yaml) !== null) return false;
  try {
    const [document, second] = composeYaml(yaml, NUMBERS_ARE_TEXT);
    const contents = document?.contents ?? null;
    if (document === undefined || second !== undefined || document.errors.length > 0 || contents === null) return false;
    return !isMap(contents) && !(isScalar(contents) && contents.value === null);
  } catch {
    // Nested too deeply, or too many aliases.
    return false;
  }
}

/** Reports all repeated keys, as after a merge that kept both sides, at the place of the first one. */
function repeatedKeys(yaml: string, keys: readonly { readonly name: unknown; readonly offset: number }[]): HeaderProblem | null {
  const met = new Set<unknown>();
  const again = keys.filter(({ name }) => met.has(name) || !met.add(name));
  const [first] = again;
  if (first === undefined) return null;
  const names = [...new Set(again.map(({ name }) => name))].map((name) => JSON.stringify(name));
  const message = `duplicate ${names.length === 1 ? 'key' : 'keys'}: ${names.join(', ')} (the last one is used)`;
  return { ...problemAt(yaml, first.offset, message), isRepeatedKey: true };
}

function readRefused(yaml: string, offset: number, why: string): HeaderValues {
  const { values, fix } = readLines(yaml);
  const message = `the header is not YAML, so it is read line by line: ${why}`;
  return { values, problem: problemAt(yaml, fix?.from ?? offset, message, fix) };
}
