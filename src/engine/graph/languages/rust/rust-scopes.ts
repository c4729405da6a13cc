import type { ScopeFact, UsedPathFact } from '../../facts.ts';
import { pathInAttribute } from './rust-attributes.ts';
import { FOREIGN, QUOTED, QUOTES } from './rust-known-names.ts';
import { RustLines } from './rust-lines.ts';
import { isOpenMacro, opennessOf } from './rust-openness.ts';
import { isBeforePath, isInVisibility, isLeadingAt, isMemberAt, isPublicAt } from './rust-places.ts';
import { RustScopeDraft, variantsOf } from './rust-scope-draft.ts';
import type { RustTokens } from './rust-tokens.ts';
import { bracketPairs, isName, isTypeName } from './rust-types.ts';
import { readUse } from './rust-uses.ts';

const OPENING = /^[([{]$/;
const ITEM = /^(?:fn|struct|enum|union|trait|type|const|static|mod|macro)$/;
const TYPE_ITEM = /^(?:struct|enum|union|trait|type)$/;
const NO_NAME = /^(?:fn|unsafe|extern|async|_|crate|self|super|impl|for|where|move)$/;
const BEFORE_ITEM: ReadonlySet<string | undefined> = new Set([undefined, ';', '}', '{', ']', ')']);
/** What precedes the brackets around items in macros such as `cfg_if!`: `if #[cfg(unix)] {`, `else {`, `_ => {`. */
const AROUND_ITEMS = /^(?:\]|else|>|\{|\()$/;
/** Longer paths are cut. */
const MAX_PARTS = 32;

/** A part of the text between brackets. */
interface Frame {
  /** Index of the bracket at its end. */
  readonly end: number;
  /** `items`: of a module; `inside`: of a function or another item; `rules`: the arms of a macro. */
  readonly kind: 'items' | 'inside' | 'rules' | 'attribute' | 'quoted';
  /** Names of the inline modules around. */
  readonly module: readonly string[];
  readonly macro?: string;
  /** It is the content of a macro that stands for items. */
  readonly isInvocation?: true;
}

/** Reads what each module of a file declares, and the paths that it names, as written. */
class RustScopes {
  readonly #drafts = new Map<string, RustScopeDraft>();
  readonly #texts: readonly string[];
  readonly #isRaw: (at: number) => boolean;
  readonly #lines: RustLines;
  readonly #pairs: ReadonlyMap<number, number>;
  readonly #frames: Frame[] = [];
  #frame: Frame;
  #draft: RustScopeDraft;
  /** Whether a derive precedes the next item. */
  #isDerived = false;
  /** What the bracket at an index contains, if it is no block. */
  #next: { readonly at: number; readonly frame: Omit<Frame, 'end'> } | null = null;

  constructor(text: string, { texts, starts }: RustTokens) {
    this.#texts = texts;
    this.#isRaw = (at) => text.startsWith('r#', starts[at]);
    this.#lines = new RustLines(text, starts);
    this.#pairs = bracketPairs(texts);
    this.#frame = { end: texts.length, kind: 'items', module: [] };
    this.#draft = this.#draftOf(this.#frame);
  }

  read(): ScopeFact[] {
    for (let at = 0; at < this.#texts.length; ) {
      while (at >= this.#frame.end) this.#leave();
      at = Math.max(this.#take(at), at + 1);
    }
    return Array.from(this.#drafts.values(), (draft) => draft.finish());
  }

  #leave(): void {
    this.#frame = this.#frames.pop() ?? { ...this.#frame, end: this.#texts.length };
    this.#draft = this.#draftOf(this.#frame);
  }

  #draftOf({ module, macro }: Omit<Frame, 'end'>): RustScopeDraft {
    const key = `${module.join('::')} ${macro ?? ''}`;
    const known = this.#drafts.get(key) ?? new RustScopeDraft(module.join('::'), macro);
    this.#drafts.set(key, known);
    return known;
  }

  /** @returns the index after what begins here */
  #take(at: number): number {
    const token = this.#texts[at] ?? '';
    if (OPENING.test(token)) return this.#open(at, token);
    if (token === ';' || token === '}') this.#isDerived = false;
    if (token === '#') return this.#attribute(at);
    if (token.startsWith('"')) this.#string(at);
    if (token === 'use' && this.#texts[at + 1] !== '<') return this.#use(at);
    if (token === 'extern' && this.#texts[at + 1] === 'crate') return this.#externCrate(at);
    if (token === '::' && isLeadingAt(this.#texts, at)) return this.#path(at + 1, ['']);
    if (!isName(token)) return at + 1;
    return ITEM.test(token) && this.#item(at, token) ? at + 2 : this.#name(at, token);
  }

  #open(at: number, token: string): number {
    const around = this.#frame;
    this.#frames.push(around);
    const frame = this.#next?.at === at ? this.#next.frame : { ...around, kind: this.#kindAt(at, token) };
    this.#frame = { ...frame, end: this.#pairs.get(at) ?? this.#texts.length };
    this.#draft = this.#draftOf(frame);
    return at + 1;
  }

  /** Returns what an ordinary bracket contains. */
  #kindAt(at: number, token: string): Frame['kind'] {
    const { kind, isInvocation } = this.#frame;
    const [abi, before = ''] = this.#texts.slice(Math.max(at - 2, 0), at);
    if (kind === 'rules') return before === '>' ? 'items' : 'inside';
    if (kind !== 'items') return kind;
    const isForeign = token === '{' && (before === 'extern' || abi === 'extern');
    return isForeign || (isInvocation === true && AROUND_ITEMS.test(before)) ? 'items' : 'inside';
  }

  /** Notes that the bracket at an index is no block. */
  #enter(at: number, frame: Partial<Omit<Frame, 'end'>>): void {
    const { end: _, ...around } = this.#frame;
    this.#next = { at, frame: { ...around, ...frame } };
  }

  /** Reads `#[a]` and `#![a]`. */
  #attribute(at: number): number {
    const open = this.#texts[at + 1] === '!' ? at + 2 : at + 1;
    if (this.#texts[open] !== '[') return at + 1;
    const end = this.#pairs.get(open) ?? open;
    if (this.#frame.kind === 'items') {
      this.#draft.open(opennessOf(this.#texts, open + 1, end, this.#isDerived));
      this.#isDerived ||= this.#texts.slice(open + 1, end).includes('derive');
      if (this.#texts[open + 1] === 'proc_macro_derive') this.#draft.items.add(this.#texts[open + 3] ?? '');
    }
    this.#enter(open, { kind: 'attribute' });
    return open;
  }

  /** Reads a path in a string of an attribute: `#[serde(default = "crate::port")]`. */
  #string(at: number): void {
    const named = this.#frame.kind === 'attribute' ? pathInAttribute(this.#texts, at) : null;
    if (named === null) return;
    if (named.functions.length === 0) this.#note(at, named.parts, {});
    // Which of the functions are used depends on the derives.
    for (const each of named.functions) this.#note(at, [...named.parts, each], { isOptional: true });
  }

  #isItemName(name: string, at: number): boolean {
    return isName(name) && (!NO_NAME.test(name) || this.#isRaw(at));
  }

  /** Reads the head of an item. @returns whether there is one */
  #item(at: number, keyword: string): boolean {
    const isMutable = keyword === 'static' && /^(?:mut|ref)$/.test(this.#texts[at + 1] ?? '');
    const name = this.#texts[at + (isMutable ? 2 : 1)] ?? '';
    const before = this.#texts[at - 1] ?? '';
    const { kind } = this.#frame;
    if (!this.#isItemName(name, at + 1) || isMemberAt(this.#texts, at) || /^(?:::|\$)$/.test(before)) return false;
    if ((keyword === 'const' && /^[<,*]$/.test(before)) || (kind !== 'items' && kind !== 'inside')) return false;
    if (keyword === 'mod') return this.#module(at + 2, name);
    if (kind === 'items') this.#draft.items.add(name);
    else if (TYPE_ITEM.test(keyword)) this.#draft.inner.add(name);
    if (keyword === 'enum') this.#enum(at + 2, name);
    return true;
  }

  #module(open: number, name: string): boolean {
    if (this.#texts[open] === ';') this.#draft.modules.add(name);
    if (this.#texts[open] === '{') this.#enter(open, { kind: 'items', module: [...this.#frame.module, name] });
    return this.#texts[open] === ';' || this.#texts[open] === '{';
  }

  #enum(from: number, name: string): void {
    const open = this.#texts.findIndex((token, at) => at >= from && /^[{;]$/.test(token));
    if (this.#texts[open] === '{') this.#draft.addEnum(name, variantsOf(this.#texts, open, this.#pairs));
  }

  #use(at: number): number {
    const { taken, end } = readUse(this.#texts, at + 1);
    const isPublic = isPublicAt(this.#texts, at);
    const where = { ...(isPublic ? { isPublic } : {}), ...(this.#frame.kind === 'items' ? {} : { isLocal: true as const }) };
    for (const { prefix, name, at: place } of taken) {
      const path = name.name === '*' && name.local !== '*' ? prefix : [...prefix, name.name];
      this.#add(place, path, { local: name.local, ...where });
    }
    return end;
  }

  #externCrate(at: number): number {
    const [name = '', as, alias = ''] = this.#texts.slice(at + 2, at + 5);
    if (isName(name)) this.#add(at, [name === 'self' ? 'crate' : name], { local: as === 'as' ? alias : name, isPublic: true });
    return at + 3;
  }

  #name(at: number, name: string): number {
    const [before, after] = [this.#texts[at - 1], this.#texts[at + 1]];
    if (name === 'macro_rules' && after === '!') return this.#rules(at);
    if (before === '::' || isMemberAt(this.#texts, at) || isInVisibility(this.#texts, at) || isBeforePath(this.#texts, at)) return at + 1;
    const isUnknown = before === '#' || (before === '$' && name !== 'crate');
    if (isUnknown) return this.#path(at, null);
    return after === '!' || after === '::' ? this.#path(at, before === '$' ? ['$'] : []) : at + 1;
  }

  #rules(at: number): number {
    const name = this.#texts[at + 2] ?? '';
    if (!isName(name)) return at + 1;
    this.#draft.inner.add(`${name}!`);
    this.#enter(at + 3, this.#frame.kind === 'quoted' ? {} : { kind: 'rules', macro: name, module: [] });
    return at + 3;
  }

  /** @param start what precedes the path; `null` if it is not known where it starts */
  #path(at: number, start: readonly string[] | null): number {
    const parts: string[] = [];
    let end = at;
    while (parts.length < MAX_PARTS && isName(this.#texts[end])) {
      parts.push(this.#texts[end] ?? '');
      end += 1;
      if (this.#texts[end] !== '::') break;
      end += 1;
    }
    if (this.#texts[end] === '!' && OPENING.test(this.#texts[end + 1] ?? '')) this.#invoked(at, end, parts.at(-1) ?? '');
    const isOfAttribute = this.#frame.kind === 'attribute' && !/^(?:crate|self|super)$/.test(parts[0] ?? '');
    if (start !== null && !isOfAttribute) this.#note(at, start[0] === '$' ? ['$crate', ...parts.slice(1)] : [...start, ...parts], {});
    return end;
  }

  /** @param at index of its path @param end index of its `!` */
  #invoked(at: number, end: number, name: string): void {
    const { kind } = this.#frame;
    const before = this.#texts[/^(?:::|\$)$/.test(this.#texts[at - 1] ?? '') ? at - 2 : at - 1];
    // Also the project's own macros around `quote!`.
    if (QUOTES.has(name) || name.startsWith('quote_')) this.#enter(end + 1, { kind: 'quoted', macro: QUOTED, module: [] });
    else if (kind === 'items' && BEFORE_ITEM.has(before)) {
      if (isOpenMacro(this.#texts, end - 1, end + 1)) this.#draft.open('all');
      this.#enter(end + 1, { isInvocation: true });
    }
  }

  /** Notes a path in code, up to its first type, because the parts after that are members. */
  #note(at: number, parts: readonly string[], more: Partial<UsedPathFact>): void {
    const type = parts.findIndex(isTypeName);
    const path = type < 0 ? parts : parts.slice(0, type + 1);
    if (path.length > 1 && !(path.length === 2 && path[0] === '')) this.#add(at, path, more);
  }

  #add(at: number, path: readonly string[], more: Partial<UsedPathFact>): void {
    const first = (path[0] === '' ? path[1] : path[0]) ?? '';
    // Names of the standard library count only as what they bind.
    if (FOREIGN.has(first) && (more.local ?? first) === first) return;
    this.#draft.addPath({ path: path.join('::'), line: this.#lines.of(at), ...more });
  }
}

/** Reads the modules of a Rust file with their names. */
export const readRustScopes = (text: string, tokens: RustTokens): readonly ScopeFact[] => new RustScopes(text, tokens).read();
