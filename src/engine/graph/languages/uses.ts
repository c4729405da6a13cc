import type { Node } from 'web-tree-sitter';
import type { FactsDraft } from './facts-draft.ts';
import { addLine, type Lines, ScopeWalk } from './scopes.ts';
import { type Span, SpanWalk } from './span-walk.ts';
import { lineOf, type SourceSyntax } from './syntax.ts';

/** How a language writes names. */
export interface NameRules {
  /**
   * A query that captures `use` (every name), `scope` (whatever has names of its own), `members` (the inside of a type), `declare` (a name of the scope it stands in), `outer`
   * (of the one around that) and `skip` (what looks like a name and is none).
   */
  readonly query: string;
  /** Between a whole and its member. */
  readonly separator: '.' | '::';
  /** What is imported by its name may be a whole: a module. */
  readonly takesModules: boolean;
  /**
   * Whether a name that the file does not know may be one of another file.
   * @param hasAll whether everything of another file has come in, under names that are not told
   */
  mayBeForeign(name: string, hasAll: boolean): boolean;
}

const WORD = /[\w$\u0080-\uffff]+/y;
const MEMBERS = { '.': /\s*\??\.\s*([\w$\u0080-\uffff]+)/y, '::': /\s*::\s*([\w$\u0080-\uffff]+)/y };
/** `x = 1.`, behind which the next line begins with a name (Python). */
const ENDS_WITH_NUMBER = /(?:^|[^\w$])\d[\d_]*\.$/;
const LONGEST_NUMBER = 40;
/** Longer names of packages are not followed. */
const MOST_PARTS = 16;

/** What the file knows of its names: by their first part, the names that begin with it, and whether they are wholes. */
class KnownNames {
  readonly #wholes = new Map<string, Set<string>>();
  readonly #plain: Set<string>;
  /** Everything of another file has come in, under names that are not told. */
  readonly hasAll: boolean;

  constructor(draft: FactsDraft, takesModules: boolean) {
    this.#plain = new Set(draft.names());
    const names = draft.imports.filter(({ kind }) => kind !== 're-export').flatMap((each) => each.names);
    this.hasAll = names.some(({ local }) => local === '*');
    for (const { name, local } of names) {
      const first = local.split('.', 1)[0] ?? '';
      if (name !== '*') this.#plain.add(local);
      if (name === '*' || takesModules || first !== local) this.#wholes.set(first, (this.#wholes.get(first) ?? new Set()).add(local));
    }
  }

  isPlain(name: string): boolean {
    return this.#plain.has(name);
  }

  wholesOf(name: string): ReadonlySet<string> | undefined {
    return this.#wholes.get(name);
  }
}

class UseFinder {
  readonly #code: string;
  readonly #rules: NameRules;
  readonly #known: KnownNames;

  constructor({ code }: SourceSyntax, draft: FactsDraft, rules: NameRules) {
    this.#code = code;
    this.#rules = rules;
    this.#known = new KnownNames(draft, rules.takesModules);
  }

  /** Whether everything of another file has come in, under names that are not told. */
  get hasAll(): boolean {
    return this.#known.hasAll;
  }

  /** Whether members of something else are taken by a name. */
  isWhole(name: string): boolean {
    return this.#known.wholesOf(name) !== undefined;
  }

