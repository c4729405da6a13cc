import { entriesOf } from '../../text/frontmatter/frontmatter-edit.ts';
import type { Header } from '../../text/frontmatter/split-header.ts';
import { lineStarts, placeIn, type Range } from '../../text/markdown/markdown.ts';
import type { HeaderValues } from '../headers/header-values.ts';
import { isProperty, LINK_FIELDS } from '../known.ts';
import { type LocatedLink, readLink } from './wikilinks.ts';

/** The lines of a field that names notes, whatever the case of its key: the key, then everything behind its colon. */
export const LINK_FIELD_LINES = new RegExp(
  `^(["']?)(${LINK_FIELDS.join('|')})\\1[ \\t]*:(?=[ \\t\\r\\n]|$)([^\\n]*(?:\\n(?:[ \\t-][^\\n]*|\\r?$))*)`,
  'gim',
);
const BRACKETS = /\[\[([^[\]\n]*)\]\]/g;

/** What stands in a header may stand in quotes, which escape those in it. */
const UNQUOTED: readonly ((inner: string) => string)[] = [
  (inner) => inner,
  (inner) => inner.replaceAll("''", "'"),
  (inner) => inner.replaceAll('\\"', '"'),
];

/** Lines that hold no property: those of fields that are none, and comments. @param repeated a field that counts as none */
function left(yaml: string, repeated: string | null): Range[] {
  const fields = entriesOf(yaml).filter(({ key }) => !isProperty(key.toLowerCase()) || key.toLowerCase() === repeated);
  const comments = Array.from(yaml.matchAll(/^[ \t]*#.*$/gm), ({ 0: all, index }) => ({ from: index, to: index + all.length }));
  return [...fields, ...comments];
}

/**
 * The links in double brackets in the fields of a header that are not ours (Obsidian's properties), `company: "[[acme]]"`, in its order.
 * One that is written so that it does not stand there as it reads is left out.
 * @param values of that header: what they are read as decides; in the text it is only found again
 * @param repeated a field that only says what the body says, in lower case: its links are those of the body
 */
export function findPropertyLinks(
  text: string,
  { yaml, yamlFrom }: Header,
  values: HeaderValues,
  starts: readonly number[] = lineStarts(text),
  repeated: string | null = null,
): LocatedLink[] {
  // Most headers have none.
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
    return [{ raw, ...parts, kind: 'property', from, to: from + raw.length, line: placeIn(starts, from).line, targetAt }];
  });
}
