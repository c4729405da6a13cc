import { type Header, splitHeader } from '../../../engine/text/frontmatter/split-header.ts';
import type { Range } from '../../../engine/text/markdown/markdown.ts';
import { CHOICE_KEYS, type ChoiceKey, isProperty, LINK_FIELDS, splitProse } from '../../../engine/vault/index.ts';

/** What is being typed at the cursor. Both ranges are on one line. */
interface Typed {
  /** From the start of the typed text to the cursor, and to the end of the text. */
  readonly before: Range;
  readonly whole: Range;
}

/** A link target that is being typed. */
export interface TypedTarget extends Typed {
  readonly kind: 'link';
  /** Characters to add to close the link. */
  readonly closing: ']]' | ']' | '';
}

/** A header value that is being typed. */
export interface TypedValue extends Typed {
  readonly kind: 'value';
  readonly key: ChoiceKey;
  /** Quote before the value. */
  readonly quote: '"' | "'" | '';
  /** Space to insert before the value. */
  readonly space: ' ' | '';
}

function lineAround(text: string, offset: number): Range {
  const end = text.indexOf('\n', offset);
  const to = end < 0 ? text.length : end;
  return { from: text.lastIndexOf('\n', offset - 1) + 1, to: text[to - 1] === '\r' && to > offset ? to - 1 : to };
}

const KEY = /^(?:"([^"\\]*)"|'([^']*)'|([A-Za-z_][\w-]*))[ \t]*:/;
const GOES_ON = /^(?:[ \t-]|\r?$|#)/;

/** Returns the key of the header value at an offset, and where the value may start. */
function keyAt(text: string, { yamlFrom }: Header, offset: number): { key: string; from: number } | null {
  for (let line = lineAround(text, offset); line.from >= yamlFrom; line = lineAround(text, line.from - 1)) {
    const said = text.slice(line.from, line.to);
    const [all, ...names] = KEY.exec(said) ?? [];
    if (all !== undefined) return { key: (names.find((name) => name !== undefined) ?? '').toLowerCase(), from: line.from + all.length };
    if (!GOES_ON.test(said)) return null;
  }
  return null;
}

/** Reports whether a link is possible at an offset: in prose, or in a header field that names notes. */
function mayHoldLink(text: string, offset: number): boolean {
  const { header, bodyFrom } = splitHeader(text);
  if (offset >= bodyFrom) return splitProse(text, bodyFrom).prose.some(({ from, to }) => from <= offset && offset < to);
  // Any property may contain a link, except those that name the note itself.
  const key = header === null ? undefined : keyAt(text, header, offset)?.key;
  return key !== undefined && (isProperty(key) || LINK_FIELDS.some((field) => field === key));
}

/** Returns the link target at the cursor; `null` after `|` or `#`, in code, and outside of links. */
function targetAt(text: string, offset: number): TypedTarget | null {
  const line = lineAround(text, offset);
  const open = text.slice(line.from, offset).lastIndexOf('[[');
  const from = line.from + open + 2;
  if (open < 0 || /[[\]|#]/.test(text.slice(from, offset)) || !mayHoldLink(text, from - 2)) return null;
  const before = { from, to: offset };
  const [rest = ''] = text.slice(offset, line.to).split('[[', 1);
  const close = rest.indexOf(']]');
  if (close >= 0) {
    const end = rest.slice(0, close).search(/\\?\||#/);
    return { kind: 'link', before, whole: { from, to: offset + (end < 0 ? close : end) }, closing: '' };
  }
  // The link is unclosed, so its end is unknown. Complete only up to the cursor.
  const closing = /^(?:\\?\||#)/.test(rest) ? '' : rest.startsWith(']') ? ']' : ']]';
  return { kind: 'link', before, whole: before, closing };
}

const MARK = /^[ \t]*-?[ \t]*(?=[^ \t-]|$)/;
const ENDS_VALUE = /["']|[ \t]+#|[ \t]*$/;
const ENDS_TAG = /[,\]"']|[ \t]+#|[ \t]*$/;

/** Returns the start of the list item at the cursor. */
function itemStart(text: string, from: number, offset: number): number {
  let start = offset;
  while (start > from && !/[,["']/.test(text.charAt(start - 1))) start -= 1;
  while (start < offset && /[ \t]/.test(text.charAt(start))) start += 1;
  return start;
}

/** Returns the header value at the cursor, if its key has values to choose from. */
function valueAt(text: string, offset: number): TypedValue | null {
  const { header } = splitHeader(text);
  if (header === null || header.language !== null || offset < header.yamlFrom || offset >= header.to) return null;
  const at = keyAt(text, header, offset);
  // `tag` is Obsidian's former name for `tags`.
  const named = at?.key === 'tag' ? 'tags' : at?.key;
  const key = CHOICE_KEYS.find((each) => each === named);
  const line = lineAround(text, offset);
  if (at === null || key === undefined || offset < at.from || (key !== 'tags' && at.from < line.from)) return null;
  const mark = at.from > line.from ? 0 : (MARK.exec(text.slice(line.from, line.to))?.[0].length ?? 0);
  const from = itemStart(text, Math.max(at.from, line.from + mark), offset);
  if (from > offset || / #/.test(text.slice(line.from, offset))) return null;
  const rest = text.slice(offset, line.to);
  const to = offset + Math.max(0, rest.search(key === 'tags' ? ENDS_TAG : ENDS_VALUE));
  const previous = text.charAt(from - 1);
  const quote = previous === '"' || previous === "'" ? previous : '';
  const space = previous === ':' || previous === '-' ? ' ' : '';
  return { kind: 'value', key, quote, space, before: { from, to: offset }, whole: { from, to } };
}

/** Returns the link target or header value that is being typed at an offset of a note; `null` if there is none. */
export function typedAt(text: string, offset: number): TypedTarget | TypedValue | null {
  return targetAt(text, offset) ?? valueAt(text, offset);
}
