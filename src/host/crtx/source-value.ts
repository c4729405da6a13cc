/** A number that JavaScript cannot represent exactly or would format differently. Keeps the digits of the file. */
export class SourceNumber {
  constructor(readonly source: string) {}
}

/**
 * An object whose keys a JavaScript object would reorder or merge. Of repeated keys, `JSON.parse` and other programs use only the last
 * value.
 */
export class SourceMembers {
  constructor(
    readonly keys: readonly string[],
    readonly values: readonly unknown[],
  ) {}

  /** Whether a key occurs more than once. */
  get isRepeated(): boolean {
    return new Set(this.keys).size < this.keys.length;
  }
}

interface SourceValue {
  /** Result of `JSON.parse`, except for numbers and objects that it would not represent exactly. */
  readonly value: unknown;
  /** Whether any object has a repeated key. */
  readonly hasRepeatedKeys: boolean;
}

/** Parses JSON without losing anything. The caller must have checked that the text is JSON and not nested too deeply. */
export function readSource(text: string): SourceValue {
  const reader = new SourceReader(text);
  return { value: reader.value(), hasRepeatedKeys: reader.hasRepeatedKeys };
}

const LITERALS: ReadonlyMap<string, unknown> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);
/** Characters that end a number or literal, besides white space. */
const ENDS: ReadonlySet<number> = new Set(Array.from(',]}', (end) => end.charCodeAt(0)));
const BACKSLASH = 0x5c;
const SPACE = 0x20;

/** Reports whether JavaScript objects would move a key to the front, as they do with integers. */
const isIndex = (key: string): boolean => /^(?:0|[1-9]\d{0,9})$/.test(key);

class SourceReader {
  hasRepeatedKeys = false;
  #offset = 0;

  constructor(private readonly text: string) {}

  value(): unknown {
    switch (this.#next()) {
      case '{':
        return this.#object();
      case '[':
        return this.#array();
      case '"':
        return this.#string();
      default:
        return this.#plain();
    }
  }

  /** Skips white space and returns the next character. There always is one. */
  #next(): string | undefined {
    while (this.text.charCodeAt(this.#offset) <= SPACE) this.#offset += 1;
    return this.text[this.#offset];
  }

  /** Consumes a closing bracket or a comma. @returns whether it was the bracket */
  #ends(bracket: string): boolean {
    const isEnd = this.#next() === bracket;
    this.#offset += 1;
    return isEnd;
  }

  /** Consumes an opening bracket, and the closing one if it follows. @returns whether it did */
  #isEmpty(bracket: string): boolean {
    this.#offset += 1;
    if (this.#next() !== bracket) return false;
    this.#offset += 1;
    return true;
  }

  #array(): unknown[] {
    const values: unknown[] = [];
    if (this.#isEmpty(']')) return values;
    do values.push(this.value());
    while (!this.#ends(']'));
    return values;
  }

  #object(): unknown {
    const keys: string[] = [];
    const values: unknown[] = [];
    if (this.#isEmpty('}')) return {};
    let isOdd = false;
    do {
      this.#next();
      const key = this.#string();
      isOdd ||= isIndex(key) || key === '__proto__';
      // Consume the colon.
      this.#next();
      this.#offset += 1;
      keys.push(key);
      values.push(this.value());
    } while (!this.#ends('}'));
    return this.#holding(keys, values, isOdd);
  }

  #holding(keys: string[], values: unknown[], isOdd: boolean): unknown {
    if (isOdd) return this.#members(keys, values);
    const object: Record<string, unknown> = {};
    for (const [position, key] of keys.entries()) {
      if (Object.hasOwn(object, key)) return this.#members(keys, values);
      object[key] = values[position];
    }
    return object;
  }

  #members(keys: string[], values: unknown[]): SourceMembers {
    const members = new SourceMembers(keys, values);
    this.hasRepeatedKeys ||= members.isRepeated;
    return members;
  }

  #string(): string {
    const { text } = this;
    const start = this.#offset;
    let end = text.indexOf('"', start + 1);
    while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
    this.#offset = end + 1;
    const raw = text.slice(start + 1, end);
    return raw.includes('\\') ? String(JSON.parse(`"${raw}"`)) : raw;
  }

  #plain(): unknown {
    const { text } = this;
    let end = this.#offset;
    while (end < text.length && text.charCodeAt(end) > SPACE && !ENDS.has(text.charCodeAt(end))) end += 1;
    const source = text.slice(this.#offset, end);
    this.#offset = end;
    if (LITERALS.has(source)) return LITERALS.get(source);
    const number = Number(source);
    return String(number) === source ? number : new SourceNumber(source);
  }
}

/** Reports whether a quote is escaped: an odd number of backslashes precedes it. */
function isEscaped(text: string, quote: number): boolean {
  let before = quote;
  while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
  return (quote - before) % 2 === 1;
}
