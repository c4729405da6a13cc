import { isDeepStrictEqual } from 'node:util';
import { isMap, isScalar, isSeq, type Pair, type ParsedNode } from 'yaml';
import { CortexError } from '../../platform/errors.ts';
import { composeYaml, MAX_YAML_LENGTH, NUMBERS_ARE_TEXT } from '../yaml.ts';
import { isWithoutKeys, readHeader } from './frontmatter.ts';
import { splitEntries } from './frontmatter-entries.ts';
import { formatKey, formatList, formatListItem, formatQuoted, formatScalar } from './frontmatter-scalars.ts';
import { type SplitText, splitHeader } from './split-header.ts';

/** A list is an array; `null` removes the key. */
export type HeaderValue = string | number | readonly string[] | null;

/** A range of a header and its replacement. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The place of a key's value, for lines that are valid YAML on their own. */
interface ValueLocation {
  /** Offset after the colon. */
  readonly colon: number;
  readonly value: ParsedNode | null;
}

/** Returns the place of a key's value in its lines; `null` if they are not valid YAML on their own, or are refused. */
export function findValue(lines: string): ValueLocation | null {
  try {
    return composedPlace(lines);
  } catch {
    // Nested too deeply, or too many aliases.
    return null;
  }
}

function composedPlace(lines: string): ValueLocation | null {
  const [document, second] = composeYaml(lines, NUMBERS_ARE_TEXT);
  if (document === undefined || second !== undefined || document.errors.length > 0 || !isMap(document.contents)) return null;
  const [pair, another]: Pair<ParsedNode, ParsedNode | null>[] = document.contents.items;
  if (pair === undefined || another !== undefined) return null;
  const colon = pair.srcToken?.sep?.find(({ type }) => type === 'map-value-ind');
  return colon === undefined ? null : { colon: colon.offset + 1, value: pair.value };
}

/** Returns the end of the content, without the last line break. */
function contentEnd(lines: string): number {
  if (!lines.endsWith('\n')) return lines.length;
  return lines.length - (lines.endsWith('\r\n') ? 2 : 1);
}

/** Edits a list with one line for each item, only where the items differ; `null` if the list has another form. */
function spliceItems(lines: string, node: ParsedNode, items: readonly string[], eol: string): Splice | null {
  if (!isSeq(node) || node.flow || items.length === 0) return null;
  const starts = [...lines.matchAll(/^[ \t]*-(?=[ \t\r\n]|$)/gm)].map(({ index }) => index);
  const old = node.items.map((item) => (isScalar(item) ? item.value : undefined));
  const [first = 0] = starts;
  if (starts.length !== old.length || first === 0) return null;
  let same = 0;
  while (same < old.length && same < items.length && old[same] === items[same]) same += 1;
  let tail = 0;
  while (tail < Math.min(old.length, items.length) - same && old.at(-1 - tail) === items.at(-1 - tail)) tail += 1;
  const from = starts[same] ?? lines.length;
  const to = starts[old.length - tail] ?? lines.length;
  const indent = /^[ \t]*/.exec(lines.slice(first))?.[0] ?? '';
  const added = items.slice(same, items.length - tail).map((item) => `${indent}- ${formatListItem(item)}${eol}`);
  const joint = from === lines.length && !lines.endsWith('\n') ? eol : '';
  return { from, to, text: joint + added.join('') };
}

const isList = (value: HeaderValue): value is readonly string[] => Array.isArray(value);

/** A key with a one-word value, the common case. Its place is found without a parser. */
const WORD = /^([^\s:'"]+:[ \t]+)(["']?)[A-Za-z0-9](?:[\w.:+-]*\w)?\2(?=[ \t]*\r?\n?$)/;

/** Returns the edit of a one-word value; `null` for any other value. */
function spliceWord(lines: string, value: string | number): Splice | null {
  const [word, before = '', quote = ''] = WORD.exec(lines) ?? [];
  return word === undefined ? null : { from: before.length, to: word.length, text: inQuotes(quote, value) };
}

