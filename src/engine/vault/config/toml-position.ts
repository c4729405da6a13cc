import { parse } from 'smol-toml';

/** Path to a value in a TOML file: keys, and indexes in lists. */
export type TomlPath = readonly (string | number)[];

const HEADER = /^[ \t]*\[([^[\]]{1,200})\][ \t]*(?:#.*)?$/;
const KEY =
  /^[ \t]*((?:"[^"]{1,200}"|'[^']{1,200}'|[\w-]{1,200})(?:[ \t]*\.[ \t]*(?:"[^"]{1,200}"|'[^']{1,200}'|[\w-]{1,200})){0,8})[ \t]*=[ \t]*/;
const KEY_PART = /"[^"]*"|'[^']*'|[\w-]+/g;

/** Returns the value of a key part, with escapes decoded: `"a\nb"` is two lines. */
function decodeKeyPart(part: string): string {
  if (!part.startsWith('"') || !part.includes('\\')) return part.replace(/^["']|["']$/g, '');
  try {
    return String(parse(`key = ${part}`).key);
  } catch {
    // The pattern ended at an escaped quote inside the key. Such a key is not found.
    return part;
  }
}

const partsOf = (key: string) => (key.match(KEY_PART) ?? []).map(decodeKeyPart);

/** A line that names a table or a key: the full key path, and the 1-based column. */
interface NamingLine {
  readonly keys: readonly string[];
  readonly isTable: boolean;
  readonly column: number;
}

function readLine(line: string, table: readonly string[]): NamingLine | null {
  const header = HEADER.exec(line)?.[1];
  if (header !== undefined) return { keys: partsOf(header), isTable: true, column: line.indexOf('[') + 1 };
  const [start = '', key] = KEY.exec(line) ?? [];
  return key === undefined ? null : { keys: [...table, ...partsOf(key)], isTable: false, column: start.length + 1 };
}

/**
 * Returns the 1-based position of a value in a TOML text, for error messages: the TOML library reports none. For a value inside an inline
 * table or list, this is the position of the whole table or list. If nothing is found, it is the first line.
 */
export function locateTomlKey(toml: string, path: TomlPath): { line: number; column: number } {
  let best = { line: 1, column: 1 };
  let depth = 0;
  let table: readonly string[] = [];
  for (const [index, line] of toml.split('\n').entries()) {
    const naming = readLine(line, table);
    if (naming === null) continue;
    const { keys, isTable, column } = naming;
    if (isTable) table = keys;
    if (keys.length <= depth || keys.some((key, at) => key !== String(path[at]))) continue;
    depth = keys.length;
    best = { line: index + 1, column };
  }
  return best;
}