  /** @param uses gets the names that are used @param events in the order of the text, of those that begin together the scopes first */
  run(uses: Lines, events: readonly Event[]): void {
    const walk = new ScopeWalk();
    walk.enter(Number.POSITIVE_INFINITY);
    let skipped = -1;
    for (const { at, kind, node } of events) {
      walk.moveTo(at);
      if (kind === 'scope' || kind === 'members') walk.enter(node.endIndex, kind === 'scope');
      else if (kind === 'skip') skipped = at;
      else if (at !== skipped) this.#meet(walk, kind, node);
    }
    for (const [written, line] of walk.end()) addLine(uses, written, line);
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
    if (this.#isMember(at)) return;
    const wholes = this.#known.wholesOf(name);
    const written = wholes === undefined ? null : this.#memberOf(name, at + name.length, wholes);
    if (written !== null) walk.use(name, written, lineOf(node));
    if (this.#known.isPlain(name) || (wholes === undefined && this.#rules.mayBeForeign(name, this.#known.hasAll)))
      walk.use(name, name, lineOf(node));
  }

  #isMember(at: number): boolean {
    let end = at;
    while (/\s/.test(this.#code[end - 1] ?? '')) end -= 1;
    if (this.#rules.separator === '::') return this.#code.startsWith('::', end - 2);
    if (this.#code[end - 1] !== '.' || this.#code[end - 2] === '.') return false;
    return end === at || !ENDS_WITH_NUMBER.test(this.#code.slice(Math.max(0, end - LONGEST_NUMBER), end));
  }

  /** The longest whole that is written here, with the member that is taken from it. */
  #memberOf(first: string, end: number, wholes: ReadonlySet<string>): string | null {
    const pattern = MEMBERS[this.#rules.separator];
    pattern.lastIndex = end;
    let found: string | null = null;
    let written = first;
    for (let parts = 0; parts < MOST_PARTS; parts += 1) {
      const next = pattern.exec(this.#code)?.[1];
      const isTaken = this.#known.isPlain(written) && written !== first;
      if (wholes.has(written)) found = next === undefined || isTaken ? written : `${written}.${next}`;
      if (next === undefined) break;
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

/** Whether a part of the text has one of some names as a word, perhaps in a comment. */
function mayName(text: string, { from, to }: Span, isNamed: (word: string) => boolean): boolean {
  for (const [word] of text.slice(from, to).matchAll(WORDS)) if (isNamed(word)) return true;
  return false;
}

/** What stands between parts of a text, which may lie in each other. */
function between(parts: readonly Span[], length: number): Span[] {
  const gaps: Span[] = [];
  let end = 0;
  for (const { from, to } of [...parts].sort((one, other) => one.from - other.from)) {
    if (from > end) gaps.push({ from: end, to: from });
    end = Math.max(end, to);
  }
  return end < length ? [...gaps, { from: end, to: length }] : gaps;
}

/** The statements that may have a name outside of all symbols: to look into one takes long, and most are symbols, or have none. */
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

/** The names of its symbols, and members of wholes that it imports, which a file uses outside of its symbols. */
function findUsesAtTop(syntax: SourceSyntax, draft: FactsDraft, finder: UseFinder, rules: NameRules): void {
  const gaps = between([...draft.spans(), ...draft.offers], syntax.text.length);
  const [outside, taken] = [new SpanWalk(gaps), new SpanWalk(draft.taken)];
  const uses: Lines = new Map();
  const isMeant = (word: string): boolean => draft.symbol(word) !== undefined || finder.isWhole(word);
  for (const statement of statementsOutside(syntax, isMeant, gaps)) {
    finder.run(
      uses,
      eventsIn(syntax, statement, taken, rules).filter(({ at }) => outside.isIn(at)),
    );
  }
  for (const [name, line] of uses) if (draft.symbol(name) !== undefined || name.includes('.')) draft.usedAtTop.set(name, line);
}

/** What happens to names in a node, in the order of the text, of what begins together the scopes first. */
function eventsIn(syntax: SourceSyntax, node: Node, taken: SpanWalk, { query }: NameRules): Event[] {
  const events: Event[] = [];
  for (const { name: kind, node: found } of syntax.captures(query, node)) {
    const at = found.startIndex;
    // `const { a } = await import('./a')` declares nothing that would hide what comes from there.
    if (kind !== 'declare' || !taken.isIn(at)) events.push({ at, kind, node: found });
  }
  // Nearly in order already, so this takes as long as looking once at each.
  return events.sort((one, other) => one.at - other.at || (RANK[one.kind] ?? 2) - (RANK[other.kind] ?? 2));
}

/** Tells each symbol of a draft, whose declarations and imports are complete, which names it uses, and which are used outside of them. */
export function findUses(syntax: SourceSyntax, draft: FactsDraft, rules: NameRules): void {
  const finder = new UseFinder(syntax, draft, rules);
  const taken = new SpanWalk(draft.taken);
  for (const { node, symbol } of draft.owners) {
    finder.run(symbol.uses, eventsIn(syntax, node, taken, rules));
    symbol.uses.delete(symbol.name);
  }
  // What tests take by name is known from their imports; only of a file that is taken as a whole it matters what they use.
  if (finder.hasAll) for (const node of draft.tests) finder.run(draft.usedInTests, eventsIn(syntax, node, taken, rules));
  // A file of tests is nearly all outside of symbols, and nobody asks what it has that nothing uses.
  if (!draft.hasTests) findUsesAtTop(syntax, draft, finder, rules);
}
