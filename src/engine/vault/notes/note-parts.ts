import { onDemand } from '../../platform/on-demand.ts';
import { readHeader } from '../../text/frontmatter/frontmatter.ts';
import { type Header, type SplitText, splitHeader } from '../../text/frontmatter/split-header.ts';
import { foldKeys } from '../headers/header-keys.ts';
import { ALIAS_KEYS, TAG_KEYS } from '../known.ts';

/** A note's text, taken apart. */
export interface NoteParts extends SplitText {
  /** Blocks that stand directly below the header and are headers, too, in the order of the text. Most notes have none. */
  readonly further: readonly Header[];
  /** Behind all of them. */
  readonly proseFrom: number;
}

const BEGINS_BLOCK = /[ \t\r\n]*(?=---[ \t]*\r?\n)/y;
const headerLine = onDemand(() => /^(?:["']?[\p{L}_][\p{L}\p{N}_ .-]*["']?[ \t]*:(?:[ \t]|\r?$)|[ \t]+\S|-[ \t]|#|[ \t\r]*$)/u);
/** By which a block of `key: value` lines is known to be a note's header, and no prose between two rules. */
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
/** More than that nobody writes; each is looked for in what follows it. */
const MOST_BLOCKS = 8;

/** Whether the lines between two fences are those of a header. */
function isHeader({ yaml, language }: Header): boolean {
  if (language !== null || !yaml.split('\n').every((line) => headerLine().test(line))) return false;
  const { folded } = foldKeys(readHeader(yaml).values);
  return KEYS.some((key) => folded.has(key));
}

/** The header that begins behind nothing but blank lines at a place, if one does. */
function headerAt(text: string, from: number): Header | null {
  BEGINS_BLOCK.lastIndex = from;
  if (!BEGINS_BLOCK.test(text)) return null;
  const at = BEGINS_BLOCK.lastIndex;
  const { header } = splitHeader(text.slice(at));
  if (header === null || !isHeader(header)) return null;
  return { ...header, from: at + header.from, to: at + header.to, yamlFrom: at + header.yamlFrom };
}

const NONE: readonly Header[] = [];

/** The headers that follow one another from a place on. */
function headersFrom(text: string, from: number): readonly Header[] {
  let next = headerAt(text, from);
  if (next === null) return NONE;
  const found: Header[] = [];
  for (; next !== null && found.length < MOST_BLOCKS; next = headerAt(text, next.to)) found.push(next);
  return found;
}

/** Takes a note apart: as `splitHeader`, and the headers that follow the first one. A program that puts a stub in front leaves such. */
export function splitNote(text: string): NoteParts {
  const { header, bodyFrom, eol, unclosed } = splitHeader(text);
  const further = header === null ? NONE : headersFrom(text, bodyFrom);
  // Written out: to spread takes longer than to look.
  return { header, bodyFrom, eol, unclosed, further, proseFrom: further.at(-1)?.to ?? bodyFrom };
}
