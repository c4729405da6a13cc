import { isDeepStrictEqual } from 'node:util';
import { isScalar, isSeq, type ParsedNode } from 'yaml';
import { MAX_YAML_LENGTH } from '../yaml.ts';
import { readHeader } from './frontmatter.ts';
import { findValue, type Splice } from './frontmatter-edit.ts';
import { splitEntries } from './frontmatter-entries.ts';
import { formatList, formatListItem } from './frontmatter-scalars.ts';
import { splitHeader } from './split-header.ts';

/** Appends after the last item of a list on one line, or inside empty brackets. */
function inBrackets(node: ParsedNode, last: unknown, text: string): Splice {
  const [, end] = node.range;
  if (typeof last !== 'object' || last === null || !('range' in last) || !Array.isArray(last.range)) {
    return { from: end - 1, to: end - 1, text };
  }
  const at = Number(last.range[1]);
  return { from: at, to: at, text: `, ${text}` };
}

/** Appends a line after those of the other items. */
function below(lines: string, item: string, eol: string): Splice {
  const indent = /^([ \t]*)-/m.exec(lines.slice(lines.indexOf('\n') + 1))?.[1] ?? '';
  const joint = lines.endsWith('\n') ? '' : eol;
  return { from: lines.length, to: lines.length, text: `${joint}${indent}- ${formatListItem(item)}${eol}` };
}

/** Returns the edit that adds an item to the lines of a key. A single value becomes the first item of a list. */
function spliceFor(lines: string, item: string, eol: string): Splice | null {
  const { colon, value } = findValue(lines) ?? {};
  if (colon === undefined || value === undefined) return null;
  const list = formatList([item]);
  const text = list.slice(1, -1);
  if (value === null) return { from: colon, to: colon, text: ` ${list}` };
  const [from, to] = value.range;
  if (isSeq(value)) return value.flow ? inBrackets(value, value.items.at(-1), text) : below(lines, item, eol);
  if (!isScalar(value)) return null;
  if (value.value === null) return from === to ? { from: colon, to: colon, text: ` ${list}` } : { from, to, text: list };
  return { from, to, text: `[${lines.slice(from, to)}, ${text}]` };
}

function withItem(value: unknown, item: string): readonly unknown[] {
  if (Array.isArray(value)) return [...value, item];
  return value === undefined || value === null ? [item] : [value, item];
}

/**
 * Appends an item to a key of a text's header. All other bytes, such as other items and comments, stay unchanged.
 * @returns `null` if the key does not exist, or if its value has a form without a place for an item
 */
export function appendToHeader(text: string, key: string, item: string): string | null {
  const { header, eol } = splitHeader(text);
  if (header === null || header.language !== null || header.yaml.length > MAX_YAML_LENGTH) return null;
  const { yaml, yamlFrom } = header;
  const entry = splitEntries(yaml).findLast((each) => each.key === key);
  const splice = entry === undefined ? null : spliceFor(yaml.slice(entry.from, entry.to), item, eol);
  if (entry === undefined || splice === null) return null;
  const after = yaml.slice(0, entry.from + splice.from) + splice.text + yaml.slice(entry.from + splice.to);
  const [old, now] = [readHeader(yaml), readHeader(after)];
  const expected = new Map(old.values).set(key, withItem(old.values.get(key), item));
  const isRight = isDeepStrictEqual(now.values, expected) && (now.problem === null) === (old.problem === null);
  return isRight ? text.slice(0, yamlFrom) + after + text.slice(yamlFrom + yaml.length) : null;
}
