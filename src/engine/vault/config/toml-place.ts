import { parse } from 'smol-toml';

/** The keys that lead to a value of a TOML file, and indexes in lists. */
export type TomlPath = readonly (string | number)[];

const HEADER = /^[ \t]*\[([^[\]]{1,200})\][ \t]*(?:#.*)?$/;
const KEY =
  /^[ \t]*((?:"[^"]{1,200}"|'[^']{1,200}'|[\w-]{1,200})(?:[ \t]*\.[ \t]*(?:"[^"]{1,200}"|'[^']{1,200}'|[\w-]{1,200})){0,8})[ \t]*=[ \t]*/;
const KEY_PART = /"[^"]*"|'[^']*'|[\w-]+/g;

/** What a part of a key says; `"a\nb"` is two lines. */
function saidBy(part: string): string {
  if (!part.startsWith('"') || !part.includes('\\')) return part.replace(/^["']|["']$/g, '');
  try {
    return String(parse(`key = ${part}`).key);
  } catch {
    // It ends at a quote that is a part of it, and is found by nobody.
    return part;
  }
}

const partsOf = (key: string) => (key.match(KEY_PART) ?? []).map(saidBy);

/** What a line names: a table, or a key of the table that it stands in, and where that begins. */
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
 * The 1-based place of a value in a TOML text, for a message: the library that reads TOML tells none. Of what stands in an
 * inline table or a list it is the place of the whole; of what cannot be found, the first line.
 */
export function placeOfTomlKey(toml: string, path: TomlPath): { line: number; column: number } {
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
