import type { Node } from 'web-tree-sitter';
import type { FactsDraft } from './facts-draft.ts';
import { KnownNames } from './known-names.ts';
import { addLine, type Lines, ScopeWalk } from './scopes.ts';
import { between, type Span, SpanWalk } from './span-walk.ts';
import { lineOf, type SourceSyntax } from './syntax.ts';

/** How names are written and declared in a language. */
export interface NameRules {
  /**
   * A query with the captures `use` (every name), `scope` (a node that declares names), `members` (the body of a type), `declare` (a name
   * declared in its scope), `outer` (a name declared in the scope around that) and `skip` (an identifier that is not a use).
   */
  readonly query: string;
  /** Separator between a namespace and its member. */
  readonly separator: '.' | '::';
  /** Whether an imported name may be a module, whose members are used. */
  readonly takesModules: boolean;
  /** Whether a namespace may be used as a value (`a[key]`, `f(a)`), so that any of its members may be. Omitted if not. */
  readonly hasValues?: true;
  /** Whether code directly in the body of a type refers to its members by their name alone. Omitted if not. */
  readonly seesMembers?: true;
  /** Whether a wildcard import may bring modules, whose members are used (`from a import *`, then `b.f()`). Omitted if not. */
  readonly bringsModules?: true;
  /** Whether all lines on which a member is used are kept, not only the first. Omitted if not. */
  readonly keepsLines?: true;
  /**
   * Whether a name unknown to the file may come from another file.
   * @param hasAll whether the file has a wildcard import
   */
  mayBeForeign(name: string, hasAll: boolean): boolean;
}

