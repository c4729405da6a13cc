import { isNestedTooDeeply, type JsonPath, type JsonSyntaxProblem, visitJsonValues } from './json-position.ts';

/** Limit of repairs, because each takes a pass over the text. */
const MAX_REPAIRS = 20;
/** Stands for an entry that cannot be read. One character, so that it replaces no line break. */
const NOTHING = '0';

/** A text in which all values have the offsets that they had before the repair. A comma may have replaced a line break. */
export interface RepairedJson {
  readonly text: string;
  /** The entries that cannot be read, with what is wrong. They are `0` now. */
  readonly broken: readonly { readonly path: JsonPath; readonly problem: JsonSyntaxProblem }[];
  /** Comments, and text after the end, which JSON cannot hold. They are blank now. */
  readonly dropped: readonly JsonSyntaxProblem[];
  /** Commas and braces that were corrected. */
  readonly corrected: readonly JsonSyntaxProblem[];
}

const NO_SLIPS = { broken: [], dropped: [], corrected: [] };

/** Finds the entry around a value; `null` if the value is in none. */
type EntryOf = (path: JsonPath) => JsonPath | null;

/** The first error of a text, and the values around it: their keys, and where each one begins, outermost first. */
interface Found {
  readonly problem: JsonSyntaxProblem;
  readonly path: JsonPath;
  readonly starts: readonly number[];
}

function findFirst(text: string): Found | null {
  let around: readonly { readonly key: string | number | null }[] = [];
  const starts: number[] = [];
  const problem = visitJsonValues(text, (open, offset) => {
    around = open;
    starts[open.length] = offset;
  });
  return problem && { problem, path: around.flatMap(({ key }) => key ?? []), starts };
}

/** Returns the text without the comma before a closing bracket, or with one between two values; `null` if that is not what is wrong. */
function withCommaCorrected(text: string, { offset, isAfterValue = false }: JsonSyntaxProblem): string | null {
  const before = text.slice(0, offset);
  const char = text[offset];
  if (char === undefined) return null;
  const last = before.trimEnd().length - 1;
  if (']}'.includes(char) && before[last] === ',') return `${before.slice(0, last)} ${text.slice(last + 1)}`;
  if (isAfterValue && '{["'.includes(char) && last + 1 < offset) return `${before.slice(0, last + 1)},${text.slice(last + 2)}`;
  return null;
}

/** A string, which a line break ends if its closing quote is missing, or a bracket. */
const TOKEN = /"(?:[^"\\\n]|\\.)*"?|[{}[\]]/g;

/** Returns the end of the object that begins at `start`; `null` if there is none. */
function endOfObject(text: string, start: number): number | null {
  let depth = 0;
  TOKEN.lastIndex = start;
  for (let found = TOKEN.exec(text); found !== null; found = TOKEN.exec(text)) {
    const [token] = found;
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    if (depth === 0) return token === '}' ? TOKEN.lastIndex : null;
  }
  return null;
}

