import type { TypeFacts, UsedMember } from '../../facts.ts';
import { COMMON_METHODS, COMMON_TYPES } from './rust-common.ts';
import { RustLines } from './rust-lines.ts';
import { RustReceivers, type RustSurroundings, UNKNOWN } from './rust-receivers.ts';
import type { RustTokens } from './rust-tokens.ts';
import { afterGenerics, bracketPairs, isName, isTypeName, rustTypeAt } from './rust-types.ts';

/** Longer heads of items and patterns are not read. */
const MAX_HEAD_LENGTH = 200;
const MAX_PATTERN_LENGTH = 32;
const BEFORE_ITEM: ReadonlySet<string | undefined> = new Set([undefined, '{', '}', ';', ']', 'unsafe', 'default', 'pub', ')']);
const NO_VARS: ReadonlyMap<string, string> = new Map();

/** A block that is being read. */
interface Block extends RustSurroundings {
  readonly end: number;
  /** The start of the names of its members; `null` for the body of a function. */
  readonly members: string | null;
  readonly vars: Map<string, string>;
}

class RustMembers {
  readonly declared: [string, string][] = [];
  readonly #used = new Map<string, number>();
  readonly #blocks: Block[] = [];
  readonly #texts: readonly string[];
  readonly #pairs: ReadonlyMap<number, number>;
  readonly #receivers: RustReceivers;
  readonly #lines: RustLines;

  constructor(text: string, { texts, starts }: RustTokens) {
    this.#texts = texts;
    this.#pairs = bracketPairs(texts);
    this.#receivers = new RustReceivers(texts, this.#pairs);
    this.#lines = new RustLines(text, starts);
  }

