import type { Range } from '../../text/markdown/markdown.ts';
import { findAddresses } from '../links/markdown-links.ts';
import type { Citation } from '../notes/note.ts';

/** A citation outside of inline code. */
export interface LooseCitation extends Omit<Citation, 'at'> {
  /** Offset in the text. */
  readonly from: number;
}

/** Most texts have neither. These are searched first, because the expressions below take longer. */
const MAY_CITE = /\.[A-Za-z]\w{0,9}(?::|#L)[1-9]/g;
/**
 * Path with an extension and a line in prose. Bounded, so that a long text without blanks takes no longer. It begins where a word may
 * begin, so that the end of a web address or an absolute path is none, and no further path or number follows.
 */
const IN_PROSE =
  /(?<=^|[\s"'\u201c\u2018\u00ab*,;|>[]|(?<!\])\()((?:[\w.@+-]{1,100}[/\\](?:(?:\[[\w.-]{1,60}\]|\([\w.-]{1,60}\))[/\\]){0,9}){0,30}[\w.@+-]{0,99}\w\.[A-Za-z][A-Za-z0-9]{0,9})(?::|#L)([1-9]\d{0,6})(?::\d{1,7}|-L?(\d{1,7}))?(?![\w/\\%-]|[.:][\w.:])/gm;
/** Address of a file and a line, as web pages and editors write them: `#L15`, `#L15-L20`, `#L15C3-L20C5`, `:15`. */
const AS_ADDRESS =
  /^((?:[^\s:#?]{0,400}\/)?[^\s:#?/]{0,200}\.[A-Za-z][A-Za-z0-9]{0,9})(?::|#L)([1-9]\d{0,6})(?:C\d{1,7})?(?:-L?(\d{1,7})(?:C\d{1,7})?|:\d{1,7})?$/;

function placeOf(path: string, first: string, last: string | undefined): Omit<Citation, 'at'> {
  const line = Number(first);
  return { path: path.replaceAll('\\', '/'), line, ...(Number(last) > line && { lastLine: Number(last) }) };
}

function decoded(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

/** Returns the ranges that may have a citation. Most texts have none, or only in inline code. */
function mayCite(text: string, prose: readonly Range[]): Range[] {
  // Searching is faster than matching.
  if (text.search(MAY_CITE) < 0) return [];
  const places = Array.from(text.matchAll(MAY_CITE), ({ index }) => index);
  let next = 0;
  return prose.filter(({ from, to }) => {
    while ((places[next] ?? to) < from) next += 1;
    return (places[next] ?? to) < to;
  });
}

/** Returns the places with a line that a text cites in prose and in Markdown links. @param prose from `splitProse` */
export function findLooseCitations(text: string, prose: readonly Range[]): LooseCitation[] {
  const citing = mayCite(text, prose);
  if (citing.length === 0) return [];
  const addresses = findAddresses(text, prose);
  const links = addresses.flatMap(({ written, from }): LooseCitation[] => {
    const [, path, first, last] = AS_ADDRESS.exec(written) ?? [];
    // The address of a Markdown file is a link to a note.
    return path === undefined || first === undefined || /\.md$/i.test(path)
      ? []
      : [{ ...placeOf(decoded(path), first, last), form: 'link', from }];
  });
  const isInAddress = (at: number) => addresses.some(({ from, to }) => from <= at && at < to);
  const inProse = citing.flatMap(({ from, to }) =>
    Array.from(text.slice(from, to).matchAll(IN_PROSE), ({ 1: path = '', 2: first = '', 3: last, index }): LooseCitation => {
      return { ...placeOf(path, first, last), form: 'prose', from: from + index };
    }),
  );
  return [...links, ...inProse.filter(({ from }) => !isInAddress(from))];
}