/** Reports whether every bracket of a text closes one of its own brackets. */
function isBalanced(text: string): boolean {
  let depth = 0;
  for (const token of text.match(TOKEN) ?? []) {
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/**
 * Returns the end of an entry whose brackets do not match, in a list with one entry below the other: where the next line begins that is
 * not indented deeper. `null` if that is not certain.
 */
function endByIndentation(text: string, start: number): number | null {
  const indent = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  if (!/^[ \t]+$/.test(indent)) return null;
  LINE.lastIndex = start;
  for (let found = LINE.exec(text); found !== null; found = LINE.exec(text)) {
    const [, own = '', char = ''] = found;
    if (own.length > indent.length && own.startsWith(indent)) continue;
    if (own === indent && char === '}') return LINE.lastIndex;
    const isNext = own === indent && (char === '{' || char === ',');
    const isLast = own.length < indent.length && char === ']';
    return isNext || isLast ? text.slice(0, found.index).trimEnd().length : null;
  }
  return null;
}

/** A line after the first one that is not empty: its indentation and its first character. */
const LINE = /\n([ \t]*)([^\s])/g;

/** Returns the range of the entry around an error; `null` if its end is not certain. */
function rangeOfEntry(text: string, { problem, starts }: Found, entry: JsonPath): { from: number; to: number } | null {
  const from = starts[entry.length] ?? text.length;
  if (text[from] !== '{' || problem.offset < from) return null;
  const to = endOfObject(text, from);
  if (to !== null && problem.offset < to) return { from, to };
  const end = endByIndentation(text, from);
  return end === null ? null : { from, to: end };
}

const blank = (text: string): string => text.replace(/[^\r\n]/g, ' ');

const COMMENT = /\/\/[^\r\n]*|#[^\r\n]*|\/\*[\s\S]*?\*\//y;

/** Returns the text without the comment, or the text after the end, that an error is about; `null` if it is about something else. */
function withoutForeignText(text: string, { offset, isAfterEnd = false }: JsonSyntaxProblem): RepairedJson | null {
  COMMENT.lastIndex = offset;
  const isComment = COMMENT.test(text);
  const end = isComment ? COMMENT.lastIndex : text.length;
  const foreign = text.slice(offset, end);
  // A bracket without its partner, or a value before the text, may have ended the JSON text too early.
  if (!isComment && !(isAfterEnd && text.slice(0, offset).trimEnd().endsWith('}') && isBalanced(foreign))) return null;
  const message = isComment ? 'is a comment, which JSON cannot hold' : 'is after the end of the JSON text';
  // A crash of the system may leave such bytes at the end. They say nothing.
  const dropped = /[^\s\0]/.test(foreign) ? [{ offset, message }] : [];
  return { ...NO_SLIPS, text: text.slice(0, offset) + blank(foreign) + text.slice(end), dropped };
}

/** Returns the text without the brace after an entry that closes nothing; `null` if that is not what is wrong. */
function withoutExtraBrace(text: string, { problem, path }: Found, entryOf: EntryOf): string | null {
  const isAfterEntry = problem.isAfterValue === true && entryOf(path)?.length === path.length;
  return isAfterEntry && text[problem.offset] === '}' ? `${text.slice(0, problem.offset)} ${text.slice(problem.offset + 1)}` : null;
}

/** Repairs the first error of a text; `null` if that is not certain. */
function repairFirst(text: string, found: Found, entryOf: EntryOf): RepairedJson | null {
  const { problem, path } = found;
  const foreign = withoutForeignText(text, problem);
  if (foreign !== null) return foreign;
  const corrected = withCommaCorrected(text, problem) ?? withoutExtraBrace(text, found, entryOf);
  if (corrected !== null) return { ...NO_SLIPS, text: corrected, corrected: [problem] };
  const entry = entryOf(path);
  const range = entry && rangeOfEntry(text, found, entry);
  if (entry === null || range === null) return null;
  const { from, to } = range;
  const rest = text.slice(0, from) + NOTHING + blank(text.slice(from + NOTHING.length, to)) + text.slice(to);
  return { ...NO_SLIPS, text: rest, broken: [{ path: entry, problem }] };
}

/**
 * Repairs slips of an edit by hand: a comma or brace too many, a comma too few, comments, text after the end, and entries that are not
 * JSON, which are replaced by `0`. A text that is cut off is not repaired: what is missing in it may still be written.
 * @returns `null` for a text that is JSON, or that cannot be repaired
 */
export function repairJson(text: string, entryOf: EntryOf): RepairedJson | null {
  let result: RepairedJson = { ...NO_SLIPS, text };
  for (let count = 0; count <= MAX_REPAIRS && !isNestedTooDeeply(text); count += 1) {
    const found = findFirst(result.text);
    if (found === null) return result.text === text ? null : result;
    const next = repairFirst(result.text, found, entryOf);
    if (next === null) return null;
    result = {
      text: next.text,
      broken: [...result.broken, ...next.broken],
      dropped: [...result.dropped, ...next.dropped],
      corrected: [...result.corrected, ...next.corrected],
    };
  }
  return null;
}
