import type { Node } from 'web-tree-sitter';
import type { FactsDraft, SymbolDraft } from './facts-draft.ts';
import { ScopeWalk } from './scopes.ts';
import { SpanWalk } from './span-walk.ts';
import type { SourceSyntax } from './syntax.ts';

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
  readonly #text: string;
  readonly #rules: NameRules;
  readonly #known: KnownNames;

  constructor({ text }: SourceSyntax, draft: FactsDraft, rules: NameRules) {
    this.#text = text;
    this.#rules = rules;
    this.#known = new KnownNames(draft, rules.takesModules);
  }

  /** @param events in the order of the text, of those that begin together the scopes first */
  run(symbol: SymbolDraft, events: readonly Event[]): void {
    const walk = new ScopeWalk();
    walk.enter(Number.POSITIVE_INFINITY);
    let skipped = -1;
    for (const { at, kind, node } of events) {
      walk.moveTo(at);
      if (kind === 'scope' || kind === 'members') walk.enter(node.endIndex, kind === 'scope');
      else if (kind === 'skip') skipped = at;
      else if (at !== skipped) this.#meet(walk, kind, at);
    }
    for (const written of walk.end()) symbol.uses.add(written);
  }

  #meet(walk: ScopeWalk, kind: string, at: number): void {
    WORD.lastIndex = at;
    const name = WORD.exec(this.#text)?.[0];
    if (name === undefined) return;
    if (kind === 'use') this.#use(walk, name, at);
    else walk.declare(name, kind === 'outer' ? 1 : 0);
  }

  #use(walk: ScopeWalk, name: string, at: number): void {
    if (this.#isMember(at)) return;
    const wholes = this.#known.wholesOf(name);
    const written = wholes === undefined ? null : this.#memberOf(name, at + name.length, wholes);
    if (written !== null) walk.use(name, written);
    if (this.#known.isPlain(name) || (wholes === undefined && this.#rules.mayBeForeign(name, this.#known.hasAll))) walk.use(name, name);
  }

  #isMember(at: number): boolean {
    if (this.#rules.separator === '::') return this.#text.startsWith('::', at - 2);
    return this.#text[at - 1] === '.' && this.#text[at - 2] !== '.';
  }

  /** The longest whole that is written here, with the member that is taken from it. */
  #memberOf(first: string, end: number, wholes: ReadonlySet<string>): string | null {
    const pattern = MEMBERS[this.#rules.separator];
    pattern.lastIndex = end;
    let found: string | null = null;
    let written = first;
    for (let parts = 0; parts < MOST_PARTS; parts += 1) {
      const next = pattern.exec(this.#text)?.[1];
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

/** Tells each symbol of a draft, whose declarations and imports are complete, which names it uses. */
export function findUses(syntax: SourceSyntax, draft: FactsDraft, rules: NameRules): void {
  const finder = new UseFinder(syntax, draft, rules);
  const taken = new SpanWalk(draft.taken);
  // What stands outside of symbols is not even looked at: of a file of tests that is nearly all.
  for (const { node: owner, symbol } of draft.owners) {
    const events: Event[] = [];
    for (const { name: kind, node } of syntax.captures(rules.query, owner)) {
      const at = node.startIndex;
      // `const { a } = await import('./a')` declares nothing that would hide what comes from there.
      if (kind !== 'declare' || !taken.isIn(at)) events.push({ at, kind, node });
    }
    // Nearly in order already, so this takes as long as looking once at each.
    events.sort((one, other) => one.at - other.at || (RANK[one.kind] ?? 2) - (RANK[other.kind] ?? 2));
    finder.run(symbol, events);
    symbol.uses.delete(symbol.name);
  }
}