  get used(): UsedMember[] {
    return Array.from(this.#used, ([is, line]) => ({ is, line }));
  }

  read(): void {
    for (let at = 0; at < this.#texts.length; at += 1) {
      while ((this.#blocks.at(-1)?.end ?? at) < at) this.#blocks.pop();
      this.#take(at, this.#texts[at] ?? '');
    }
  }

  #take(at: number, token: string): void {
    if (token === 'impl' && BEFORE_ITEM.has(this.#texts[at - 1])) this.#implementation(at);
    else if (token === 'trait') this.#trait(at);
    else if (token === 'struct') this.#struct(at);
    else if (token === 'fn') this.#function(at);
    else if (token === 'const') this.#constant(at);
    else if (token === 'let') this.#variable(at);
    else if (token === 'for') this.#pattern(at + 1, 'in');
    else if (token === '.') this.#method(at);
    else if (this.#texts[at + 1] === '::') this.#path(at);
  }

  get #around(): RustSurroundings {
    return this.#blocks.at(-1) ?? { self: '', vars: NO_VARS };
  }

  /** Returns the index of the next token that is one of some, outside of brackets; -1 if there is none near. */
  #next(from: number, isMeant: (token: string, at: number) => boolean): number {
    for (let at = from; at < this.#texts.length && at < from + MAX_HEAD_LENGTH; at += 1) {
      const token = this.#texts[at] ?? '';
      if (isMeant(token, at)) return at;
      if (token === '(' || token === '[') at = this.#pairs.get(at) ?? at;
    }
    return -1;
  }

  /** Opens the block after the head of an item. */
  #open(from: number, self: string, members: string | null, vars = new Map<string, string>()): void {
    const open = this.#next(from, (token) => token === '{' || token === ';');
    if (this.#texts[open] === '{') this.#blocks.push({ end: this.#pairs.get(open) ?? this.#texts.length, self, members, vars });
  }

  #implementation(at: number): void {
    const first = afterGenerics(this.#texts, at + 1);
    const end = this.#next(first, (token, n) => /^(?:where|[{;])$/.test(token) || (token === 'for' && this.#texts[n + 1] !== '<'));
    const isOfTrait = this.#texts[end] === 'for';
    const written = rustTypeAt(this.#texts, isOfTrait ? end + 1 : first, '');
    const type = written.startsWith('!') ? '' : written;
    this.#open(first, type, `${isOfTrait ? '+' : ''}${type}.`);
  }

  #trait(at: number): void {
    const name = this.#texts[at + 1] ?? '';
    if (isName(name)) this.#open(at + 2, name, `+${name}.`);
  }

  /** Records a member of the type around; names of members of unnamed types are not recorded. */
  #member(name: string, type: string): boolean {
    const block = this.#blocks.at(-1);
    const members = block?.members ?? null;
    if (members === null || block?.self === '') return members !== null;
    this.declared.push([members + name, type]);
    return true;
  }

  #constant(at: number): void {
    const name = this.#texts[at + 1] ?? '';
    if (isName(name) && this.#texts[at + 2] === ':') this.#member(name, rustTypeAt(this.#texts, at + 3, this.#around.self));
  }

  #function(at: number): void {
    const name = this.#texts[at + 1] ?? '';
    const open = afterGenerics(this.#texts, at + 2);
    const close = this.#pairs.get(open);
    if (!isName(name) || this.#texts[open] !== '(' || close === undefined) return;
    const { self } = this.#around;
    const result = this.#texts[close + 1] === '-' ? rustTypeAt(this.#texts, close + 3, self) : '';
    if (!this.#member(name, result) && this.#blocks.length === 0 && result !== '') this.declared.push([`${name}()`, result]);
    const vars = new Map<string, string>();
    for (let next = open + 1; next < close; next += 1) {
      const token = this.#texts[next] ?? '';
      if (isName(token) && this.#texts[next + 1] === ':') vars.set(token, rustTypeAt(this.#texts, next + 2, self) || UNKNOWN);
      next = this.#afterBracket(next);
    }
    this.#open(close + 1, self, null, vars);
  }

  #struct(at: number): void {
    const name = this.#texts[at + 1] ?? '';
    const open = this.#next(afterGenerics(this.#texts, at + 2), (token) => /^[{(;]$/.test(token));
    const close = this.#pairs.get(open) ?? open;
    if (this.#texts[open] === '{') this.#fields(name, open, close);
    if (this.#texts[open] === '(') this.#places(name, open, close);
  }

  #field(struct: string, name: string, at: number): void {
    const type = rustTypeAt(this.#texts, at, struct);
    if (type !== '') this.declared.push([`${struct}:${name}`, type]);
  }

  #fields(struct: string, open: number, close: number): void {
    for (let at = open + 1; at < close; at = afterGenerics(this.#texts, this.#afterBracket(at) + 1)) {
      const token = this.#texts[at] ?? '';
      if (isName(token) && this.#texts[at + 1] === ':') this.#field(struct, token, at + 2);
    }
  }

  /** `struct Order(pub Line, Total);` */
  #places(struct: string, open: number, close: number): void {
    let count = 0;
    for (let at = open + 1; at < close; at = afterGenerics(this.#texts, this.#afterBracket(at) + 1)) {
      const isStart = at === open + 1 || this.#texts[at - 1] === ',';
      if (!isStart) continue;
      this.#field(struct, String(count), this.#texts[at] === 'pub' ? this.#afterVisibility(at) : at);
      count += 1;
    }
  }

  /** Returns the index of the other bracket of an opening bracket; any other index unchanged. */
  #afterBracket(at: number): number {
    return Math.max(at, this.#pairs.get(at) ?? at);
  }

  #afterVisibility(at: number): number {
    return this.#texts[at + 1] === '(' ? (this.#pairs.get(at + 1) ?? at) + 1 : at + 1;
  }

  #set(name: string, type: string): void {
    const vars = this.#blocks.at(-1)?.vars;
    const known = vars?.get(name);
    // The same name elsewhere in the function may hide this one.
    vars?.set(name, known === undefined || known === type ? type : UNKNOWN);
  }

  /** The names of a pattern have unknown types. */
  #pattern(from: number, end: string): void {
    for (let at = from; at < from + MAX_PATTERN_LENGTH && this.#texts[at] !== end && this.#texts[at] !== '{'; at += 1) {
      const token = this.#texts[at] ?? '';
      if (isName(token) && !isTypeName(token)) this.#set(token, UNKNOWN);
    }
  }

  #variable(at: number): void {
    const start = this.#texts[at + 1] === 'mut' ? at + 2 : at + 1;
    const [name = '', after] = this.#texts.slice(start, start + 2);
    if (!isName(name) || (after !== ':' && after !== '=')) {
      this.#pattern(start, '=');
      return;
    }
    const end = this.#next(start, (token, n) => token === ';' || (token === '{' && this.#texts[n - 1] === 'else'));
    const type =
      after === ':' ? rustTypeAt(this.#texts, start + 2, this.#around.self) : end < 0 ? '' : this.#receivers.at(end - 1, this.#around);
    this.#set(name, type || UNKNOWN);
  }

  #use(is: string, at: number): void {
    if (!this.#used.has(is)) this.#used.set(is, this.#lines.of(at));
  }

  /** `order.total()` */
  #method(at: number): void {
    const [name = '', after, generic] = this.#texts.slice(at + 1, at + 4);
    const isCalled = after === '(' || (after === '::' && generic === '<');
    if (!isCalled || !isName(name) || this.#texts[at - 1] === '.') return;
    const of = this.#receivers.at(at - 1, this.#around);
    const isCommon = COMMON_METHODS.has(name);
    const isForeign = of === UNKNOWN ? isCommon : COMMON_TYPES.has(of.replace(/^!/, ''));
    if (!isForeign && !this.#texts[at - 1]?.startsWith('"')) this.#use(`${isCommon ? '=' : ''}${of}::${name}`, at);
  }

  /** `Order::new`, `shop::Order::<T>::new` */
  #path(at: number): void {
    const before = this.#texts[at - 1];
    if (before === '::' || before === '.' || !isName(this.#texts[at])) return;
    const parts: string[] = [];
    for (let next = at; isName(this.#texts[next]) && parts.length < MAX_PATTERN_LENGTH; ) {
      const part = this.#texts[next] ?? '';
      if (isTypeName(parts.at(-1))) {
        const type = parts.map((each) => (each === 'Self' ? this.#around.self : each)).join('.');
        if (type !== '' && !COMMON_TYPES.has(type)) this.#use(`${type}::${part}`, at);
        return;
      }
      parts.push(part);
      if (this.#texts[next + 1] !== '::') return;
      next = afterGenerics(this.#texts, next + 2);
      if (this.#texts[next] === '::') next += 1;
    }
  }
}

/**
 * Reads the members of types that a Rust file declares and uses. It reads tokens, because macros have no syntax tree. It is no type checker:
 * what it cannot tell has the type `?`.
 */
export function readRustMembers(text: string, tokens: RustTokens): TypeFacts | undefined {
  const members = new RustMembers(text, tokens);
  members.read();
  const { declared, used } = members;
  return declared.length + used.length === 0 ? undefined : { declared, used };
}
