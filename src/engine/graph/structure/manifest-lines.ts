import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { lineAndColumn } from '../../text/json-position.ts';

/** The 1-based line of a place in a text. */
export const lineAt = (text: string, place: number): number => lineAndColumn(text, place).line;

/** The line in which a value of a JSON text stands, 1-based; `null` where there is none. @param way its keys and places in lists */
export function lineInJson(text: string, way: readonly (string | number)[]): number | null {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const node = root === undefined ? undefined : findNodeAtLocation(root, [...way]);
  return node === undefined ? null : lineAt(text, node.offset);
}

const KEY = /^\s{0,99}["']?([\w.-]{1,99})["']?\s{0,99}[=:]/;
/** What a path may go on with on either side, so that a part of another one is not taken for it. */
const OF_PATH = /[\w./-]/;

/** Whether a line has a value as a whole: not as a part of a longer path, nor in a comment. */
function holds(line: string, value: string): boolean {
  for (let at = line.indexOf(value); at >= 0; at = line.indexOf(value, at + 1)) {
    const [before = '', after = ''] = [line[at - 1], line[at + value.length]];
    if (!OF_PATH.test(before) && !OF_PATH.test(after)) return true;
  }
  return false;
}

/**
 * The line of a TOML, YAML or INI text in which a setting has a value, 1-based: where the key stands before it on its line, or on one above
 * it; `null` where it is not found.
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

/** The first line of a text that is no comment and has a value, 1-based. */
export function lineOfValue(text: string, value: string): number | null {
  const at = text.split(/\r?\n/).findIndex((line) => !/^\s*[#;]/.test(line) && holds(line, value));
  return at < 0 ? null : at + 1;
}
