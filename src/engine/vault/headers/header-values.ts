import { describeValue } from '../../platform/errors.ts';
import { type HeaderProblem, readHeader } from '../../text/frontmatter/frontmatter.ts';
import type { Header } from '../../text/frontmatter/split-header.ts';
import { lineAndColumn } from '../../text/json/json-position.ts';
import { parseDay } from '../calendar.ts';
import { readMarkdownValue } from '../links/markdown-links.ts';
import { readLink } from '../links/wikilinks.ts';
import { isProperty } from '../note-fields.ts';
import type { NoteProblem } from '../notes/note.ts';
import { normalizeTag } from '../notes/tags.ts';
import { foldKeys, type KeyedValues, type RepeatedKey } from './header-keys.ts';
import { placeholderIn } from './placeholders.ts';

const NUMBER = /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?|0x[\da-fA-F]{1,13}|0o[0-7]{1,17})$/;
const BRACKETS = /\[\[([^[\]]*)\]\]/g;

/** Nesting limit: the deepest useful value is brackets within brackets in a list. */
const MAX_LIST_DEPTH = 8;

type Limits = { readonly least: number; readonly most: number; readonly allowed: string };

function scalarText(value: unknown): string | null {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' || typeof value === 'boolean' ? String(value).trim() : null;
}

/** Converts a value to a list. A string is split; elements that are not strings stay unchanged. */
function elements(value: unknown, divider: RegExp): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return typeof value === 'string' ? value.split(divider) : [value];
}

function codeOf({ isRepeatedKey, fix }: HeaderProblem): NoteProblem['code'] {
  if (isRepeatedKey) return 'repeated-key';
  if (fix === null) return 'bad-header';
  return fix.isClosing ? 'unclosed-list' : 'yaml';
}

const isRefused = ({ code }: NoteProblem) => code === 'yaml' || code === 'unclosed-list' || code === 'bad-header';

/** Returns the offset of a key's value in the YAML of a header; `null` if it is not found. @param key in lower case */
function valueOffset(yaml: string, key: string): number | null {
  const written = `^(["']?)${key}\\1[ \\t]*:[ \\t]*`;
  const match = new RegExp(written, 'm').exec(yaml) ?? new RegExp(written, 'im').exec(yaml);
  return match === null ? null : match.index + match[0].length;
}

/**
 * Returns the offset of a key's value in a text, in the first header that contains the key. Without such a header, the start of the first
 * header.
 */
export function valueOffsetInText(headers: readonly Header[], key: string): number {
  for (const { yaml, yamlFrom } of headers) {
    const offset = valueOffset(yaml, key);
    if (offset !== null) return yamlFrom + offset;
  }
  return headers[0]?.yamlFrom ?? 0;
}

/**
 * Header values, converted to the types that notes need. Invalid values are reported as problems with their position, and count as
 * missing.
 */
export class HeaderValues {
  readonly problems: NoteProblem[] = [];
  readonly #text: string;
  readonly #headers: readonly Header[];
  readonly #values: KeyedValues;
  readonly #further: readonly KeyedValues[];

  /** @param further headers after the first one. They supply the keys that the first one lacks (rulings, vault 10). */
  constructor(text: string, header: Header | null, further: readonly Header[] = []) {
    this.#text = text;
    this.#headers = header === null ? [] : [header, ...further];
    const first = header === null ? NOTHING : this.#read(header);
    this.#further = further.map((each) => this.#read(each));
    this.#values = further.length === 0 ? first : new Map([...this.#further.toReversed(), first].flatMap((values) => [...values]));
  }

  /** Returns the values of a header, and reports problems with the header as a whole. */
  #read(header: Header): KeyedValues {
    if (header.language !== null) {
      const message = `the header must be YAML, not ${JSON.stringify(header.language)}; it is not read`;
      this.problems.push({ code: 'code-header', message, line: 1, column: 1 });
      return NOTHING;
    }
    const { values, problem } = readHeader(header.yaml);
    if (problem !== null) {
      const { line } = lineAndColumn(this.#text, header.yamlFrom);
      this.problems.push({ code: codeOf(problem), message: problem.message, line: line - 1 + problem.line, column: problem.column });
    }
    const { folded, repeated } = foldKeys(values);
    for (const each of repeated) this.#reportRepeated(header, each);
    return folded;
  }

