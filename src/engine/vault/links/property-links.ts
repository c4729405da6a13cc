import { splitEntries } from '../../text/frontmatter/frontmatter-entries.ts';
import type { Header } from '../../text/frontmatter/split-header.ts';
import { lineAndColumnAt, lineStarts, type Range } from '../../text/markdown/markdown.ts';
import type { HeaderValues } from '../headers/header-values.ts';
import { isProperty, LINK_FIELDS } from '../note-fields.ts';
import { type LocatedLink, readLink } from './wikilinks.ts';

/** Lines of a field that names notes, ignoring case: the key, then everything after its colon. */
export const LINK_FIELD_LINES = new RegExp(
  `^(["']?)(${LINK_FIELDS.join('|')})\\1[ \\t]*:(?=[ \\t\\r\\n]|$)([^\\n]*(?:\\n(?:[ \\t-][^\\n]*|\\r?$))*)`,
  'gim',
);
const BRACKETS = /\[\[([^[\]\n]*)\]\]/g;

/** Decodings of a link that may be inside quotes with escapes. */
const UNQUOTED: readonly ((inner: string) => string)[] = [
  (inner) => inner,
  (inner) => inner.replaceAll("''", "'"),
  (inner) => inner.replaceAll('\\"', '"'),
];

/** Returns ranges without properties: other fields, and comments. @param repeated a field to treat as no property */
function left(yaml: string, repeated: string | null): Range[] {
  const fields = splitEntries(yaml).filter(({ key }) => !isProperty(key.toLowerCase()) || key.toLowerCase() === repeated);
  const comments = Array.from(yaml.matchAll(/^[ \t]*#.*$/gm), ({ 0: all, index }) => ({ from: index, to: index + all.length }));
  return [...fields, ...comments];
}

/**
 * Returns the wikilinks in header fields that are not our own (Obsidian's properties), such as `company: "[[acme]]"`, in order. Omits
 * links whose written form differs from the parsed value.
 * @param values parsed values of the header, which are authoritative; the text is only searched for them
 * @param repeated lower-case name of a field that repeats the body, so its links are those of the body
 */
export function findPropertyLinks(
  text: string,
  { yaml, yamlFrom }: Header,
  values: HeaderValues,
  starts: readonly number[] = lineStarts(text),
  repeated: string | null = null,
): LocatedLink[] {
  // Most headers contain no links.
  if (!yaml.includes('[[')) return [];
  const targets = values.propertyTargets();
  if (targets.size === 0) return [];
  const skipped = left(yaml, repeated);
  return Array.from(yaml.matchAll(BRACKETS)).flatMap(({ 0: raw, 1: inner = '', index }) => {
    const parts = UNQUOTED.map((unquoted) => readLink(unquoted(inner))).find(({ target }) => targets.has(target));
    if (parts === undefined || skipped.some(({ from, to }) => from <= index && index < to)) return [];
    const from = yamlFrom + index;
    const written = readLink(inner).target;
    const at = from + raw.indexOf(written);
    const targetAt = { from: at, to: at + written.length };
    return [{ raw, ...parts, kind: 'property', from, to: from + raw.length, line: lineAndColumnAt(starts, from).line, targetAt }];
  });
}
