import { onDemand } from '../../platform/on-demand.ts';
import { formatList, formatScalar, plainText, quotedScalar, readScalarAsText, trimSpaces } from './frontmatter-scalars.ts';

/** A repaired line, as `HeaderFix` of frontmatter.ts. */
interface Fix {
  readonly line: number;
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** It adds the missing end of a list, not quotes. */
  readonly isClosing: boolean;
}

const NULLS: ReadonlySet<string> = new Set(['', 'null', 'Null', 'NULL', '~']);
const MAX_NULL_LENGTH = 4;
/** A key that every reader reads as text. */
const FLAT_KEY = /^(?!(?:true|True|TRUE|false|False|FALSE|null|Null|NULL)$)[A-Za-z_][\w-]*$/;
/** List items without special YAML characters, which the library reads unchanged. */
const flatItem = onDemand(() => /^(?:[A-Za-z_][\w ./-]*|-?[\p{L}\p{N}_][^,[\]{}"':#&*!|>%@`?]*|"[^"\\]*"|'[^']*')$/u);

/** Parses a list on one line; `undefined` if that needs the library. */
function flatList(text: string): unknown[] | undefined {
  const inner = trimSpaces(text.slice(1, -1));
  if (inner === '') return [];
  const items: unknown[] = [];
  for (const part of inner.split(',')) {
    const item = trimSpaces(part);
    const value = flatItem().test(item) ? flatScalar(item) : undefined;
    if (value === undefined) return undefined;
    items.push(value);
  }
  return items;
}

function flatScalar(text: string): unknown {
  return plainText(text) ?? quotedScalar(text);
}

function flatValue(text: string): unknown {
  if (text.length <= MAX_NULL_LENGTH && NULLS.has(text)) return null;
  return text.startsWith('[') && text.endsWith(']') ? flatList(text) : flatScalar(text);
}

/** Reads the lines of a header that mean the same to every reader: `key: value`, and lists with one plain item on each line. */
class FlatReader {
  readonly values = new Map<string, unknown>();
  /** The list that the next items belong to: that of a key without a value on its line. */
  #list: { readonly key: string; readonly items: unknown[]; indent: number } | null = null;

  /** @returns whether the line is that simple */
  read(full: string): boolean {
    const line = trimSpaces(full);
    if (line === '' || full.startsWith('#')) return true;
    return line.startsWith('- ') ? this.#readItem(full, line) : this.#readEntry(full, line);
  }

  #readItem(full: string, line: string): boolean {
    const list = this.#list;
    const indent = full.indexOf('-');
    // Below the first item, an item that is indented differently is not an item of this list.
    if (list === null || (list.items.length > 0 && list.indent !== indent)) return false;
    const value = flatScalar(trimSpaces(line.slice(1)));
    if (value === undefined) return false;
    list.indent = indent;
    list.items.push(value);
    this.values.set(list.key, list.items);
    return true;
  }

  #readEntry(full: string, line: string): boolean {
    const colon = line.indexOf(':');
    const key = line.slice(0, Math.max(colon, 0));
    // Other indented lines belong to the line before them.
    if (full.startsWith(' ') || !FLAT_KEY.test(key) || this.values.has(key)) return false;
    if (colon + 1 < line.length && line[colon + 1] !== ' ') return false;
    const text = trimSpaces(line.slice(colon + 1));
    const value = flatValue(text);
    if (value === undefined) return false;
    this.#list = text === '' ? { key, items: [], indent: 0 } : null;
    this.values.set(key, value);
    return true;
  }
}

/** Parses a header whose lines mean the same to every reader; `null` for any other header. */
export function readFlatHeader(yaml: string): ReadonlyMap<string, unknown> | null {
  const reader = new FlatReader();
  for (let from = 0; from <= yaml.length; ) {
    const feed = yaml.indexOf('\n', from);
    // A carriage return belongs to a line break only before a line feed.
    const end = feed < 0 ? yaml.length : feed > from && yaml[feed - 1] === '\r' ? feed - 1 : feed;
    if (!reader.read(yaml.slice(from, end))) return null;
    from = feed < 0 ? yaml.length + 1 : feed + 1;
  }
  return reader.values;
}

const keyLine = onDemand(() => /^([\p{L}_][\p{L}\p{N}_.-]*)[ \t]*:(?=[ \t\r]|$)/u);
const ITEM_LINE = /^[ \t]*-(?:[ \t]([\s\S]*))?$/;
const BLOCK_TEXT = /^[|>][-+0-9]*$/;
/** Maximum number of lines of one header that are passed to the library. */
const MAX_TRIED = 200;

/** Removes surrounding quotes. */
function unquoted(text: string): string {
  const [first] = text;
  return text.length > 1 && (first === '"' || first === "'") && text.endsWith(first) ? text.slice(1, -1) : text;
}

/** Keys whose values are lists in all notes, as in `[a, b`. In a title the bracket is text: `name: [WIP`. */
const LISTS: ReadonlySet<string> = new Set([
  ...['tags', 'tag', 'aliases', 'alias', 'links', 'related'],
  ...['supersedes', 'superseded_by', 'contradicts', 'contradictions', 'cited'],
]);
/** The start of a list on one line, without its end. Two brackets are a link. */
const OPEN_LIST = /^\[(?!\[)[^\][]*$/;
/** The start of a map on one line, without its end. */
const OPEN_MAP = /^\{[^}:]*:[^}]*$/;

const isOpenList = (key: string, text: string): boolean => LISTS.has(key.toLowerCase()) && OPEN_LIST.test(text);

/** Parses a value as a reader without YAML does. */
function naiveValue(text: string): unknown {
  if (!text.startsWith('[') || !text.endsWith(']')) return unquoted(text);
  // Text that starts with `[[` is a link, not a nested list.
  const inner = text.startsWith('[[') ? text : text.slice(1, -1);
  const items = inner.split(',').map((item) => unquoted(item.trim()));
  return items.filter((item) => item !== '');
}

function repaired(value: unknown): string {
  return Array.isArray(value) ? formatList(value.map(String)) : formatScalar(String(value));
}

/** Parses a header that is not valid YAML: each line as YAML if it is valid on its own, else literally. */
class LineReader {
  readonly values = new Map<string, unknown>();
  fix: Fix | null = null;
  #tried = 0;
  #key: string | null = null;
  readonly #lines: readonly string[];

  constructor(yaml: string) {
    this.#lines = yaml.split('\n');
  }

  read(): void {
    let offset = 0;
    for (const [index, line] of this.#lines.entries()) {
      const [match, key = ''] = keyLine().exec(line) ?? [];
      if (match !== undefined) this.#begin(key, line, { index, offset, at: match.length });
      else if (this.#key !== null) this.#goOn(this.#key, line);
      offset += line.length + 1;
    }
  }

  #begin(key: string, line: string, { index, offset, at }: { index: number; offset: number; at: number }): void {
    const rest = line.slice(at).trim();
    this.#key = rest === '' || BLOCK_TEXT.test(rest) ? key : null;
    if (this.#key !== null) {
      this.values.set(key, rest === '' ? null : '');
      return;
    }
    const known = plainText(rest) ?? this.#alone(rest);
    const isClosing = known === undefined && isOpenList(key, rest);
    const value = known === undefined ? naiveValue(isClosing ? `${rest}]` : rest) : known;
    this.values.set(key, value);
    if (known !== undefined || this.fix !== null || /^[ \t]/.test(this.#lines[index + 1] ?? '')) return;
    // What an unclosed map should contain is not known, and quotes would make it text.
    if (OPEN_MAP.test(rest)) return;
    const from = offset + line.indexOf(rest, at);
    this.fix = { line: index + 1, from, to: from + rest.length, text: repaired(value), isClosing };
  }

  #alone(rest: string): unknown {
    this.#tried += 1;
    return this.#tried > MAX_TRIED ? undefined : readScalarAsText(rest);
  }

  /** Adds a list item or a line of text to the key above it. */
  #goOn(key: string, line: string): void {
    const value = this.values.get(key);
    const [item, text = ''] = ITEM_LINE.exec(line) ?? [];
    if (typeof value === 'string') {
      if (/^[ \t]/.test(line)) this.values.set(key, `${value}${value === '' ? '' : ' '}${line.trim()}`);
    } else if (item !== undefined) {
      const found = plainText(text.trim()) ?? unquoted(text.trim());
      if (Array.isArray(value)) value.push(found);
      else this.values.set(key, [found]);
    }
  }
}

/** Parses a header that is not valid YAML line by line. Also returns a fix for the first line that needs quotes. */
export function readLines(yaml: string): { values: ReadonlyMap<string, unknown>; fix: Fix | null } {
  const reader = new LineReader(yaml);
  reader.read();
  return { values: reader.values, fix: reader.fix };
}