  #reportRepeated({ yaml, yamlFrom }: Header, { ignored, counts }: RepeatedKey): void {
    const at = Math.max(0, yaml.search(new RegExp(`^["']?${ignored.replace(/[^\p{L}\p{N}_-]/gu, '.')}["']?[ \\t]*:`, 'mu')));
    const message = `the key ${JSON.stringify(ignored)} is repeated as ${JSON.stringify(counts)}, which is used`;
    this.problems.push({ code: 'repeated-key', message, ...lineAndColumn(this.#text, yamlFrom + at) });
  }

  /** Reports a problem with the value of a key. */
  report(code: NoteProblem['code'], key: string, message: string, shown: { value: unknown; allowed: string }): void {
    // If the YAML is invalid, the values are guesses, and further problems would mislead. Dates are reported all the same.
    if (code !== 'bad-date' && this.problems.some(isRefused)) return;
    const placeholder = placeholderIn(this.#writtenValue(key));
    const why = placeholder === null ? `${key} ${message}${describeValue(shown)}` : `${key}: ${placeholder} is a placeholder of a template`;
    this.problems.push({ code, message: why, ...this.#placeOf(key) });
  }

  /** Returns the value as text; empty if there is none. */
  text(key: string): string {
    const value = this.#values.get(key);
    const text = scalarText(value);
    if (text !== null) return text;
    this.report('bad-value', key, 'is not text', { value, allowed: 'text; in quotes if it begins with a bracket' });
    // YAML parses a title such as `[WIP]` as a list.
    return Array.isArray(value) && value.every((part) => scalarText(part) !== null) ? `[${value.join(', ')}]` : '';
  }

  /** Like `text`, for a field of other programs, whose other values are not problems; empty if the value is not text. */
  foreignText(key: string): string {
    return scalarText(this.#values.get(key)) ?? '';
  }

  /** Like `day`, for a field of other programs, whose other values are not problems. */
  foreignDay(key: string, timeZone: string): string | null {
    return parseDay(this.#values.get(key), timeZone);
  }

  /** Like `text`, but returns the values of all headers. Empty ones are omitted. */
  texts(key: string): string[] {
    const text = this.text(key);
    const others = this.#further.map((values) => scalarText(values.get(key)) ?? '').filter((other) => other !== '');
    return text === '' ? others : [text, ...others];
  }

  /** Returns the names in a list. A string is split at commas; values that are not text are omitted. */
  names(...keys: readonly string[]): string[] {
    const found: string[] = [];
    for (const key of keys) {
      if (!this.#values.has(key)) continue;
      for (const element of elements(this.#values.get(key), /,/)) {
        const name = scalarText(element);
        if (name) found.push(name);
      }
    }
    return found;
  }

  /** Returns the tags in lists, without `#`. A string is split at commas and white space. */
  tags(...keys: readonly string[]): string[] {
    const found: string[] = [];
    for (const key of keys) if (this.#values.has(key)) this.#addTags(key, found);
    return found;
  }

  #addTags(key: string, found: string[]): void {
    const values = elements(this.#values.get(key) ?? this.#commentedTags(key), /[\s,]+/);
    let areWords = true;
    for (const value of values) {
      const word = scalarText(value);
      if (word === null) areWords = false;
      const tag = word === null ? '' : normalizeTag(word.startsWith('#') ? word.slice(1) : word);
      if (tag !== '') found.push(tag);
    }
    if (!areWords)
      this.report('bad-value', key, 'contains values that are not words', { value: values, allowed: 'a list such as [deploy, risk]' });
  }

  /** Returns the tags in `tags: #deploy #risk`, which is a comment in YAML. */
  #commentedTags(key: string): string | undefined {
    const at = valueOffsetInText(this.#headers, key);
    const value = this.#text.slice(at).split('\n', 1)[0]?.trim() ?? '';
    if (value === '' || !value.split(/[\s,]+/).every((word) => /^#[^\s#]/.test(word))) return undefined;
    this.report('bad-value', key, 'is a comment in YAML, but is read as tags', {
      value,
      allowed: 'a list such as [deploy, risk]',
    });
    return value;
  }

  number(key: string, { least, most, allowed }: Limits): number | null {
    const value = this.#values.get(key);
    const text = scalarText(value);
    if (text === '') return null;
    const number = text !== null && NUMBER.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    this.report('bad-value', key, 'is not a valid number', { value, allowed });
    return null;
  }

  day(key: string, timeZone: string): string | null {
    const value = this.#values.get(key);
    const day = parseDay(value, timeZone);
    if (day !== null || scalarText(value) === '') return day;
    this.report('bad-date', key, 'is not a date', { value, allowed: 'a date such as 2026-04-12' });
    return null;
  }

  /** Returns the distinct targets of all links in the values of some keys, with or without brackets. */
  targets(...keys: readonly string[]): string[] {
    const found: string[] = [];
    for (const key of keys) for (const target of this.#targetsOf(key)) if (target !== '') found.push(target);
    return found.length < 2 ? found : [...new Set(found)];
  }

  /** Returns the targets of all wikilinks in fields that are not meant for note references. */
  propertyTargets(): ReadonlySet<string> {
    const found = new Set<string>();
    for (const [key, value] of this.#values) if (isProperty(key)) addTargets(value, found);
    found.delete('');
    return found;
  }

  #targetsOf(key: string): readonly string[] {
    const value = this.#values.get(key);
    if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return NONE;
    return (Array.isArray(value) ? value : [value]).flatMap((element: unknown) => {
      // YAML parses an unquoted `[[a, b]]` as a list in a list. Its commas are part of the target.
      const text = Array.isArray(element) ? element.flat(MAX_LIST_DEPTH).map(scalarText).join(', ') : scalarText(element);
      if (text === null) {
        this.report('bad-value', key, 'contains values that are not links', {
          value,
          allowed: 'a list of notes such as ["[[20260412_deploy_freeze]]"]',
        });
        return [];
      }
      const markdown = readMarkdownValue(text);
      if (markdown !== null) return [markdown.target];
      const inner = [...text.matchAll(BRACKETS)].map((match) => match[1] ?? '');
      return (inner.length === 0 ? [text] : inner).map((link) => readLink(link).target);
    });
  }

  /** Returns the value of a key as written, also a list on several lines. */
  #writtenValue(key: string): string {
    return this.#text.slice(valueOffsetInText(this.#headers, key)).split(/\n(?![ \t]|-[ \t])/, 1)[0] ?? '';
  }

  #placeOf(key: string): { line: number; column: number } {
    return lineAndColumn(this.#text, valueOffsetInText(this.#headers, key));
  }
}

const NOTHING: KeyedValues = new Map();
const NONE: readonly never[] = [];

/** Adds the targets of all links in a value, also in nested lists and maps. */
function addTargets(value: unknown, found: Set<string>, depth = 0): void {
  if (typeof value === 'string') for (const match of value.matchAll(BRACKETS)) found.add(readLink(match[1] ?? '').target);
  if (typeof value !== 'object' || value === null || depth > MAX_LIST_DEPTH) return;
  for (const part of Object.values(value)) {
    const [only, ...more]: unknown[] = Array.isArray(value) && Array.isArray(part) ? part : [];
    // YAML parses an unquoted `[[acme]]` as a list in a list. Numbers in such lists are data, not links.
    if (typeof only === 'string' && more.length === 0 && !NUMBER.test(only)) found.add(readLink(only).target);
    addTargets(part, found, depth + 1);
  }
}
