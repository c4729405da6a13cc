import { type ImportedName, type ImportFact, MAX_EXPRESSION_LENGTH } from '../../facts.ts';
import type { FactsDraft } from '../facts-draft.ts';
import { type AttributePath, pathInAttribute } from './rust-attributes.ts';
import { asWritten } from './rust-block-names.ts';
import { constantText } from './rust-constants.ts';
import { FOREIGN, OWN_MACROS, QUOTED, QUOTES } from './rust-known-names.ts';
import { RustLines } from './rust-lines.ts';
import { RustModules } from './rust-modules.ts';
import { isBeforePath, isInVisibility, isLeadingAt, isMemberAt, isPublicAt } from './rust-places.ts';
import type { RustTokens } from './rust-tokens.ts';
import { bracketPairs } from './rust-types.ts';
import { readUse } from './rust-uses.ts';

const NAME = /^[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*$/;
const OPENING = /^[([{]$/;
const BEFORE_ITEM: ReadonlySet<string | undefined> = new Set([undefined, ';', '}', '{', ']', ')']);
/** Longer paths are cut. */
const MAX_PARTS = 32;

/** A path or a macro that is used without a `use`. */
interface Written {
  readonly fact: ImportFact;
  /** If the file declares or imports this name, the path means that instead. */
  readonly first: string;
}

/** Reads imports from tokens instead of the syntax tree, so that bodies of macros are read like other code. */
class RustPaths {
  readonly modules = new RustModules();
  readonly inAttributes: AttributePath[] = [];
  readonly #draft: FactsDraft;
  readonly #texts: readonly string[];
  readonly #starts: readonly number[];
  readonly #lines: RustLines;
  /** The macro that is being read, and the index of its end. */
  #macro: { readonly name: string; readonly end: number } | null = null;
  #pairs: ReadonlyMap<number, number> | undefined;
  /** By path and name. */
  readonly #written = new Map<string, Written>();

  constructor(text: string, { texts, starts }: RustTokens, draft: FactsDraft) {
    this.#draft = draft;
    this.#texts = texts;
    this.#starts = starts;
    this.#lines = new RustLines(text, starts);
  }

  read(): void {
    for (let at = 0; at < this.#texts.length; ) at = Math.max(this.#take(at), at + 1);
    const known = new Set(this.#draft.imports.flatMap(({ names }) => names.map(({ local }) => local)));
    for (const name of this.#draft.names()) known.add(name);
    // A macro may have the name of a module.
    for (const { names } of this.#draft.imports) for (const { name, local } of names) if (name !== '*') known.add(`${local}!`);
    for (const { fact, first } of this.#written.values()) {
      // `a::b::c` leads beyond the members of a module `a` that the file names.
      const isBeyond = fact.names.some(({ local }) => local.split('.', 3).length > 2);
      if (!known.has(first) || isBeyond) this.#draft.imports.push(fact);
    }
  }

  /** @returns the index after the item that begins here */
  #take(at: number): number {
    const token = this.#texts[at] ?? '';
    if (this.#macro !== null && at > this.#macro.end) this.#macro = null;
    if (token === 'macro_rules' && this.#macro === null) this.#define(at);
    if (token === 'mod') return this.#module(at);
    if (token === 'use' && this.#texts[at + 1] !== '<') return this.#use(at);
    if (token === 'extern' && this.#texts[at + 1] === 'crate') return this.#externCrate(at);
    if (token.startsWith('"')) this.#string(at, token);
    this.modules.pass(token);
    // The code of a macro is part of other crates, which may not see the same ones.
    if (token === '::' && this.#macro === null && isLeadingAt(this.#texts, at)) return this.#path(at + 1, ['']);
    return NAME.test(token) ? this.#name(at) : at + 1;
  }

  /** Reads the head of `macro_rules! name {`. */
  #define(at: number): void {
    const name = this.#texts[at + 2] ?? '';
    if (NAME.test(name)) this.#enter(name, at + 3);
  }

  /** Begins to read a macro. @param open index of its opening bracket */
  #enter(name: string, open: number): void {
    this.#pairs ??= bracketPairs(this.#texts);
    this.#macro = { name, end: this.#pairs.get(open) ?? open };
  }

  /** Reads a string of an attribute: `#[path = "a.rs"]`, `#[serde(default = "port")]`. */
  #string(at: number, token: string): void {
    if (this.#texts[at - 1] === '=' && this.#texts[at - 2] === 'path') this.modules.name(token.slice(1), this.#texts[at - 3] === '[');
    const named = pathInAttribute(this.#texts, at);
    if (named === null) return;
    const { parts, functions } = named;
    // The attribute of an included file may be in an inline module of the other file, which `super` starts from.
    if (this.#macro === null && /^(?:self|super)$/.test(parts[0] ?? '')) this.#macro = { name: QUOTED, end: at };
    const used = functions.length === 0 ? [this.#noted(at, parts)] : this.#notedFunctions(at, parts, functions);
    for (const each of used) this.inAttributes.push({ parts: each, at: this.#starts[at] ?? 0, line: this.#lines.of(at) });
  }

  /** Notes functions of a module. @returns their paths */
  #notedFunctions(at: number, module: readonly string[], functions: readonly string[]): (readonly string[])[] {
    const names = functions.map((name) => ({ name, local: asWritten([...module, name].join('.')) }));
    this.#note(at, this.modules.fromFile(module), names, module[0]);
    return functions.map((name) => [...module, name]);
  }

  get #inMacro(): { macro?: string } {
    return this.#macro === null ? {} : { macro: this.#macro.name };
  }

  #module(at: number): number {
    const [name = '', after, end] = this.#texts.slice(at + 1, at + 4);
    if (name === '$' && NAME.test(after ?? '') && end === ';') this.#givenModule(at, `mod $${after}`);
    if (!NAME.test(name) || (after !== ';' && after !== '{')) return at + 1;
    if (after === '{') this.modules.open(name, this.#inMacro);
    else {
      this.#import(at, ['self', ...this.modules.path], [{ name: '*', local: name }], { isModule: true });
      this.modules.declare(name, { ...(this.#texts[at - 1] === 'pub' ? { isPublic: true } : {}), ...this.#inMacro });
    }
    return at + 3;
  }

  /** Reads `mod $name;` in a macro. Its file depends on the callers of the macro. */
  #givenModule(at: number, specifier: string): void {
    this.#draft.imports.push({ specifier, line: this.#lines.of(at), kind: 'computed', isTypeOnly: false, names: [] });
  }

  #use(at: number): number {
    const { taken, end } = readUse(this.#texts, at + 1);
    const byPrefix = new Map<string, { prefix: readonly string[]; names: ImportedName[] }>();
    for (const { prefix, name } of taken) {
      const key = prefix.join('::');
      const known = byPrefix.get(key) ?? { prefix, names: [] };
      known.names.push(name);
      byPrefix.set(key, known);
    }
    for (const { prefix, names } of byPrefix.values()) this.#import(at, prefix, names);
    return end;
  }

  #externCrate(at: number): number {
    const [name = '', as, alias = ''] = this.#texts.slice(at + 2, at + 5);
    const local = as === 'as' ? alias : name;
    if (NAME.test(name)) this.#import(at, [name === 'self' ? 'crate' : name], [{ name: '*', local }]);
    return at + 3;
  }

  /** @param path as written here; for a module, the path of its parent */
  #import(at: number, path: readonly string[], names: readonly ImportedName[], { isModule = false } = {}): void {
    const seen = isModule ? [...path, ...names.map(({ local }) => local)] : this.modules.fromFile(path);
    if (seen.length === 1 && seen[0] === 'self') return;
    const kind = isPublicAt(this.#texts, at) && !isModule ? 're-export' : 'import';
    this.#draft.imports.push({ specifier: seen.join('::'), line: this.#lines.of(at), kind, isTypeOnly: false, names, ...this.#inMacro });
  }

  #name(at: number): number {
    const before = this.#texts[at - 1];
    const name = this.#texts[at] ?? '';
    const after = this.#texts[at + 1];
    if (before === '::' || isMemberAt(this.#texts, at) || isInVisibility(this.#texts, at) || isBeforePath(this.#texts, at)) return at + 1;
    if (after === '!' && OPENING.test(this.#texts[at + 2] ?? '')) return this.#invoked(at, name);
    return after === '::' ? this.#path(at) : at + 1;
  }

  #invoked(at: number, name: string): number {
    if (/^include(?:_str|_bytes)?$/.test(name)) this.#include(at, name);
    else if (name === 'dir' && this.#draft.imports.some(({ specifier }) => specifier === 'automod')) this.#folder(at, at + 1);
    else if (!OWN_MACROS.has(name)) this.#note(at, [`${name}!`], [{ name, local: name }], `${name}!`);
    if (QUOTES.has(name) && this.#macro === null) this.#enter(QUOTED, at + 2);
    return at + 2;
  }

  /** Reads `automod::dir!(pub "tests/a")`. @param end index of its `!` */
  #folder(at: number, end: number): void {
    const given = this.#texts.slice(end + 2, end + 8).find((token) => token.startsWith('"'));
    if (given === undefined) return;
    const folder = given.slice(1);
    const isPublic = this.#texts[end + 2] === 'pub';
    const fact = { specifier: `automod::dir!("${folder}")`, line: this.#lines.of(at), isTypeOnly: false, names: [] };
    this.#draft.imports.push({ ...fact, kind: isPublic ? 're-export' : 'import' });
    this.modules.declareAll(folder, isPublic ? { isPublic } : {});
  }

  /** Reads `include!` and the like, whose code counts as re-exported. Data whose path is only known at build time is ignored. */
  #include(at: number, macro: string): void {
    const place = constantText(this.#texts, at + 3);
    const isCode = macro === 'include';
    const written = { line: this.#lines.of(at), isTypeOnly: false, names: isCode ? [{ name: '*', local: '*' }] : [] };
    if (place) this.#draft.imports.push({ ...written, specifier: `${macro}!("${place}")`, kind: isCode ? 're-export' : 'text' });
    else if (isCode) this.#draft.imports.push({ ...written, specifier: this.#lines.text(at, MAX_EXPRESSION_LENGTH), kind: 'computed' });
  }

  /** Reads `crate::login::check()`, used without a `use`. Its local name is the whole path, with dots. @param start `['']` after `::` */
  #path(at: number, start: readonly string[] = []): number {
    const parts = [...start];
    let end = at;
    while (parts.length < MAX_PARTS && NAME.test(this.#texts[end] ?? '')) {
      parts.push(this.#texts[end] ?? '');
      end += 1;
      if (this.#texts[end] !== '::') break;
      end += 1;
    }
    const isMacro = this.#texts[end] === '!' && OPENING.test(this.#texts[end + 1] ?? '');
    if (isMacro && parts.join('::') === 'automod::dir') {
      this.#folder(at, end);
      return end;
    }
    this.#noted(at, parts, isMacro);
    if (isMacro && QUOTES.has(parts.at(-1) ?? '') && this.#macro === null) this.#enter(QUOTED, end + 1);
    return end;
  }

  /** Notes a path. @returns its parts up to the first type, because the parts after that are members */
  #noted(at: number, parts: readonly string[], isMacro = false): readonly string[] {
    const type = parts.findIndex((part) => /^[A-Z]/.test(part));
    const taken = type < 0 ? parts : parts.slice(0, type + 1);
    const last = `${taken.at(-1) ?? ''}${isMacro ? '!' : ''}`;
    const prefix = this.modules.fromFile(taken.slice(0, -1));
    const isKnown = /^(?:self)?$/.test(prefix.join()) || (taken[0] === '' && FOREIGN.has(taken[1] ?? ''));
    if (!isKnown) this.#note(at, prefix, [{ name: last, local: asWritten(taken.join('.')) }], taken[0]);
    return taken;
  }

  #note(at: number, path: readonly string[], names: readonly ImportedName[], first = names[0]?.local.split('.', 1)[0] ?? ''): void {
    const [name = { name: '', local: '' }] = names;
    const isItem = name.name.endsWith('!') || first.endsWith('!') ? this.#isItem(at) : {};
    const key = `${path.join('::')} ${name.local} ${this.#macro?.name ?? ''}`;
    if (FOREIGN.has(first) || this.#written.has(key)) return;
    const fact = { specifier: path.join('::'), line: this.#lines.of(at), kind: 'import', isTypeOnly: false, names } as const;
    this.#written.set(key, { fact: { ...fact, ...isItem, ...this.#inMacro }, first });
  }

  /** Whether a macro is invoked where items are, so that it may declare modules. */
  #isItem(at: number): { isItem?: true } {
    return this.modules.isBetweenItems && this.#macro === null && BEFORE_ITEM.has(this.#texts[at - 1]) ? { isItem: true } : {};
  }
}

/**
 * Reads what a Rust file imports: `mod`, `use`, `extern crate`, paths and macros used without a `use`, and included files.
 * @returns the paths in strings of attributes
 */
export function readRustPaths(text: string, tokens: RustTokens, draft: FactsDraft): readonly AttributePath[] {
  const paths = new RustPaths(text, tokens, draft);
  paths.read();
  draft.modules = paths.modules.found;
  return paths.inAttributes;
}