/** Returns the edit of a value within the lines of its key. */
function spliceValue(lines: string, key: string, value: Exclude<HeaderValue, null>, eol: string): Splice {
  const text = isList(value) ? formatList(value) : formatScalar(value);
  const word = isList(value) ? null : spliceWord(lines, value);
  if (word !== null) return word;
  const place = findValue(lines);
  const end = contentEnd(lines);
  if (place === null) return { from: lines.indexOf(':', key.length) + 1, to: end, text: ` ${text}` };
  const { colon, value: node } = place;
  const items = node !== null && isList(value) && isBare(node) ? spliceItems(lines, node, value, eol) : null;
  if (items !== null) return items;
  if (node === null || !isReplaceable(node, value)) return { from: colon, to: end, text: ` ${text}` };
  const [from, to] = node.range;
  if (from === to) return { from: colon, to: colon, text: ` ${text}` };
  return { from, to, text: isList(value) ? text : inQuotes(quoteOf(node), value) };
}

/** Returns the quote around a value; `''` for an unquoted one. */
function quoteOf(node: ParsedNode): string {
  if (!isScalar(node)) return '';
  if (node.type === 'QUOTE_DOUBLE') return '"';
  return node.type === 'QUOTE_SINGLE' ? "'" : '';
}

/** Formats a value with the quotes of the previous one, which may be intended: a quoted day is not a date. */
function inQuotes(quote: string, value: string | number): string {
  const text = formatScalar(value);
  if (quote === '' || text !== value) return text;
  return quote === '"' ? formatQuoted(value) : `'${value.replaceAll("'", "''")}'`;
}

/** Whether a node has no anchor or tag, which would also apply to the new value. */
function isBare(node: ParsedNode): boolean {
  return node.tag === undefined && !('anchor' in node && node.anchor !== undefined);
}

/** Whether the new value can replace the old one in place, so that a comment after it stays. */
function isReplaceable(node: ParsedNode, value: HeaderValue): boolean {
  if (!isBare(node)) return false;
  return isList(value) ? isSeq(node) && node.flow === true : isScalar(node) && /^(?:PLAIN|QUOTE_)/.test(node.type ?? '');
}

function splicesFor(yaml: string, key: string, value: HeaderValue, eol: string): Splice[] {
  const entries = splitEntries(yaml).filter((entry) => entry.key === key);
  if (value === null) return entries.map(({ from, to }) => ({ from, to, text: '' }));
  const last = entries.at(-1);
  if (last !== undefined) {
    const { from, to, text } = spliceValue(yaml.slice(last.from, last.to), key, value, eol);
    // Of repeated keys the last one counts. The others would contradict the new value.
    const others = entries.slice(0, -1).map((other) => ({ from: other.from, to: other.to, text: '' }));
    return [...others, { from: last.from + from, to: last.from + to, text }];
  }
  const line = `${formatKey(key)}: ${isList(value) ? formatList(value) : formatScalar(value)}${eol}`;
  return [{ from: yaml.length, to: yaml.length, text: line }];
}

function applySplices(text: string, splices: readonly Splice[]): string {
  return splices.reduceRight((rest, { from, to, text: inserted }) => rest.slice(0, from) + inserted + rest.slice(to), text);
}

/** Returns the error for a header that cannot be edited. */
function refused(message: string, next: string, value?: string): CortexError {
  return new CortexError('broken-file', message, { ...(value !== undefined && { value }), next });
}

/** Returns a value as it reads after it is written. */
const readAs = (value: Exclude<HeaderValue, null>) => (typeof value === 'number' ? formatScalar(value) : value);

/** Verifies that unchanged keys read as before, and the others as requested. */
function requireOnly(before: string, after: string, changes: Readonly<Record<string, HeaderValue>>): void {
  const [old, now] = [readHeader(before), readHeader(after)];
  const expected = new Map(old.problem === null ? old.values : now.values);
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) expected.delete(key);
    else expected.set(key, readAs(value));
  }
  const wrong = [...new Set([...expected.keys(), ...now.values.keys()])].find(
    (key) => !isDeepStrictEqual(expected.get(key), now.values.get(key)) || expected.has(key) !== now.values.has(key),
  );
  if (wrong === undefined && (old.problem !== null || now.problem === null)) return;
  throw refused('the header is written in a way that cannot be changed key by key', 'Change it by hand.', wrong ?? '');
}

