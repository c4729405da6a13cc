import path from 'node:path';
import { lineAndColumnAt, lineStarts, type Range } from '../../text/markdown/markdown.ts';
import { findMarkers } from '../moc/markers.ts';
import { isNotePath } from '../notes/note-paths.ts';
import { RangeWalk } from './range-walk.ts';
import type { LocatedLink } from './wikilinks.ts';

/** Brackets, escapes, and paragraph ends. */
const SIGNS = /\\[^\n]|[[\]]|\n[ \t\r>]*\n/g;
const TITLE = /(?:[ \t]+(?:\r?\n[ \t]*)?|\r?\n[ \t]*)(?:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\((?:\\.|[^()\\\n])*\))/.source;
/** Address in angle brackets, or without white space and with balanced parentheses. */
const ADDRESS = /(?:<((?:\\[^\n]|[^<>\\\n])*)>|((?:\\[^\n]|[^\s()<>\\]|\((?:\\[^\n]|[^\s()\\])*\))+))/.source;
/** Parentheses after the text of an inline link. */
const INLINE = new RegExp(`\\([ \\t]*(?:\\r?\\n[ \\t]*)?${ADDRESS}(?:${TITLE})?[ \\t]*(?:\\r?\\n[ \\t]*)?\\)`, 'y');
/** Link reference definition. */
const DEFINITION = new RegExp(
  `^ {0,3}\\[(?!\\^)(?:\\\\[^\\n]|[^[\\]\\\\\\n]){1,999}\\]:[ \\t]*${ADDRESS}(?=(?:${TITLE})?[ \\t]*\\r?$)`,
  'gm',
);
/** Address that is not a file of the vault: `https:`, `mailto:`, `//host`. */
const ELSEWHERE = /^(?:[A-Za-z][A-Za-z0-9+.-]*:|\/\/)/;