const CALL_OR_ASSIGNMENT = /\s*(?:\(|=(?![=>]))/y;
/** The text before the name that an import declares. */
const IMPORTED = /\*\s*as\s+$/;
const MAX_IMPORT_LENGTH = 40;
const WORD = /[\w$\u0080-\uffff]+/y;
const MEMBERS = { '.': /\s*\??\.\s*([\w$\u0080-\uffff]+)/y, '::': /\s*::\s*([\w$\u0080-\uffff]+)/y };
/** Matches `x = 1.` at the end of a line (Python): a name after it is not a member. */
const ENDS_WITH_NUMBER = /(?:^|[^\w$])\d[\d_]*\.$/;
const MAX_NUMBER_LENGTH = 40;
/** Maximum number of parts of a qualified name; further parts are ignored. */
const MAX_PARTS = 16;
/** Separates a member from the line of its use, so that the uses of each line are kept. */
const AT = '\0';

class UseFinder {
  readonly #code: string;
  readonly #rules: NameRules;
  readonly #known: KnownNames;
  readonly #parameters: ReadonlySet<number>;
  readonly #draft: FactsDraft;

  constructor({ code }: SourceSyntax, draft: FactsDraft, rules: NameRules) {
    this.#draft = draft;
    this.#code = code;
    this.#rules = rules;
    this.#known = new KnownNames(draft, rules.takesModules);
    this.#parameters = draft.parameters;
  }

  /** Whether the file has a wildcard import. */
  get hasAll(): boolean {
    return this.#known.hasAll;
  }

  /** Whether a name is a namespace whose members are used. */
  isWhole(name: string): boolean {
    return this.#known.wholesOf(name) !== undefined;
  }

  /** Whether a name that the file does not know may be a module from a wildcard import. */
  mayBring(name: string): boolean {
    return this.hasAll && this.#rules.bringsModules === true && !this.#known.isPlain(name);
  }

  /** @param uses receives the used names @param events in text order; scopes first at the same offset */
  run(uses: Lines, events: readonly Event[]): void {
    const walk = new ScopeWalk();
    walk.enter(Number.POSITIVE_INFINITY);
    let skipped = -1;
    for (const { at, kind, node } of events) {
      walk.moveTo(at);
      if (kind === 'scope') walk.enter(node.endIndex);
      else if (kind === 'members') walk.enter(node.endIndex, false, this.#rules.seesMembers);
      else if (kind === 'skip') skipped = at;
      else if (at !== skipped) this.#meet(walk, kind, node);
    }
    for (const [written, line] of walk.end()) {
      const [used = ''] = written.split(AT, 1);
      addLine(uses, used, line);
      if (used !== written) this.#draft.useMember(used, line);
    }
  }

  #meet(walk: ScopeWalk, kind: string, node: Node): void {
    WORD.lastIndex = node.startIndex;
    const name = WORD.exec(this.#code)?.[0];
    if (name === undefined) return;
    if (kind === 'use') this.#use(walk, name, node);
    else walk.declare(name, kind === 'outer' ? 1 : 0);
  }

  #use(walk: ScopeWalk, name: string, node: Node): void {
    const { startIndex: at } = node;
    if (this.#parameters.has(at) || this.#isMember(at)) return;
    const wholes = this.#known.wholesOf(name);
    const written = wholes === undefined ? null : this.#memberOf(name, at + name.length, wholes);
    if (written !== null) this.#take(walk, name, written, lineOf(node));
    const isForeign = wholes === undefined && this.#rules.mayBeForeign(name, this.#known.hasAll);
    if (this.#known.isPlain(name) || isForeign) walk.use(name, name, lineOf(node));
    const member = isForeign && this.mayBring(name) ? this.#memberOf(name, at + name.length, new Set([name])) : null;
    if (member?.includes('.') === true) this.#take(walk, name, member, lineOf(node));
  }

  #take(walk: ScopeWalk, name: string, written: string, line: number): void {
    walk.use(name, this.#rules.keepsLines === true && written.includes('.') ? `${written}${AT}${line}` : written, line);
  }

  #isMember(at: number): boolean {
    let end = at;
    while (/\s/.test(this.#code[end - 1] ?? '')) end -= 1;
    if (this.#rules.separator === '::') return this.#code.startsWith('::', end - 2);
    if (this.#code[end - 1] !== '.' || this.#code[end - 2] === '.') return false;
    return end === at || !ENDS_WITH_NUMBER.test(this.#code.slice(Math.max(0, end - MAX_NUMBER_LENGTH), end));
  }

  /** Whether a namespace is used as a value here, neither declared nor called. A call uses a module that exports a single function. */
  #isValue(end: number, name: string): boolean {
    if (this.#rules.hasValues !== true) return false;
    CALL_OR_ASSIGNMENT.lastIndex = end;
    const from = end - name.length;
    return !CALL_OR_ASSIGNMENT.test(this.#code) && !IMPORTED.test(this.#code.slice(Math.max(0, from - MAX_IMPORT_LENGTH), from));
  }

  /** Returns the longest namespace written here, with the member that is used; `*` for any member. */
  #memberOf(first: string, end: number, wholes: ReadonlySet<string>): string | null {
    const pattern = MEMBERS[this.#rules.separator];
    pattern.lastIndex = end;
    let found: string | null = null;
    let written = first;
    for (let parts = 0; parts < MAX_PARTS; parts += 1) {
      const next = pattern.exec(this.#code)?.[1];
      const isTaken = this.#known.isPlain(written) && written !== first;
      if (wholes.has(written)) found = next === undefined || isTaken ? written : `${written}.${next}`;
      if (next === undefined) return parts === 0 && found !== null && this.#isValue(end, first) ? `${first}.*` : found;
      written += `.${next}`;
    }
    return found;
  }
}

interface Event {
  readonly at: number;
  readonly kind: string;
  readonly node: Node;
}

const RANK: Readonly<Record<string, number>> = { scope: 0, members: 0, skip: 1 };

const WORDS = /[\w$\u0080-\uffff]+/g;

/** Whether a span contains one of some names as a word, possibly in a comment. */
function mayName(text: string, { from, to }: Span, isNamed: (word: string) => boolean): boolean {
  for (const [word] of text.slice(from, to).matchAll(WORDS)) if (isNamed(word)) return true;
  return false;
}

/**
 * Yields the top-level statements that may use a relevant name outside of symbols. Capturing names is slow, and most statements are symbols
 * or contain no such name.
 */
function* statementsOutside({ text, root }: SourceSyntax, isMeant: (word: string) => boolean, gaps: readonly Span[]): Iterable<Node> {
  let first = 0;
  for (const statement of root.namedChildren) {
    const { startIndex, endIndex } = statement;
    while ((gaps[first]?.to ?? endIndex) <= startIndex) first += 1;
    let isNamed = false;
    for (let at = first; !isNamed && (gaps[at]?.from ?? endIndex) < endIndex; at += 1) {
      const { from, to } = gaps[at] ?? { from: endIndex, to: endIndex };
      isNamed = mayName(text, { from: Math.max(from, startIndex), to: Math.min(to, endIndex) }, isMeant);
    }
    if (isNamed) yield statement;
  }
}

/** Finds the symbols and namespace members that a file uses outside of its symbols. */
function findUsesAtTop(syntax: SourceSyntax, draft: FactsDraft, finder: UseFinder, rules: NameRules): void {
  const tests = draft.tests.map(({ startIndex, endIndex }) => ({ from: startIndex, to: endIndex }));
  const gaps = between([...draft.spans(), ...draft.offers, ...tests], syntax.text.length);
  const [outside, taken] = [new SpanWalk(gaps), new SpanWalk(draft.taken)];
  const uses: Lines = new Map();
  // Symbols of test files are not reported as unused. For imported names their imports are enough.
  const isOfTests = draft.hasTests && !draft.testsItself;
  const isOwn = (word: string): boolean => !isOfTests && draft.symbol(word) !== undefined;
  const isMeant = (word: string): boolean => isOwn(word) || finder.isWhole(word) || finder.mayBring(word);
  for (const statement of statementsOutside(syntax, isMeant, gaps)) {
    finder.run(
      uses,
      eventsIn(syntax, statement, taken, rules).filter(({ at }) => outside.isIn(at)),
    );
  }
  for (const [name, line] of uses) if (isOwn(name) || name.includes('.')) draft.usedAtTop.set(name, line);
}

/** Returns the captures in a node, in text order; scopes first at the same offset. */
function eventsIn(syntax: SourceSyntax, node: Node, taken: SpanWalk, { query }: NameRules): Event[] {
  const events: Event[] = [];
  for (const { name: kind, node: found } of syntax.captures(query, node)) {
    const at = found.startIndex;
    // A pattern such as `const { a } = await import('./a')` declares imported names, so it must not hide them.
    if (kind !== 'declare' || !taken.isIn(at)) events.push({ at, kind, node: found });
  }
  // The captures are nearly sorted, so this takes about linear time.
  return events.sort((one, other) => one.at - other.at || (RANK[one.kind] ?? 2) - (RANK[other.kind] ?? 2));
}

/** Records functions that import and use a name which is also their own: `def page(): from .impl import page`. */
function useNamesakes(draft: FactsDraft): void {
  for (const { names, line } of draft.imports) {
    for (const { local } of names) {
      const symbol = draft.symbol(local);
      if (symbol !== undefined && symbol.line <= line && line <= symbol.endLine) addLine(symbol.uses, local, line);
    }
  }
}

/** Records which names each symbol uses, and which are used outside of symbols. The draft's declarations and imports must be complete. */
export function findUses(syntax: SourceSyntax, draft: FactsDraft, rules: NameRules): void {
  const finder = new UseFinder(syntax, draft, rules);
  const taken = new SpanWalk(draft.taken);
  for (const { node, symbol } of draft.owners) {
    finder.run(symbol.uses, eventsIn(syntax, node, taken, rules));
    symbol.uses.delete(symbol.name);
  }
  useNamesakes(draft);
  for (const node of draft.tests) finder.run(draft.usedInTests, eventsIn(syntax, node, taken, rules));
  findUsesAtTop(syntax, draft, finder, rules);
}
