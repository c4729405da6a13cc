import { lineAndColumnAt, lineStarts, type Range } from '../../text/markdown/markdown.ts';
import type { WrittenLink } from '../notes/note.ts';
import { findCodeSpans } from '../prose/code-spans.ts';
import { RangeWalk } from './range-walk.ts';

/** Link as written in a text. */
export interface FoundLink extends WrittenLink {
  /** The whole link, including brackets. */
  readonly raw: string;
  /** Text after `#`. */
  readonly heading: string | null;
  /** Text after `|`. */
  readonly label: string | null;
  /** UTF-16 offsets of `raw`. */
  readonly from: number;
  readonly to: number;
}

/** Link with the range of its target, for links whose written target may differ from the decoded one. */
export interface LocatedLink extends FoundLink {
  /** Range of the target as written: percent-encoded in an address, with escaped quotes in a header. */
  readonly targetAt: Range;
}

/** Parsed content of a wikilink. */
export type LinkParts = Pick<FoundLink, 'target' | 'heading' | 'label'>;

/** Parses `target#heading|label`. In a table the `|` is written `\|`. */
export function readLink(inner: string): LinkParts {
  const bar = inner.indexOf('|');
  const label = bar === -1 ? null : inner.slice(bar + 1).trim();
  const place = bar === -1 ? inner : inner.slice(0, bar).replace(/\\$/, '');
  const hash = place.indexOf('#');
  if (hash === -1) return { target: place.trim(), heading: null, label };
  return { target: place.slice(0, hash).trim(), heading: place.slice(hash + 1).trim(), label };
}

/** Finds the next occurrence of a string. All lookups together scan the text once. */
class NextPlace {
  #at = -1;
  readonly #text: string;
  readonly #what: string;

  constructor(text: string, what: string) {
    this.#text = text;
    this.#what = what;
  }

  /** Returns the first occurrence at or after `offset`, or the text's length. Offsets must not decrease. */
  from(offset: number): number {
    if (this.#at >= offset) return this.#at;
    const at = this.#text.indexOf(this.#what, offset);
    this.#at = at === -1 ? this.#text.length : at;
    return this.#at;
  }
}

/** Offsets of a link's opening and closing brackets, without the `!` of an embed. */
interface Brackets {
  readonly open: number;
  readonly close: number;
}

/** Reports whether the content is a name, not nested brackets such as `[[1, 2], [3, 4]]`, and the opening bracket is not escaped. */
function isLink(text: string, open: number, close: number): boolean {
  if (/[[\]]/.test(text.slice(open + 2, close))) return false;
  let backslashes = 0;
  while (text.charAt(open - 1 - backslashes) === '\\') backslashes += 1;
  return backslashes % 2 === 0;
}

/** Returns every innermost pair of double brackets within one line of one range. */
function findBrackets(text: string, prose: readonly Range[]): Brackets[] {
  const found: Brackets[] = [];
  const walk = new RangeWalk(prose);
  const opens = new NextPlace(text, '[[');
  const closes = new NextPlace(text, ']]');
  const breaks = new NextPlace(text, '\n');
  for (let at = opens.from(0); at < text.length; at = opens.from(at)) {
    const range = walk.at(at);
    if (range === null) break;
    if (at < range.from) {
      at = range.from;
      continue;
    }
    const close = closes.from(at + 2);
    const end = Math.min(breaks.from(at), range.to);
    // Search backward only if the pair is in one line, because the search costs its distance.
    const open = close + 2 <= end ? text.lastIndexOf('[[', close - 2) : -1;
    if (open >= 0 && isLink(text, open, close)) found.push({ open, close });
    // If no pair follows, no other opening bracket up to the end has one.
    at = close + 2 <= end ? close + 2 : end;
  }
  return found;
}

/**
 * Returns the wikilinks of a text in order: `[[target]]`, `[[target|label]]`, `[[target#heading]]` and `![[embed]]`. The target is empty
 * for a link to a heading of the same note.
 * @param prose ranges in which links may be: code contains none (rulings, vault 5)
 * @param starts offsets of the text's lines
 */
export function findLinks(text: string, prose: readonly Range[], starts = lineStarts(text)): FoundLink[] {
  const links: FoundLink[] = [];
  for (const { open, close } of findBrackets(text, prose)) {
    const { target, heading, label } = readLink(text.slice(open + 2, close));
    if (target === '' && (heading ?? '') === '') continue;
    // Neither code nor comments end with `!`, so it belongs to the link.
    const isEmbed = text.charAt(open - 1) === '!';
    const from = isEmbed ? open - 1 : open;
    const to = close + 2;
    const { line } = lineAndColumnAt(starts, from);
    // Fields are written out because spreading takes longer than finding the link.
    links.push({ raw: text.slice(from, to), target, heading, label, kind: isEmbed ? 'embed' : 'wikilink', from, to, line });
  }
  return links;
}

/** A path to one file. Patterns, URLs and commands do not match. */
const FILE_REFERENCE = /^[^\s/:*?"<>|{}][^\s:*?"<>|{}]*\/[^\s/:*?"<>|{}]+\.md$/;

/**
 * Returns the references to notes as files, `` `folder/file.md` ``, in the order of the text (rulings, vault 4).
 * @param spans from `splitProse`
 */
export function findFileReferences(text: string, spans: readonly Range[], starts = lineStarts(text)): FoundLink[] {
  const references = findCodeSpans(text, spans).filter(({ code }) => FILE_REFERENCE.test(code));
  return references.map(({ code, from, to }) => {
    const { line } = lineAndColumnAt(starts, from);
    return { raw: text.slice(from, to), target: code, heading: null, label: null, kind: 'file', from, to, line };
  });
}
