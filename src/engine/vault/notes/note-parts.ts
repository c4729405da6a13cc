import { onDemand } from '../../platform/on-demand.ts';
import { readHeader } from '../../text/frontmatter/frontmatter.ts';
import { type Header, type SplitText, splitHeader } from '../../text/frontmatter/split-header.ts';
import type { Range } from '../../text/markdown/markdown.ts';
import { foldKeys } from '../headers/header-keys.ts';
import { ALIAS_KEYS, TAG_KEYS } from '../note-fields.ts';

/** Parts of a note's text. */
export interface NoteParts extends SplitText {
  /** Further headers directly below the first one, in the order of the text. Most notes have none. */
  readonly further: readonly Header[];
  /** Offset after all headers. */
  readonly proseFrom: number;
}

const BEGINS_BLOCK = /[ \t\r\n]*(?=---[ \t]*\r?\n)/y;
const headerLine = onDemand(() => /^(?:["']?[\p{L}_][\p{L}\p{N}_ .-]*["']?[ \t]*:(?:[ \t]|\r?$)|[ \t]+\S|-[ \t]|#|[ \t\r]*$)/u);
/** Keys that identify a block of `key: value` lines as a header, not prose between two rules. */
const KEYS = [
  'id',
  'name',
  'title',
  'type',
  'project',
  'status',
  'created',
  'updated',
  ...TAG_KEYS,
  ...ALIAS_KEYS,
  'links',
  'description',
  'permalink',
];
/** Limit of further headers, because each one is parsed. */
const MAX_BLOCKS = 8;

/** Reports whether the lines between two fences are a header. */
function isHeader({ yaml, language }: Header): boolean {
  if (language !== null || !yaml.split('\n').every((line) => headerLine().test(line))) return false;
  const { folded } = foldKeys(readHeader(yaml).values);
  return KEYS.some((key) => folded.has(key));
}

/** Returns the header that starts at an offset, after blank lines only; `null` if there is none. */
function headerAt(text: string, from: number): Header | null {
  BEGINS_BLOCK.lastIndex = from;
  if (!BEGINS_BLOCK.test(text)) return null;
  const at = BEGINS_BLOCK.lastIndex;
  const { header } = splitHeader(text.slice(at));
  if (header === null || !isHeader(header)) return null;
  return { ...header, from: at + header.from, to: at + header.to, yamlFrom: at + header.yamlFrom };
}

/** A line of a known key, as the first one of a header. */
const KEY_LINE = /^([A-Za-z_]+)[ \t]*:(?:[ \t]|\r?$)/;
/** Number of known keys without which lines before a rule are prose. */
const FEWEST_KEYS = 2;

/** Returns the range of the blank lines above a header, which is not read there; `null` if there is no such header. */
export function blankAboveHeader(text: string): Range | null {
  const { header, bodyFrom } = splitHeader(text);
  const found = header === null ? headerAt(text, bodyFrom) : null;
  return found === null || found.from === bodyFrom ? null : { from: bodyFrom, to: found.from };
}

/**
 * Returns a text whose header is read: with the opening fence that it lost, or without the blank lines above it; `null` if the text begins
 * with a header, or with none.
 */
export function withOpeningFence(text: string): string | null {
  const blank = blankAboveHeader(text);
  if (blank !== null) return text.slice(0, blank.from) + text.slice(blank.to);
  const { header, bodyFrom, eol, unclosed } = splitHeader(text);
  const rest = text.slice(bodyFrom);
  const [, first = ''] = KEY_LINE.exec(rest.slice(0, rest.indexOf('\n') + 1).trimEnd()) ?? [];
  if (header !== null || unclosed || !KEYS.includes(first.toLowerCase())) return null;
  const opened = `${text.slice(0, bodyFrom)}---${eol}${rest}`;
  const lost = splitHeader(opened).header;
  if (lost === null || !isHeader(lost)) return null;
  const { folded } = foldKeys(readHeader(lost.yaml).values);
  return KEYS.filter((key) => folded.has(key)).length < FEWEST_KEYS ? null : opened;
}

const NONE: readonly Header[] = [];

/** Returns the consecutive headers that start at an offset. */
function headersFrom(text: string, from: number): readonly Header[] {
  let next = headerAt(text, from);
  if (next === null) return NONE;
  const found: Header[] = [];
  for (; next !== null && found.length < MAX_BLOCKS; next = headerAt(text, next.to)) found.push(next);
  return found;
}

/**
 * Splits a note like `splitHeader`, and also finds the headers after the first one. Programs that insert a stub at the top leave such
 * headers.
 */
export function splitNote(text: string): NoteParts {
  const { header, bodyFrom, eol, unclosed } = splitHeader(text);
  const further = header === null ? NONE : headersFrom(text, bodyFrom);
  // Fields are written out because spreading takes longer than the search.
  return { header, bodyFrom, eol, unclosed, further, proseFrom: further.at(-1)?.to ?? bodyFrom };
}