/** Returns the 1-based line of an offset. */
const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

const isMapping = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Checks that no list to change contains keys and values: they would be lost. @throws CortexError `broken-file` */
function requirePlainLists({ header }: SplitText, text: string, changes: Readonly<Record<string, HeaderValue>>): void {
  if (header === null) return;
  const present = readHeader(header.yaml).values;
  for (const [key, value] of Object.entries(changes)) {
    if (!isList(value) || ![present.get(key)].flat(Number.POSITIVE_INFINITY).some(isMapping)) continue;
    const from = splitEntries(header.yaml).findLast((entry) => entry.key === key)?.from ?? 0;
    const next = 'Write it as a list of texts, then try again. Nothing was changed.';
    throw new CortexError('broken-file', `the key ${JSON.stringify(key)} is not a list of texts`, {
      line: lineAt(text, header.yamlFrom + from),
      next,
    });
  }
}

/** Checks that no list to change is written twice: the items of the other one would be lost. @throws CortexError `broken-file` */
function requireSingleLists({ header }: SplitText, text: string, changes: Readonly<Record<string, HeaderValue>>): void {
  if (header === null) return;
  const entries = splitEntries(header.yaml);
  for (const [key, value] of Object.entries(changes)) {
    const [, second] = isList(value) ? entries.filter((entry) => entry.key === key) : [];
    if (second === undefined) continue;
    const line = lineAt(text, header.yamlFrom + second.from);
    const next = 'Keep one of the two, then try again. Nothing was changed.';
    throw new CortexError('broken-file', `the key ${JSON.stringify(key)} is repeated`, { line, next });
  }
}

function requireEditable({ header, unclosed }: SplitText, text: string): void {
  const next = 'Correct the header by hand, then try again. Nothing was changed.';
  if (unclosed) throw refused('the header has no closing line of `---`', next);
  if (header === null) return;
  if (header.language !== null) throw refused('the header is not YAML', next, `---${header.language}`);
  if (header.yaml.length > MAX_YAML_LENGTH) throw refused(`the header has more than ${MAX_YAML_LENGTH} characters`, next);
  if (!isWithoutKeys(header.yaml)) return;
  // A line with a key would turn valid YAML of another program into invalid YAML.
  const line = lineAt(text, header.yamlFrom);
  const message = 'the header is a list or a text, not lines of `key: value`';
  throw new CortexError('broken-file', message, { line, next: 'Write it as `key: value`, then try again. Nothing was changed.' });
}

/**
 * Edits keys of a text's header and changes no other byte. Values are replaced in place, new keys are appended, and a text without a header
 * gets one. Lists keep their form, on one line or with one line for each item. A header that is not valid YAML is edited line by line.
 * @param changes by key; `null` removes it
 * @throws CortexError `broken-file` for a header that is unclosed, is not YAML data, is too large, or cannot be edited without changing the
 * meaning of another part; `invalid-input` for changes that would make it too large
 */
export function editHeader(text: string, changes: Readonly<Record<string, HeaderValue>>): string {
  const split = splitHeader(text);
  requireEditable(split, text);
  requireSingleLists(split, text, changes);
  requirePlainLists(split, text, changes);
  const { header, bodyFrom, eol } = split;
  const before = header?.yaml ?? '';
  const present = readHeader(before).values;
  let yaml = before;
  for (const [key, value] of Object.entries(changes)) {
    if (value === null || !isDeepStrictEqual(present.get(key), readAs(value))) yaml = applySplices(yaml, splicesFor(yaml, key, value, eol));
  }
  if (yaml === before) return text;
  requireOnly(before, yaml, changes);
  if (yaml.length > MAX_YAML_LENGTH) {
    const next = 'Shorten the values.';
    throw new CortexError('invalid-input', `the header would have more than ${MAX_YAML_LENGTH} characters`, { next });
  }
  if (header !== null) return text.slice(0, header.yamlFrom) + yaml + text.slice(header.yamlFrom + before.length);
  return `${text.slice(0, bodyFrom)}---${eol}${yaml}---${eol}${text.slice(bodyFrom)}`;
}
