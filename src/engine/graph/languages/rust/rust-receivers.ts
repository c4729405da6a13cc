import { isName, isTypeName } from './rust-types.ts';

/** An expression of unknown type. */
export const UNKNOWN = '?';
/** Methods whose result has the members of their receiver. */
const SAME: ReadonlySet<string> = new Set(['clone', 'as_ref', 'as_mut', 'borrow', 'borrow_mut', 'to_owned', 'by_ref', 'as_deref']);
/** Methods that return the content of an `Option` or `Result`. */
const OPENING: ReadonlySet<string> = new Set(['unwrap', 'expect', 'unwrap_or', 'unwrap_or_else', 'unwrap_or_default']);
const NO_CALL: ReadonlySet<string> = new Set(['if', 'while', 'match', 'return', 'in', 'Some', 'Ok', 'Err', 'move', 'else']);
/** Longer chains have an unknown type. */
const MAX_LENGTH = 12;
const MAX_GENERICS_LENGTH = 40;
const MAX_PARTS = 32;

/** What is known where an expression is. */
export interface RustSurroundings {
  /** What `Self` means; empty outside of `impl` and `trait`. */
  readonly self: string;
  /** Types of variables. */
  readonly vars: ReadonlyMap<string, string>;
}

/** Describes what an expression is, from its last token backwards, in the notation of `TypeFacts`. */
export class RustReceivers {
  /** @param pairs the index of the other bracket of each bracket */
  constructor(
    private readonly texts: readonly string[],
    private readonly pairs: ReadonlyMap<number, number>,
  ) {}

  /** @param end index of its last token */
  at(end: number, around: RustSurroundings, length = 0): string {
    const token = this.texts[end] ?? '';
    if (length > MAX_LENGTH) return UNKNOWN;
    if (token === '?') return opened(this.at(end - 1, around, length + 1));
    if (token === ')') return this.#call(this.pairs.get(end) ?? 0, around, length + 1);
    if (token === '}') return this.#literal(this.pairs.get(end) ?? 0, around);
    return isName(token) || /^\d+$/.test(token) ? this.#named(end, around, length + 1) : UNKNOWN;
  }

  #named(end: number, around: RustSurroundings, length: number): string {
    const [token = '', before] = [this.texts[end], this.texts[end - 1]];
    if (before === '.') {
      const of = this.at(end - 2, around, length);
      return token === 'await' || of === UNKNOWN ? of : `${of}:${token}`;
    }
    if (before === '::' || before === 'as') return UNKNOWN;
    if (token === 'self') return around.self || UNKNOWN;
    return around.vars.get(token) ?? (isTypeName(token) ? token : UNKNOWN);
  }

  /** `Flag { a: 1 }` */
  #literal(open: number, around: RustSurroundings): string {
    return isTypeName(this.texts[open - 1]) ? this.#path(open - 1, around).join('.') : UNKNOWN;
  }

  /** Returns the parts of a path, from its last one backwards. */
  #path(end: number, { self }: RustSurroundings): string[] {
    const parts: string[] = [];
    for (let at = end; isName(this.texts[at]) && parts.length < MAX_PARTS; at -= 2) {
      const part = this.texts[at] ?? '';
      parts.unshift(part === 'Self' ? self : part);
      if (this.texts[at - 1] !== '::') break;
    }
    return parts;
  }

  #call(open: number, around: RustSurroundings, length: number): string {
    const at = this.#beforeGenerics(open) - 1;
    const [name = '', before] = [this.texts[at], this.texts[at - 1]];
    if (!isName(name) || NO_CALL.has(name)) return UNKNOWN;
    if (before === '.') return this.#method(name, this.at(at - 2, around, length));
    if (around.vars.has(name)) return UNKNOWN;
    const path = this.#path(at, around);
    const [last = '', type] = [path.at(-1), path.at(-2)];
    // A variant of an enum, or a struct with fields in parentheses.
    if (isTypeName(last)) return (isTypeName(type) ? path.slice(0, -1) : path).join('.');
    return isTypeName(type?.split('.').at(-1)) ? `${path.slice(0, -1).join('.')}::${last}()` : `${path.join('.')}()`;
  }

  #method(name: string, of: string): string {
    if (of === UNKNOWN || SAME.has(name)) return of;
    return OPENING.has(name) ? opened(of) : `${of}::${name}()`;
  }

  /** Returns the index of `::` in `parse::<A>(`, and the given index if there are no generics. */
  #beforeGenerics(open: number): number {
    if (this.texts[open - 1] !== '>') return open;
    for (let at = open - 1, depth = 0; at > open - MAX_GENERICS_LENGTH; at -= 1) {
      if (this.texts[at] === '>') depth += 1;
      if (this.texts[at] === '<') depth -= 1;
      if (depth === 0) return at - 1;
    }
    return open;
  }
}

const opened = (of: string): string => (of === UNKNOWN ? of : `${of}?`);
