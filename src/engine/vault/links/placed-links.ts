import { maskConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { type Header, splitHeader } from '../../text/frontmatter/split-header.ts';
import { lineStarts, type Range } from '../../text/markdown/markdown.ts';
import { HeaderValues } from '../headers/header-values.ts';
import { LINK_FIELDS, type LinkField } from '../note-fields.ts';
import { splitProse } from '../prose/prose.ts';
import { findMarkdownLinks, type MarkdownValue, readMarkdownValue } from './markdown-links.ts';
import { findPropertyLinks, LINK_FIELD_LINES } from './property-links.ts';
import { type FoundLink, findFileReferences, findLinks, type LinkParts, type LocatedLink, readLink } from './wikilinks.ts';

/** Link in a text, with the exact range of its target. */
export interface PlacedLink extends Range {
  /** Without heading and label, not resolved, never empty. */
  readonly target: string;
  /** Range of exactly the target, as written. In Markdown links it may be percent-encoded. */
  readonly targetAt: Range;
  readonly heading: string | null;
  readonly label: string | null;
  readonly kind: FoundLink['kind'] | 'field';
  /** The header field that contains the link, if it is one of our fields; otherwise `null`. */
  readonly field: LinkField | null;
}

/** Returns the range of the target. Only white space and brackets precede it, so its first occurrence is correct. */
function targetIn(raw: string, target: string, from: number, skip: number): Range {
  const at = from + raw.indexOf(target, skip);
  return { from: at, to: at + target.length };
}

function located({ target, targetAt, heading, label, kind, from, to }: LocatedLink): PlacedLink {
  return { target, targetAt, heading, label, kind, field: null, from, to };
}

function inBrackets({ raw, target, heading, label, kind, from, to }: FoundLink): PlacedLink {
  const skip = kind === 'file' ? 0 : raw.indexOf('[[') + 2;
  return { target, targetAt: targetIn(raw, target, from, skip), heading, label, kind, field: null, from, to };
}

const BRACKETS = /\[\[([^[\]\n]*)\]\]/g;
const ITEM = /"([^"\\\n]*)"|'([^'\n]*)'|[^\s,[\]"'#-][^,[\]\n]*/g;

/** Returns everything in the lines of a field that looks like a note's name. */
function namesIn(lines: string): { readonly raw: string; readonly inner: string; readonly at: number }[] {
  const bracketed = Array.from(lines.matchAll(BRACKETS), ({ 0: raw, 1: inner = '', index }) => ({ raw, inner, at: index }));
  const rest = lines.replace(BRACKETS, (raw) => ' '.repeat(raw.length));
  const others = Array.from(rest.matchAll(ITEM), ({ 0: raw, 1: double, 2: single, index }) => {
    const plain = raw.replace(/[ \t]#.*$/, '').trimEnd();
    return { raw: double === undefined && single === undefined ? plain : raw, inner: double ?? single ?? plain, at: index };
  });
  return [...bracketed, ...others].sort((one, other) => one.at - other.at);
}

/** A name in a header field, before it is checked against the parsed header. */
interface WrittenName extends Range {
  readonly field: LinkField;
  readonly raw: string;
  readonly parts: LinkParts;
  /** `null` unless the name is a Markdown link. */
  readonly markdown: MarkdownValue | null;
}

function writtenNames({ yaml, yamlFrom }: Header): WrittenName[] {
  return Array.from(yaml.matchAll(LINK_FIELD_LINES)).flatMap(({ 0: all, 2: key, 3: lines = '', index }) => {
    const field = LINK_FIELDS.find((each) => each === key?.toLowerCase());
    const linesFrom = yamlFrom + index + all.length - lines.length;
    if (field === undefined) return [];
    return namesIn(lines).map(({ raw, inner, at }) => {
      const markdown = readMarkdownValue(inner);
      const parts = markdown === null ? readLink(inner) : { target: markdown.target, heading: null, label: null };
      return { field, raw, parts, markdown, from: linesFrom + at, to: linesFrom + at + raw.length };
    });
  });
}

/** Returns the links in our own fields. */
function ofFields(written: readonly WrittenName[], values: HeaderValues): PlacedLink[] {
  const targets = new Map(LINK_FIELDS.map((field) => [field, new Set(values.targets(field))]));
  // The parsed header is authoritative. The pattern only locates its values.
  const meant = written.filter(({ field, parts }) => parts.target !== '' && targets.get(field)?.has(parts.target));
  return meant.map(({ field, raw, parts, markdown, from, to }) => {
    if (markdown === null) return { ...parts, targetAt: targetIn(raw, parts.target, from, 0), kind: 'field', field, from, to };
    const { address } = markdown;
    return { ...parts, targetAt: targetIn(raw, address, from, raw.lastIndexOf(address)), kind: 'markdown', field, from, to };
  });
}

function ofHeader(text: string, header: Header): PlacedLink[] {
  const written = writtenNames(header);
  // Most headers contain no links, and need not be parsed.
  if (written.length === 0 && !header.yaml.includes('[[')) return [];
  const values = new HeaderValues(text, header);
  return [...ofFields(written, values), ...findPropertyLinks(text, header, values).map(located)];
}

/**
 * Returns all links to notes in a note's text, in order: in header fields, wikilinks, Markdown links, and file paths in backticks. Omits
 * header links whose target cannot be located because of escapes or line breaks, and everything between conflict markers.
 * @param file path of the note
 */
export function findPlacedLinks(written: string, file: string): PlacedLink[] {
  const text = maskConflicts(written);
  const { header, bodyFrom } = splitHeader(text);
  const { prose, spans } = splitProse(text, bodyFrom);
  const starts = lineStarts(text);
  const found = [...findLinks(text, prose, starts), ...findFileReferences(text, spans, starts)].filter(({ target }) => target !== '');
  const markdown = findMarkdownLinks(text, prose, file, starts);
  const links = [...(header === null ? [] : ofHeader(text, header)), ...found.map(inBrackets), ...markdown.map(located)];
  return links.sort((one, other) => one.from - other.from);
}
