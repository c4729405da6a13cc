import { isAscii } from '../../text/ascii.ts';
import { markdownParts } from '../../text/markdown/markdown.ts';
import { partitionPoint } from '../../text/partition-point.ts';
import { RangeWalk } from '../links/range-walk.ts';
import { withoutLinks } from '../prose/first-line.ts';
import { comparable } from './comparable.ts';

/**
 * Reduces a text to its letters and digits. Punctuation, blanks and emphasis are ignored, because Obsidian and GitHub drop different ones.
 */
function lettersOf(text: string): string {
  const compared = comparable(text);
  return compared.replace(isAscii(compared) ? /[^a-z0-9]+/g : /[^\p{L}\p{M}\p{N}]+/gu, '');
}

/** Heading, also in a block quote or list item. */
const HEADING = /^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)?#{1,6}[ \t]+(.*)$/;
const UNDERLINE = /^[ \t>]*(?:=+|-+)[ \t]*$/;
const BLANK = /^[ \t>]*$/;
/** Beginning of a line that may be a heading or underline it. */
const BEGINS = /^[ \t>]*[-+*\d#=]/;
/** Without these, a text has neither blocks nor anchors. */
const MARKS = /[\^{<]/;
const FENCE = /```|~~~/;
const BLOCK_ID = /(?:^|\s)\^([A-Za-z0-9-]+)\s*$/;
/** Anchors in Markdown or HTML: `{#part}`, `<a id="part">`. */
const ANCHOR = /\{#([^\s}]+)|\b(?:id|name)=["']?([^"'\s>]+)/g;
const HTML_HEADING = /<h[1-6][^<>]*>([^<]*)/gi;
/** Length of a line to which headings are cut, in UTF-16 code units. */
const MAX_OF_LINE = 1_000;
/** Largest number of lines of an underlined heading. */
const MAX_LINES = 4;

const withoutReturn = (line: string) => (line.endsWith('\r') ? line.slice(0, -1) : line);

/** Returns the names of a heading: as written, as displayed, and without its id. */
function namesOf(heading: string): string[] {
  const written = heading.slice(0, MAX_OF_LINE).replace(BLOCK_ID, '');
  const bare = written.replace(/\{[^{}]*\}/g, '').replace(/<[^<>]*>/g, '');
  const spellings = new Set([written, bare, withoutLinks(bare)]);
  return [...new Set(Array.from(spellings, lettersOf))].filter((name) => name !== '');
}

/** Headings, blocks and anchors of a text to which links can lead. In doubt a place counts, to avoid false reports of dead links. */
export class LinkedParts {
  /** Numbers of the headings with each name, ascending. */
  readonly #headings = new Map<string, number[]>();
  #count = 0;
  readonly #blocks = new Set<string>();
  readonly #anchors = new Set<string>();

  constructor(text: string) {
    const fences = new RangeWalk(FENCE.test(text) ? markdownParts(text).fences : []);
    const hasMarks = MARKS.test(text);
    const paragraph: string[] = [];
    for (let at = 0; at < text.length; ) {
      const newline = text.indexOf('\n', at);
      const end = newline < 0 ? text.length : newline;
      const isCode = (fences.at(at)?.from ?? end) < end;
      const line = withoutReturn(text.slice(at, end));
      // Most lines are prose.
      if (!isCode && (hasMarks || BEGINS.test(line))) this.#read(line, paragraph);
      if (isCode || BLANK.test(line)) paragraph.length = 0;
      else if (paragraph.push(line) > MAX_LINES) paragraph.shift();
      at = end + 1;
    }
  }

  #read(line: string, paragraph: readonly string[]): void {
    const [, heading] = HEADING.exec(line) ?? [];
    if (heading !== undefined) this.#addHeading(namesOf(heading));
    else if (UNDERLINE.test(line)) this.#addUnderlined(paragraph);
    // The pattern checks every blank of a line, so it runs only if needed.
    const [, block] = line.includes('^') ? (BLOCK_ID.exec(line.slice(-MAX_OF_LINE)) ?? []) : [];
    if (block !== undefined) this.#blocks.add(block.toLowerCase());
    if (/[{<]/.test(line)) this.#addAnchors(line.slice(0, MAX_OF_LINE));
  }

  /** Adds an underlined heading. It may consist of any number of the lines above. */
  #addUnderlined(paragraph: readonly string[]): void {
    const names = paragraph.flatMap((_, from) => namesOf(paragraph.slice(from).join(' ')));
    this.#addHeading(names);
  }

  #addHeading(names: readonly string[]): void {
    this.#count += 1;
    for (const name of new Set(names)) {
      const places = this.#headings.get(name);
      if (places === undefined) this.#headings.set(name, [this.#count]);
      else places.push(this.#count);
    }
  }

  #addAnchors(line: string): void {
    for (const [, id, attribute] of line.matchAll(ANCHOR)) this.#anchors.add(lettersOf(id ?? attribute ?? ''));
    for (const [, title = ''] of line.matchAll(HTML_HEADING)) this.#addHeading(namesOf(title));
  }

  /**
   * Reports whether the text has the place that a link names after `#`.
   * @param called `heading`, `chapter#part`, or `^` and the id of a block
   */
  has(called: string, kind: string): boolean {
    const [, block] = /(?:^|#)\s*\^([A-Za-z0-9-]+)\s*$/.exec(called) ?? [];
    if (block !== undefined) return this.#blocks.has(block.toLowerCase());
    const whole = lettersOf(called);
    // Names without letters and digits cannot be compared.
    if (whole === '' || this.#anchors.has(whole) || this.#isHeading(whole)) return true;
    if (kind === 'markdown' && (/^L\d+/.test(called) || this.#isHeading(lettersOf(called.replace(/-\d+$/, ''))))) return true;
    return called.includes('#') && this.#hasPath(called.split('#').map(lettersOf));
  }

  #isHeading(name: string): boolean {
    return this.#headings.has(name);
  }

  /** Reports whether the headings occur in this order. */
  #hasPath(parts: readonly string[]): boolean {
    let last = 0;
    for (const part of parts.filter((each) => each !== '')) {
      const places = this.#headings.get(part) ?? [];
      const next = places[partitionPoint(places.length, (at) => (places[at] ?? 0) <= last)];
      if (next === undefined) return false;
      last = next;
    }
    return true;
  }
}
