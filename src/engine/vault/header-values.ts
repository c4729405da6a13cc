import { describeValue } from '../kernel/errors.ts';
import { type Header, type HeaderProblem, readHeader } from '../kernel/frontmatter.ts';
import { lineAndColumn } from '../kernel/json-position.ts';
import { readDay } from './calendar.ts';
import { FOREIGN } from './comparable.ts';
import type { NoteProblem } from './note.ts';
import { readLink } from './wikilinks.ts';

const NUMBER = /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?|0x[\da-fA-F]{1,13}|0o[0-7]{1,17})$/;
const BRACKETS = /\[\[([^[\]]*)\]\]/g;

/** No deeper than brackets around brackets in a list; what is deeper nobody meant. */
const DEEPEST_LIST = 8;

type Limits = { readonly least: number; readonly most: number; readonly allowed: string };

function scalarText(value: unknown): string | null {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' || typeof value === 'boolean' ? String(value).trim() : null;
}

/** The list that a value is: one text is divided at commas. Elements that are no text stay what they are. */
function elements(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return typeof value === 'string' ? value.split(',') : [value];
}

/** What is ASCII alone is composed. */
function tagOf(word: string): string {
  const text = word.startsWith('#') ? word.slice(1) : word;
  return (FOREIGN.test(text) ? text.normalize('NFC') : text).toLowerCase();
}

function codeOf({ isRepeatedKey, fix }: HeaderProblem): NoteProblem['code'] {
  if (isRepeatedKey) return 'repeated-key';
  return fix === null ? 'bad-header' : 'yaml';
}

const isRefused = ({ code }: NoteProblem) => code === 'yaml' || code === 'bad-header';

/** Where the value of a key begins in the YAML of a header; 0 where that cannot be told. */
export function valueOffset(yaml: string, key: string): number {
  const match = new RegExp(`^(["']?)${key}\\1[ \\t]*:[ \\t]*`, 'm').exec(yaml);
  return match === null ? 0 : match.index + match[0].length;
}

/** What somebody wrote into a header, as what it has to be; what cannot be is a problem at its place and counts as missing. */
export class HeaderValues {
  readonly problems: NoteProblem[] = [];
  readonly #text: string;
  readonly #header: Header | null;
  readonly #values: ReadonlyMap<string, unknown>;

  constructor(text: string, header: Header | null) {
    this.#text = text;
    this.#header = header;
    const { values, problem } = header === null || header.language !== null ? NOTHING : readHeader(header.yaml);
    this.#values = values;
    if (header === null) return;
    if (problem !== null) {
      const { line } = lineAndColumn(text, header.yamlFrom);
      this.problems.push({ code: codeOf(problem), message: problem.message, line: line - 1 + problem.line, column: problem.column });
    }
    if (header.language === null) return;
    const message = `a header is YAML and never code; this one says it is ${JSON.stringify(header.language)} and is not read`;
    this.problems.push({ code: 'code-header', message, line: 1, column: 1 });
  }

  /** Notes a problem with the value of a key. */
  report(code: NoteProblem['code'], key: string, message: string, shown: { value: unknown; allowed: string }): void {
    // Of a header that YAML refuses nobody knows what its values should have been; a day counts all the same.
    if (code !== 'bad-date' && this.problems.some(isRefused)) return;
    this.problems.push({ code, message: `${key} ${message}${describeValue(shown)}`, ...this.#placeOf(key) });
  }

  /** Empty where there is none. */
  text(key: string): string {
    const value = this.#values.get(key);
    const text = scalarText(value);
    if (text !== null) return text;
    this.report('bad-value', key, 'is not text', { value, allowed: 'text; in quotes if it begins with a bracket' });
    // A title such as `[WIP]` is a list to YAML.
    return Array.isArray(value) && value.every((part) => scalarText(part) !== null) ? `[${value.join(', ')}]` : '';
  }

  /** The words of a list of tags, without their `#`. */
  tags(key: string): string[] {
    const values = elements(this.#values.get(key));
    const words = values.map(scalarText).filter((word) => word !== null);
    if (words.length < values.length)
      this.report('bad-value', key, 'holds more than words', { value: values, allowed: 'a list such as [deploy, risk]' });
    return words.map(tagOf).filter((word) => word !== '');
  }

  number(key: string, { least, most, allowed }: Limits): number | null {
    const value = this.#values.get(key);
    const text = scalarText(value);
    if (text === '') return null;
    const number = text !== null && NUMBER.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    this.report('bad-value', key, 'is not such a number', { value, allowed });
    return null;
  }

  day(key: string, timeZone: string): string | null {
    const value = this.#values.get(key);
    const day = readDay(value, timeZone);
    if (day !== null || scalarText(value) === '') return day;
    this.report('bad-date', key, 'is not a day', { value, allowed: 'a date such as 2026-04-12' });
    return null;
  }

  /** The targets of all links in the values of some keys, with or without brackets, each once. */
  targets(...keys: readonly string[]): string[] {
    const found = keys.flatMap((key) => this.#targetsOf(key)).filter((target) => target !== '');
    return found.length < 2 ? found : [...new Set(found)];
  }

  #targetsOf(key: string): string[] {
    const value = this.#values.get(key);
    if (value === undefined || value === null) return [];
    return (Array.isArray(value) ? value : [value]).flatMap((element: unknown) => {
      // `[[a, b]]` without quotes is a list in a list, and its commas are part of the target.
      const text = Array.isArray(element) ? element.flat(DEEPEST_LIST).map(scalarText).join(', ') : scalarText(element);
      if (text === null) {
        this.report('bad-value', key, 'holds more than links', {
          value,
          allowed: 'a list of notes such as ["[[20260412_deploy_freeze]]"]',
        });
        return [];
      }
      const inner = [...text.matchAll(BRACKETS)].map((match) => match[1] ?? '');
      return (inner.length === 0 ? [text] : inner).map((link) => readLink(link).target);
    });
  }

  #placeOf(key: string): { line: number; column: number } {
    const { yaml = '', yamlFrom = 0 } = this.#header ?? {};
    return lineAndColumn(this.#text, yamlFrom + valueOffset(yaml, key));
  }
}

const NOTHING: ReturnType<typeof readHeader> = { values: new Map(), problem: null };
