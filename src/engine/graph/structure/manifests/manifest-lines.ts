import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { onDemand } from '../../../platform/on-demand.ts';
import { lineAndColumn } from '../../../text/json/json-position.ts';

/** Returns the 1-based line of an offset. */
export const lineAt = (text: string, place: number): number => lineAndColumn(text, place).line;

/**
 * Returns the 1-based line of a value in JSON text; `null` if there is no such value.
 * @param way the keys and array indexes that lead to the value
 */
export function lineInJson(text: string, way: readonly (string | number)[]): number | null {
  return jsonLines(text)(way);
}

/** Like `lineInJson`, for many values of one text, which is parsed once. */
export function jsonLines(text: string): (way: readonly (string | number)[]) => number | null {
  const parsed = onDemand(() => ({ root: parseTree(text, [], { allowTrailingComma: true }) }));
  return (way) => {
    const { root } = parsed();
    const node = root === undefined ? undefined : findNodeAtLocation(root, [...way]);
    return node === undefined ? null : lineAt(text, node.offset);
  };
}

const KEY = /^\s{0,99}["']?([\w.-]{1,99})["']?\s{0,99}[=:]/;
/** Characters that continue a path, so that a part of a longer path does not match. */
const OF_PATH = /[\w./-]/;

/** Whether a line contains a value that is not part of a longer path. */
function holds(line: string, value: string): boolean {
  for (let at = line.indexOf(value); at >= 0; at = line.indexOf(value, at + 1)) {
    const [before = '', after = ''] = [line[at - 1], line[at + value.length]];
    if (!OF_PATH.test(before) && !OF_PATH.test(after)) return true;
  }
  return false;
}

/**
 * Returns the 1-based line of TOML, YAML or INI text where a setting has a value. The key is before the value on the same line, or on a
 * line above. `null` if not found.
 */
export function lineOfSetting(text: string, key: string, value: string): number | null {
  let open = '';
  for (const [n, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*[#;]/.test(line)) continue;
    open = KEY.exec(line)?.[1] ?? open;
    const isOfKey = open === key || open.endsWith(`.${key}`) || holds(line, key);
    if (isOfKey && holds(line, value)) return n + 1;
  }
  return null;
}

/** Returns the 1-based line of the first occurrence of a value outside of comment lines; `null` if not found. */
export function lineOfValue(text: string, value: string): number | null {
  const at = text.split(/\r?\n/).findIndex((line) => !/^\s*[#;]/.test(line) && holds(line, value));
  return at < 0 ? null : at + 1;
}
