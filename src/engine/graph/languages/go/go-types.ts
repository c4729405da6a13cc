import type { GoTokens } from './go-tokens.ts';

/**
 * The type of a value, as text: names and members (`cli.Command`, `c.parent`), calls (`New()`, and `New()#1` for its second result),
 * elements (`cmds[]`), lists and maps (`[]Command`), functions by their results (`(Command,error)`), and `?` for an unknown type.
 */
export type GoExpression = string;

export const UNKNOWN: GoExpression = '?';
/** Longer expressions are treated as unknown. */
const MAX_LENGTH = 200;

const short = (expression: GoExpression): GoExpression => (expression.length > MAX_LENGTH ? UNKNOWN : expression);

export const memberOf = (of: GoExpression, name: string): GoExpression => (/^[[(]/.test(of) ? UNKNOWN : short(`${of}.${name}`));

export function elementOf(of: GoExpression): GoExpression {
  if (of === UNKNOWN || of.startsWith('(')) return of;
  return of.startsWith('[]') ? of.slice(2) : short(`${of}[]`);
}

/** Splits a list of results such as `(A,(B,C))`. */
export function resultsIn(of: GoExpression): GoExpression[] {
  const results: string[] = [];
  let [depth, from] = [0, 1];
  for (let at = 0; at < of.length; at += 1) {
    if (of[at] === '(') depth += 1;
    if (of[at] === ')') depth -= 1;
    if ((of[at] === ',' && depth === 1) || (of[at] === ')' && depth === 0)) {
      results.push(of.slice(from, at));
      from = at + 1;
    }
  }
  return results;
}

export function resultOf(of: GoExpression, n: number): GoExpression {
  if (of === UNKNOWN) return of;
  if (of.startsWith('(')) return resultsIn(of)[n] || UNKNOWN;
  return of.startsWith('[]') ? of : short(n === 0 ? `${of}()` : `${of}()#${n}`);
}

/** A name in a signature, or a member of a type, with its type. */
export interface GoNamed {
  readonly name: string;
  /** Index of the name's token. */
  readonly at: number;
  readonly is: GoExpression;
}

interface GoSignature {
  readonly parameters: readonly GoNamed[];
  readonly results: readonly GoNamed[];
  /** The function's type: its results. */
  readonly is: GoExpression;
  readonly end: number;
}

interface Read {
  readonly is: GoExpression;
  readonly end: number;
}

/** For a call, `called` is the called expression. */
interface Value extends Read {
  readonly called: GoExpression | null;
}

const NAME = /^[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*$/;
export const isName = (token: string | undefined): boolean => token !== undefined && NAME.test(token);
const MAX_DEPTH = 16;

/** Reads types and values of Go, from a token index. @param meaning returns the type of a name in the scopes around a token */
export class GoTypes {
  #depth = 0;

  constructor(
    private readonly tokens: GoTokens,
    private readonly meaning: (name: string, token: number) => GoExpression | undefined,
  ) {}

  #text(at: number): string {
    return this.tokens.texts[at] ?? '';
  }

  /** Returns the index after a bracket and its content. */
  behind(at: number): number {
    return (this.tokens.closing[at] ?? at) + 1;
  }

  type(at: number): Read {
    if (this.#depth > MAX_DEPTH) return { is: UNKNOWN, end: at };
    this.#depth += 1;
    const read = this.#type(at);
    this.#depth -= 1;
    return read;
  }

  #type(at: number): Read {
    const token = this.#text(at);
    const list = this.#itemOf(at, token);
    if (list !== null) return this.#listOf(list);
    if (token === '*') return this.type(at + 1);
    if (token === 'func') return this.signature(at + 1);
    if (token === 'struct' || token === 'interface') return { is: UNKNOWN, end: this.#text(at + 1) === '{' ? this.behind(at + 1) : at + 1 };
    if (token === '(') return { is: this.type(at + 1).is, end: this.behind(at) };
    return isName(token) ? this.#named(at, token) : { is: UNKNOWN, end: at };
  }

  /** For a list, map or channel, returns the index where the type of its elements begins. */
  #itemOf(at: number, token: string): number | null {
    if (token === '[') return this.behind(at);
    if (token === 'map') return this.#text(at + 1) === '[' ? this.behind(at + 1) : null;
    if (token === 'chan') return at + (this.#text(at + 1) === '<-' ? 2 : 1);
    if (token === '<-') return at + (this.#text(at + 1) === 'chan' ? 2 : 1);
    return token === '...' ? at + 1 : null;
  }

  #listOf(at: number): Read {
    const { is, end } = this.type(at);
    return { is: `[]${is}`, end };
  }

  #named(at: number, name: string): Read {
    const isOfPackage = this.#text(at + 1) === '.' && isName(this.#text(at + 2));
    const is = isOfPackage ? `${name}.${this.#text(at + 2)}` : (this.meaning(name, at) ?? name);
    const end = at + (isOfPackage ? 3 : 1);
    return { is: short(is), end: this.#text(end) === '[' ? this.behind(end) : end };
  }

  /** @param at index of the bracket before the parameters */
  signature(at: number): GoSignature {
    const parameters = this.list(at);
    const behind = this.behind(at);
    const token = this.#text(behind);
    if (token === '(') {
      const results = this.list(behind);
      return { parameters, results, is: `(${results.map(({ is }) => is).join(',')})`, end: this.behind(behind) };
    }
    const result = /^[*[(]$|^<-$/.test(token) || isName(token) ? this.type(behind) : { is: '', end: behind };
    return { parameters, results: [], is: `(${result.is})`, end: result.end };
  }

  /** Reads the entries between brackets. Either all of them have a name, or none has. */
  list(open: number): GoNamed[] {
    const entries = this.parts(open + 1, this.tokens.closing[open] ?? open, ',');
    const areNamed = entries.some(([from, to]) => this.#isNamed(from, to));
    const found: GoNamed[] = [];
    let is: GoExpression = UNKNOWN;
    for (const [from, to] of entries.reverse()) {
      if (!areNamed || to - from > 1) is = this.type(areNamed ? from + 1 : from).is;
      found.push({ name: areNamed ? this.#text(from) : '', at: from, is });
    }
    return found.reverse();
  }

  /** Whether an entry is `a T`, and not a type alone such as `p.T` or `T[U]`. */
  #isNamed(from: number, to: number): boolean {
    const second = this.#text(from + 1);
    if (!isName(this.#text(from)) || to - from < 2 || /^(?:func|map|chan|struct|interface)$/.test(this.#text(from))) return false;
    return second !== '.' && (second !== '[' || this.behind(from + 1) < to);
  }

  /** Splits at a separator, ignoring separators inside brackets. Returns the start and end of each part. */
  parts(from: number, to: number, separator: string): [number, number][] {
    const found: [number, number][] = [];
    let begin = from;
    for (let at = from; at <= to; at = at === to ? at + 1 : Math.max(this.behind(at), at + 1)) {
      if (at !== to && this.#text(at) !== separator) continue;
      if (at > begin) found.push([begin, at]);
      begin = at + 1;
    }
    return found;
  }

  /** Returns the type of the value at a token, up to its first operator. @param step called for each member on the way, with its token */
  value(at: number, step?: (is: GoExpression, token: number) => void): Value {
    const token = this.#text(at);
    if (token === '&' || token === '*') return this.value(at + 1, step);
    if (token === '<-') {
      const { is, end } = this.value(at + 1, step);
      return { is: elementOf(is), end, called: null };
    }
    const begin = this.#operand(at, token);
    return this.#members(begin, step);
  }

  #operand(at: number, token: string): Read {
    if (token === '"' || token === '0') return { is: 'string', end: at + 1 };
    if (token === '(') {
      const inner = this.#depth > MAX_DEPTH ? UNKNOWN : this.#within(() => this.value(at + 1)).is;
      return { is: inner, end: this.behind(at) };
    }
    if (/^(?:\[|map|chan|struct|interface|func)$/.test(token)) return this.type(at);
    if (!isName(token)) return { is: UNKNOWN, end: at + 1 };
    if (/^(?:make|new)$/.test(token) && this.#text(at + 1) === '(') return { is: this.type(at + 2).is, end: this.behind(at + 1) };
    return { is: this.meaning(token, at) ?? token, end: at + 1 };
  }

  #within<T>(read: () => T): T {
    this.#depth += 1;
    const found = read();
    this.#depth -= 1;
    return found;
  }

  #members(begin: Read, step?: (is: GoExpression, token: number) => void): Value {
    let value: Value = { ...begin, called: null };
    for (let next = this.#suffix(value, step); next !== null; next = this.#suffix(value, step)) value = next;
    return value;
  }

  /** Reads one member, call, index or type assertion after a value; `null` if there is none. */
  #suffix({ is, end }: Value, step?: (is: GoExpression, token: number) => void): Value | null {
    const [token, next] = [this.#text(end), this.#text(end + 1)];
    if (token === '.') return this.#member(is, end, next, step);
    if (token === '(') return { is: resultOf(is, 0), end: this.behind(end), called: is };
    if (token === '[') {
      const isPart = next === ':' || this.parts(end + 1, this.tokens.closing[end] ?? end, ':').length > 1;
      return { is: isPart ? is : elementOf(is), end: this.behind(end), called: null };
    }
    return token === '{' && this.#text(this.behind(end)) === '.' ? { is, end: this.behind(end), called: null } : null;
  }

  #member(is: GoExpression, dot: number, next: string, step?: (is: GoExpression, token: number) => void): Value | null {
    if (next === '(') {
      const asserted = this.#text(dot + 2) === 'type' ? UNKNOWN : this.type(dot + 2).is;
      return { is: asserted, end: this.behind(dot + 1), called: null };
    }
    if (!isName(next)) return null;
    const member = memberOf(is, next);
    step?.(member, dot + 1);
    return { is: member, end: dot + 2, called: null };
  }
}
