import { lineStarts, placeIn, type Range } from '../../text/markdown/markdown.ts';
import type { WrittenLink } from '../notes/note.ts';
import { codeSpans } from '../prose/code-spans.ts';
import { RangeWalk } from './range-walk.ts';

/** A link as it stands in a text. */
export interface FoundLink extends WrittenLink {
  /** All of it, brackets included. */
  readonly raw: string;
  /** What stands behind `#`. */
  readonly heading: string | null;
  /** What stands behind `|`. */
  readonly label: string | null;
  /** UTF-16 offsets of `raw`. */
  readonly from: number;
  readonly to: number;
}

/** A link whose target need not stand in the text as it reads. */
export interface LocatedLink extends FoundLink {
  /** Where the target stands as it is written: with `%20` in an address, with quotes escaped in a header. */
  readonly targetAt: Range;
}

/** What stands between the brackets of a wikilink, taken apart. */
export type LinkParts = Pick<FoundLink, 'target' | 'heading' | 'label'>;

/** Takes `target#heading|label` apart. In a table the `|` is written `\|`. */
export function readLink(inner: string): LinkParts {
  const bar = inner.indexOf('|');
  const label = bar === -1 ? null : inner.slice(bar + 1).trim();
  const place = bar === -1 ? inner : inner.slice(0, bar).replace(/\\$/, '');
  const hash = place.indexOf('#');
  if (hash === -1) return { target: place.trim(), heading: null, label };
  return { target: place.slice(0, hash).trim(), heading: place.slice(hash + 1).trim(), label };
}

/** A place that is only looked for again when the scan has passed it, so that all looking costs one pass. */
class NextPlace {
  #at = -1;
  readonly #text: string;
  readonly #what: string;

  constructor(text: string, what: string) {
    this.#text = text;
    this.#what = what;
  }

  /** The first one from `offset` on; the end of the text where there is none. Offsets only grow. */
  from(offset: number): number {
    if (this.#at >= offset) return this.#at;
    const at = this.#text.indexOf(this.#what, offset);
    this.#at = at === -1 ? this.#text.length : at;
    return this.#at;
  }
}

/** Where the brackets of a link begin and end, without the mark of an embed. */
interface Brackets {
  readonly open: number;
  readonly close: number;
}

/** Whether what stands between is a name, and not `[[1, 2], [3, 4]]`, nor what a backslash makes text of. */
function isLink(text: string, open: number, close: number): boolean {
  if (/[[\]]/.test(text.slice(open + 2, close))) return false;
  let backslashes = 0;
  while (text.charAt(open - 1 - backslashes) === '\\') backslashes += 1;
  return backslashes % 2 === 0;
}

/** Every innermost pair of double brackets that lies in one line of one range. */
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
    // Only where the pair is in one line: to look back for it costs what lies between.
    const open = close + 2 <= end ? text.lastIndexOf('[[', close - 2) : -1;
    if (open >= 0 && isLink(text, open, close)) found.push({ open, close });
    // Without a pair behind it no other one up to the end has one.
    at = close + 2 <= end ? close + 2 : end;
  }
  return found;
}

/**
 * The wikilinks of a text, `[[target]]`, `[[target|label]]`, `[[target#heading]]` and `![[embed]]`, in its order. Of a link to
 * a heading of its own note the target is empty.
 * @param prose where links can stand: code holds none (rulings, vault 5)
 * @param starts of the lines of the text
 */
export function findLinks(text: string, prose: readonly Range[], starts = lineStarts(text)): FoundLink[] {
  const links: FoundLink[] = [];
  for (const { open, close } of findBrackets(text, prose)) {
    const { target, heading, label } = readLink(text.slice(open + 2, close));
    if (target === '' && (heading ?? '') === '') continue;
    // No code and no comment ends with such a mark.
    const isEmbed = text.charAt(open - 1) === '!';
    const from = isEmbed ? open - 1 : open;
    const to = close + 2;
    const { line } = placeIn(starts, from);
    // Written out: to spread the parts takes longer than to find them.
    links.push({ raw: text.slice(from, to), target, heading, label, kind: isEmbed ? 'embed' : 'wikilink', from, to, line });
  }
  return links;
}

/** No patterns, no addresses, no commands: a path as somebody writes it who means one file. */
const FILE_REFERENCE = /^[^\s/:*?"<>|{}][^\s:*?"<>|{}]*\/[^\s/:*?"<>|{}]+\.md$/;

/** The references to notes as files, `` `folder/file.md` ``, in the order of the text (rulings, vault 4). @param spans as `proseParts` gives them */
export function findFileReferences(text: string, spans: readonly Range[], starts = lineStarts(text)): FoundLink[] {
  const references = codeSpans(text, spans).filter(({ code }) => FILE_REFERENCE.test(code));
  return references.map(({ code, from, to }) => {
    const { line } = placeIn(starts, from);
    return { raw: text.slice(from, to), target: code, heading: null, label: null, kind: 'file', from, to, line };
  });
}
