// Own code instead of a library, because it stops at the first error, at any depth, and names it: docs/decisions/0049-custom-code.md
/**
 * Maximum nesting of objects and arrays that is written or read. `JSON.stringify` recurses and exhausts Node's default stack near 5,000
 * levels. Half of that leaves room for callers, and also stops at values that contain themselves.
 */
export const MAX_JSON_DEPTH = 2_500;

/** A file wraps its data in one object, and data at the limit must still be readable. */
const MAX_TEXT_DEPTH = MAX_JSON_DEPTH + 1;

/** The path to a value: keys of objects and indexes of arrays, outermost first. */
export type JsonPath = readonly (string | number)[];

/** The first syntax error of a JSON text. */
export interface JsonSyntaxProblem {
  /** In UTF-16 code units from the start; the length of the text if it ends too early. */
  readonly offset: number;
  readonly message: string;
  /** True where a comma or a closing bracket should be. */
  readonly isAfterValue?: boolean;
  /** True for text after the value that the whole text is. */
  readonly isAfterEnd?: boolean;
}

/** Called for each value with the containers that lead to it, and the value's offset. */
type OnValue = (open: readonly Open[], offset: number) => void;

/** An open object or array. */
interface Open {
  /** Key or index of the current value: a number in an array; `null` in an object before its first key. */
  key: string | number | null;
}

/** Longest path to show, in characters. Longer ones are abbreviated in the middle. */
const SHOWN_PATH = 200;

