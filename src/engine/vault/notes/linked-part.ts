import { markdownParts } from '../../text/markdown/markdown.ts';
import { partitionPoint } from '../../text/partition-point.ts';
import { RangeWalk } from '../links/range-walk.ts';
import { withoutLinks } from '../prose/first-line.ts';
import { comparable } from './comparable.ts';

/** Signs, blanks and emphasis make no difference to a link: Obsidian leaves some of them out, GitHub others. */
const lettersOf = (text: string) => comparable(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

/** Also in a block quote or an item of a list. */
const HEADING = /^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)?#{1,6}[ \t]+(.*)$/;
const UNDERLINE = /^[ \t>]*(?:=+|-+)[ \t]*$/;
const BLANK = /^[ \t>]*$/;
const BLOCK_ID = /(?:^|\s)\^([A-Za-z0-9-]+)\s*$/;
/** Places that Markdown or HTML names by themselves: `{#part}`, `<a id="part">`. */
const ANCHOR = /\{#([^\s}]+)|\b(?:id|name)=["']?([^"'\s>]+)/g;
const HTML_HEADING = /<h[1-6][^<>]*>([^<]*)/gi;
/** So much of a line is a heading that somebody links to, in UTF-16 units. */
const MOST_OF_LINE = 1_000;
/** A title over more lines than these nobody writes. */
const MOST_LINES = 4;

/** What a heading may be called: as it is written, as it reads, and without what says its id. */
function namesOf(heading: string): string[] {
  const written = heading.slice(0, MOST_OF_LINE).replace(BLOCK_ID, '');
  const bare = written.replace(/\{[^{}]*\}/g, '').replace(/<[^<>]*>/g, '');
  return [...new Set([written, bare, withoutLinks(bare)].map(lettersOf))].filter((name) => name !== '');
}

/** The headings, blocks and other places of a text that links can lead to. What is in doubt is one: a link is not called dead for nothing. */
export class LinkedParts {
  /** By what a heading may be called which ones of the text are, ascending. */
  readonly #headings = new Map<string, number[]>();
  #count = 0;
  readonly #blocks = new Set<string>();
  readonly #anchors = new Set<string>();

  constructor(text: string) {
    const fences = new RangeWalk(markdownParts(text).fences);
    let paragraph: string[] = [];
    for (let at = 0; at < text.length; ) {
      const newline = text.indexOf('\n', at);
      const end = newline < 0 ? text.length : newline;
      const isCode = (fences.at(at)?.from ?? end) < end;
      const line = text.slice(at, end).replace(/\r$/, '');
      if (!isCode) this.#read(line, paragraph);
      paragraph = isCode || BLANK.test(line) ? [] : [...paragraph, line].slice(-MOST_LINES);
      at = end + 1;
    }
  }

  #read(line: string, paragraph: readonly string[]): void {
    const [, heading] = HEADING.exec(line) ?? [];
    if (heading !== undefined) this.#addHeading(namesOf(heading));
    else if (UNDERLINE.test(line)) this.#addUnderlined(paragraph);
    // The expression looks at each blank of a line.
    const [, block] = line.includes('^') ? (BLOCK_ID.exec(line.slice(-MOST_OF_LINE)) ?? []) : [];
    if (block !== undefined) this.#blocks.add(block.toLowerCase());
    if (/[{<]/.test(line)) this.#addAnchors(line.slice(0, MOST_OF_LINE));
  }

  /** As many of the lines above as may be the heading. */
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

  /** Whether there is what a link names behind its `#`. @param called `heading`, `chapter#part`, or `^` and the id of a block */
  has(called: string, kind: string): boolean {
    const [, block] = /(?:^|#)\s*\^([A-Za-z0-9-]+)\s*$/.exec(called) ?? [];
    if (block !== undefined) return this.#blocks.has(block.toLowerCase());
    const whole = lettersOf(called);
    // What is nothing but signs is not compared.
    if (whole === '' || this.#anchors.has(whole) || this.#isHeading(whole)) return true;
    if (kind === 'markdown' && (/^L\d+/.test(called) || this.#isHeading(lettersOf(called.replace(/-\d+$/, ''))))) return true;
    return called.includes('#') && this.#hasPath(called.split('#').map(lettersOf));
  }

  #isHeading(name: string): boolean {
    return this.#headings.has(name);
  }

  /** Whether headings are called so one after the other. */
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
