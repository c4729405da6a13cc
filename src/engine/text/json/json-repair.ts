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
}

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

/** Returns the range of the entry around an error; `null` if its end is not certain. */
function rangeOfEntry(text: string, { problem, starts }: Found, entry: JsonPath): { from: number; to: number } | null {
  const from = starts[entry.length] ?? text.length;
  const to = text[from] === '{' ? endOfObject(text, from) : null;
  return to === null || problem.offset < from || problem.offset >= to ? null : { from, to };
}

/** Repairs the first error of a text; `null` if that is not certain. */
function repairFirst(text: string, found: Found, entryOf: EntryOf): RepairedJson | null {
  const { problem, path } = found;
  const corrected = withCommaCorrected(text, problem);
  if (corrected !== null) return { text: corrected, broken: [] };
  const entry = entryOf(path);
  const range = entry && rangeOfEntry(text, found, entry);
  if (entry === null || range === null) return null;
  const { from, to } = range;
  const blank = text.slice(from + NOTHING.length, to).replace(/[^\r\n]/g, ' ');
  return { text: text.slice(0, from) + NOTHING + blank + text.slice(to), broken: [{ path: entry, problem }] };
}

/**
 * Repairs slips of an edit by hand: a comma too many or too few, and entries that are not JSON, which are replaced by `0`.
 * @returns `null` for a text that is JSON, or that cannot be repaired
 */
export function repairJson(text: string, entryOf: EntryOf): RepairedJson | null {
  let result: RepairedJson = { text, broken: [] };
  for (let count = 0; count <= MAX_REPAIRS && !isNestedTooDeeply(text); count += 1) {
    const found = findFirst(result.text);
    if (found === null) return result.text === text ? null : result;
    const next = repairFirst(result.text, found, entryOf);
    if (next === null) return null;
    result = { text: next.text, broken: [...result.broken, ...next.broken] };
  }
  return null;
}