/** Formats a path: `data.agents[3]["odd key"]`. */
export function wholeJsonPath(path: JsonPath): string {
  const parts = path.map((part) => {
    if (typeof part === 'number') return `[${part}]`;
    return /^[A-Za-z_$][\w$]*$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`;
  });
  return parts.join('').replace(/^\./, '');
}

/** As `wholeJsonPath`, for a message: a long path is abbreviated in the middle. */
export function formatJsonPath(path: JsonPath): string {
  // Each part has at least two characters, so these parts are longer than the limit.
  const ends = path.length <= SHOWN_PATH ? path : [...path.slice(0, SHOWN_PATH / 2), ...path.slice(-SHOWN_PATH / 2)];
  const text = wholeJsonPath(ends);
  return text.length <= SHOWN_PATH ? text : `${text.slice(0, SHOWN_PATH / 2)} … ${text.slice(-SHOWN_PATH / 2)}`;
}

/** Returns the 1-based line and column (UTF-16 code units) of an offset. `\n`, `\r\n` and `\r` end a line, as in an editor. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (const match of text.slice(0, offset).matchAll(/\r\n?|\n/g)) {
    line += 1;
    start = match.index + match[0].length;
  }
  return { line, column: offset - start + 1 };
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** A number cut off by the end of the text. */
const CUT_NUMBER = /-?(?:0|[1-9]\d*)(?:\.|(?:\.\d+)?[eE][+-]?)$|-$/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const LITERALS = ['true', 'false', 'null'];

/**
 * Scans a text by the grammar of RFC 8259 with an explicit stack. `JSON.parse` does the parsing. This class only finds places, because
 * messages of `JSON.parse` differ between versions of Node and sometimes name no place.
 */
class JsonScanner {
  #offset = 0;
  readonly #open: Open[] = [];
  readonly #text: string;
  readonly #onValue: OnValue;

  constructor(text: string, onValue: OnValue) {
    this.#text = text;
    this.#onValue = onValue;
  }

  scan(): JsonSyntaxProblem | null {
    for (;;) {
      const problem = this.#value() ?? this.#afterValue();
      if (problem === 'end') return null;
      if (problem !== 'value') return problem;
    }
  }

  /** Reads a scalar, or the start of a container up to its first value. */
  #value(): JsonSyntaxProblem | 'value' | null {
    const char = this.#peek();
    this.#onValue(this.#open, this.#offset);
    if (char === '"') return this.#string();
    if (char !== '{' && char !== '[') return this.#scalar();
    if (this.#open.length >= MAX_TEXT_DEPTH) return this.#tooDeep();
    this.#offset += 1;
    const next = this.#peek();
    if (next === (char === '{' ? '}' : ']')) {
      this.#offset += 1;
      return null;
    }
    this.#open.push({ key: char === '[' ? 0 : null });
    return (char === '{' ? this.#key('a key in double quotes or "}"') : null) ?? 'value';
  }

  /** Reads closing brackets and a comma, up to the next value or the end. */
  #afterValue(): JsonSyntaxProblem | 'value' | 'end' {
    for (let top = this.#open.at(-1); top !== undefined; top = this.#open.at(-1)) {
      const char = this.#peek();
      if (char === ',') return this.#afterComma(top);
      const close = typeof top.key === 'number' ? ']' : '}';
      if (char !== close) return { ...this.#unexpected(`"," or "${close}"`), isAfterValue: true };
      this.#offset += 1;
      this.#open.pop();
    }
    return this.#peek() === undefined ? 'end' : { ...this.#unexpected('nothing more'), isAfterEnd: true };
  }

  #afterComma(top: Open): JsonSyntaxProblem | 'value' {
    this.#offset += 1;
    if (typeof top.key !== 'number') return this.#key('a key in double quotes') ?? 'value';
    top.key += 1;
    return 'value';
  }

  #key(expected: string): JsonSyntaxProblem | null {
    const top = this.#open.at(-1);
    if (this.#peek() !== '"' || top === undefined) return this.#unexpected(expected);
    const start = this.#offset;
    const problem = this.#string();
    if (problem !== null) return problem;
    const key: unknown = JSON.parse(this.#text.slice(start, this.#offset));
    top.key = String(key);
    if (this.#peek() !== ':') return this.#unexpected('":"');
    this.#offset += 1;
    return null;
  }

  #string(): JsonSyntaxProblem | null {
    for (let at = this.#offset + 1; ; at += 1) {
      const code = this.#text.charCodeAt(at);
      if (code === 0x22) {
        this.#offset = at + 1;
        return null;
      }
      if (code === 0x5c) {
        ESCAPE.lastIndex = at;
        if (!ESCAPE.test(this.#text)) return this.#badEscape(at);
        at = ESCAPE.lastIndex - 1;
      } else if (!(code >= 0x20)) {
        // NaN, at the end of the text, also gets here.
        this.#offset = Math.min(at, this.#text.length);
        return this.#unexpected('a closing double quote; line breaks and control characters are written as escapes');
      }
    }
  }

  /** An escape that is cut off by the end of the text counts as an early end, not as an invalid escape. */
  #badEscape(at: number): JsonSyntaxProblem {
    const cut = /^\\(?:u[0-9a-fA-F]{0,3})?$/.test(this.#text.slice(at, at + 6));
    this.#offset = cut ? this.#text.length : at;
    return this.#unexpected('an escape such as \\n, \\" or \\u00e9');
  }

  #scalar(): JsonSyntaxProblem | null {
    const rest = this.#text.slice(this.#offset, this.#offset + 5);
    const literal = LITERALS.find((word) => rest.startsWith(word));
    NUMBER.lastIndex = CUT_NUMBER.lastIndex = this.#offset;
    // A word or number that is cut off by the end of the text counts as an early end, not as an invalid value.
    const cutWord = rest !== '' && this.#offset + rest.length === this.#text.length && LITERALS.some((word) => word.startsWith(rest));
    if (literal !== undefined) this.#offset += literal.length;
    else if (cutWord || CUT_NUMBER.test(this.#text)) {
      this.#offset = this.#text.length;
      return this.#unexpected('a value');
    } else if (NUMBER.test(this.#text)) this.#offset = NUMBER.lastIndex;
    else return this.#unexpected('a value');
    return null;
  }

  /** Returns the next character that is not white space; `undefined` at the end. */
  #peek(): string | undefined {
    for (;;) {
      const char = this.#text[this.#offset];
      if (char !== ' ' && char !== '\n' && char !== '\r' && char !== '\t') return char;
      this.#offset += 1;
    }
  }

  #unexpected(expected: string): JsonSyntaxProblem {
    const offset = this.#offset;
    const char = this.#text[offset];
    // `decodeRepairable` reads bytes that are not UTF-8 as this character.
    const found = char === '\0' ? 'a byte that is not text' : JSON.stringify(char);
    if (char !== undefined) return { offset, message: `is not JSON: ${found} where ${expected} should be` };
    if (this.#text.trim() === '') return { offset, message: 'is empty' };
    const place = this.#place();
    return { offset, message: place === '' ? 'truncated' : `truncated in ${place}` };
  }

  #tooDeep(): JsonSyntaxProblem {
    return { offset: this.#offset, message: `is nested deeper than ${MAX_JSON_DEPTH} levels (at ${this.#place()})` };
  }

  #place(): string {
    return formatJsonPath(this.#open.flatMap((open) => open.key ?? []));
  }
}

/**
 * Whether brackets outside strings nest too deeply to be read. Takes one pass without memory, because `JSON.parse` keeps a record of every
 * open bracket. In a text that is not JSON, the result may be wrong only after the place where `findJsonProblem` stops.
 */
export function isNestedTooDeeply(text: string): boolean {
  // Each level takes at least one character.
  if (text.length <= MAX_TEXT_DEPTH) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = closingQuote(text, at);
    else if (code === 0x5b || code === 0x7b) depth += 1;
    else if (code === 0x5d || code === 0x7d) depth -= 1;
    if (depth > MAX_TEXT_DEPTH) return true;
  }
  return false;
}

/** Returns the offset of the closing quote of the string at `start`, or the end of the text. */
function closingQuote(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== 0x22) at += text.charCodeAt(at) === 0x5c ? 2 : 1;
  return at;
}

/** Returns the first error or too deep nesting; `null` if there is none. Up to that depth it accepts exactly what `JSON.parse` accepts. */
export function findJsonProblem(text: string): JsonSyntaxProblem | null {
  return new JsonScanner(text, () => {}).scan();
}

/**
 * Calls `onValue` for each value of a text, up to its first error. The containers are those of the scan and change after the call; in the
 * end, they are those that are open at the error. @returns the error
 */
export function visitJsonValues(text: string, onValue: OnValue): JsonSyntaxProblem | null {
  return new JsonScanner(text, onValue).scan();
}

/**
 * Returns the offset of the value at `path`, or of the innermost existing value around it. The last of several equal keys counts, as in
 * `JSON.parse`. The text must be JSON up to there.
 */
export function locateJsonPath(text: string, path: JsonPath): number {
  let best = { depth: -1, offset: 0 };
  const onValue: OnValue = (open, offset) => {
    if (open.length > path.length || open.length < best.depth) return;
    if (open.every((part, depth) => part.key === path[depth])) best = { depth: open.length, offset };
  };
  new JsonScanner(text, onValue).scan();
  return best.offset;
}

/** A value whose key is repeated in its object. */
export interface RepeatedKey {
  readonly path: JsonPath;
  readonly offset: number;
}

/** Returns the first values whose key is repeated in their object. The text must be JSON. @param most the largest number of them */
export function findRepeatedKeys(text: string, most: number): RepeatedKey[] {
  const repeated: RepeatedKey[] = [];
  /** The keys of each open object so far. */
  const keys: (Set<string> | undefined)[] = [];
  const onValue: OnValue = (open, offset) => {
    const top = open.length - 1;
    const key = open[top]?.key;
    // Deeper objects belonged to the previous value.
    keys.length = Math.min(keys.length, open.length);
    if (typeof key !== 'string') return;
    keys[top] ??= new Set();
    if (keys[top].has(key) && repeated.length < most) repeated.push({ path: open.flatMap((part) => part.key ?? []), offset });
    keys[top].add(key);
  };
  new JsonScanner(text, onValue).scan();
  return repeated;
}