/** Decodes backslash escapes and percent-encoding in an address. */
function decoded(written: string): string {
  const plain = written.replace(/\\([!-/:-@[-`{-~])/g, '$1');
  try {
    return decodeURIComponent(plain);
  } catch {
    // The text contains a percent sign that is not an encoding.
    return plain;
  }
}

/**
 * Reports whether a path may be a note of the vault, so that links to other files are ignored.
 * @param file path of the note that contains the link
 */
function isOfNote(target: string, file: string): boolean {
  const bare = target.replace(/\.md$/i, '');
  if (bare.endsWith('/') || (bare === target && path.posix.extname(target) !== '')) return false;
  const place = path.posix.join(path.posix.dirname(file), bare);
  return !place.startsWith('../') && isNotePath(`${place}.md`);
}

interface Address extends Range {
  readonly written: string;
  /** Range of the whole link. */
  readonly whole: Range;
}

/** Returns the address in a match. @param from offset at which to search for the address */
function addressIn(match: RegExpExecArray, text: string, from: number): Address {
  const [raw, angled, plain] = match;
  const written = angled ?? plain ?? '';
  const mark = angled === undefined ? written : `<${written}>`;
  const at = text.indexOf(mark, from) + (angled === undefined ? 0 : 1);
  return { written, from: at, to: at + written.length, whole: { from: match.index, to: match.index + raw.length } };
}

/** Finds the addresses of `[text](address "title")`. Brackets are paired within a paragraph, even if code is between them. */
class InlineAddresses {
  readonly found: Address[] = [];
  #open: number[] = [];

  constructor(private readonly text: string) {}

  scan(prose: readonly Range[]): Address[] {
    let end = 0;
    for (const { from, to } of prose) {
      if (this.text.slice(end, from).includes('\n')) this.#open = [];
      this.#scanRange(from, to);
      end = to;
    }
    return this.found;
  }

  #scanRange(from: number, to: number): void {
    SIGNS.lastIndex = from;
    for (let match = SIGNS.exec(this.text); match !== null && match.index < to; match = SIGNS.exec(this.text)) {
      const [sign] = match;
      if (sign === '[') this.#open.push(match.index);
      else if (sign === ']') this.#close(match.index, to);
      else if (sign.startsWith('\n')) this.#open = [];
    }
  }

  #close(close: number, end: number): void {
    const { text } = this;
    const open = this.#open.pop();
    if (open === undefined || text[close + 1] !== '(' || (text[open + 1] === '[' && text[close - 1] === ']')) return;
    INLINE.lastIndex = close + 1;
    const match = INLINE.exec(text);
    if (match === null || INLINE.lastIndex > end) return;
    const begin = text[open - 1] === '!' ? open - 1 : open;
    const { whole, ...address } = addressIn(match, text, close + 1);
    this.found.push({ ...address, whole: { from: begin, to: whole.to } });
  }
}

/** Returns the addresses of `[label]: address`. */
function definedAddresses(text: string, prose: readonly Range[]): Address[] {
  const walk = new RangeWalk(prose);
  return Array.from(text.matchAll(DEFINITION))
    .filter(({ index }) => (walk.at(index)?.from ?? text.length) <= index)
    .map((match) => addressIn(match, text, text.indexOf(']:', match.index)));
}

/** Returns the addresses of all Markdown links of a text. @param prose ranges in which links may be */
export function findAddresses(text: string, prose: readonly Range[]): Address[] {
  // Most texts contain none, and these two searches cost little.
  const inline = text.includes('](') ? new InlineAddresses(text).scan(prose) : [];
  const defined = text.includes(']:') ? definedAddresses(text, prose) : [];
  return [...inline, ...defined];
}

/**
 * Returns the Markdown links of a note's text that may lead to notes, in order: `[text](./my%20note.md#heading "title")`, `[text](<my
 * note.md>)`, `[label]: note.md`. Excludes links to external addresses and other kinds of files, and links in sections that programs fill:
 * otherwise a list of orphans would leave no orphans.
 * @param prose ranges in which links may be
 * @param file path of the note
 */
export function findMarkdownLinks(text: string, prose: readonly Range[], file: string, starts = lineStarts(text)): LocatedLink[] {
  const addresses = findAddresses(text, prose);
  const sections = addresses.length === 0 ? [] : findMarkers(text).sections;
  const isFilled = (at: number) => sections.some(({ open, close }) => open.from <= at && at < close.to);
  return addresses.flatMap(({ written, from, whole }) => {
    const hash = written.indexOf('#');
    const [place, heading] = hash === -1 ? [written, null] : [written.slice(0, hash), decoded(written.slice(hash + 1))];
    const target = decoded(place);
    if (target === '' || ELSEWHERE.test(written) || !isOfNote(target, file) || isFilled(whole.from)) return [];
    const raw = text.slice(whole.from, whole.to);
    const { line } = lineAndColumnAt(starts, whole.from);
    const targetAt = { from, to: from + place.length };
    return [{ raw, target, heading, label: null, kind: 'markdown', ...whole, line, targetAt }];
  });
}

/** A Markdown link that is the whole value of a property. */
export interface MarkdownValue {
  /** Empty for an address that is not a file of the vault. A path in folders is relative to the note's folder. */
  readonly target: string;
  /** Address without heading, as written. */
  readonly address: string;
  readonly isAngled: boolean;
}

const LABEL = /^!?\[(?:\\[^\n]|[^[\]\\\n])*\](?=\()/;

/** Parses a value of a property such as `[text](my%20note.md#heading)`; `null` if it is not exactly one Markdown link. */
export function readMarkdownValue(value: string): MarkdownValue | null {
  const text = value.trim();
  const [label] = LABEL.exec(text) ?? [];
  if (label === undefined) return null;
  INLINE.lastIndex = label.length;
  const match = INLINE.exec(text);
  if (match === null || match[0].length + label.length !== text.length) return null;
  const [, angled, plain = ''] = match;
  const written = angled ?? plain;
  const [address = ''] = written.split('#', 1);
  const path = ELSEWHERE.test(written) ? '' : decoded(address);
  const target = path.includes('/') && !/^\.{0,2}\//.test(path) ? `./${path}` : path;
  return { target, address, isAngled: angled !== undefined };
}

/** Encodes a path for the address of a Markdown link. @param isAngled whether the address is in angle brackets */
export function writtenAddress(target: string, isAngled: boolean): string {
  if (isAngled) return target.replace(/[<>\\%#\n]/g, encodeURIComponent);
  return encodeURI(target).replace(/[()#?:]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
