import { type Header, readHeader, type SplitText, splitHeader } from '../kernel/frontmatter.ts';
import { foldKeys } from './header-keys.ts';

/** A note's text, taken apart. */
export interface NoteParts extends SplitText {
  /** Blocks that stand directly below the header and are headers, too, in the order of the text. Most notes have none. */
  readonly further: readonly Header[];
  /** Behind all of them. */
  readonly proseFrom: number;
}

const BEGINS_BLOCK = /[ \t\r\n]*(?=---[ \t]*\r?\n)/y;
const HEADER_LINE = /^(?:["']?[\p{L}_][\p{L}\p{N}_ .-]*["']?[ \t]*:(?:[ \t]|\r?$)|[ \t]+\S|-[ \t]|#|[ \t\r]*$)/u;
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
  'tags',
  'aliases',
  'links',
  'description',
  'permalink',
];
/** More than that nobody writes; each is looked for in what follows it. */
const MOST_BLOCKS = 8;

/** Whether the lines between two fences are those of a header. */
function isHeader({ yaml, language }: Header): boolean {
  if (language !== null || !yaml.split('\n').every((line) => HEADER_LINE.test(line))) return false;
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

/** Takes a note apart: as `splitHeader`, and the headers that follow the first one. A program that puts a stub in front leaves such. */
export function splitNote(text: string): NoteParts {
  const split = splitHeader(text);
  const further: Header[] = [];
  let proseFrom = split.bodyFrom;
  while (split.header !== null && further.length < MOST_BLOCKS) {
    const next = headerAt(text, proseFrom);
    if (next === null) break;
    further.push(next);
    proseFrom = next.to;
  }
  return { ...split, further, proseFrom };
}
