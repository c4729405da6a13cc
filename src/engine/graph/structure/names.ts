import type { UnresolvedImport } from '../../crtx/index.ts';
import { compareCodePoints } from '../../text/code-point-order.ts';
import type { SymbolFact } from '../facts.ts';
import { nameOf } from './paths.ts';
import { Resolvers } from './resolvers.ts';
import { type Project, passesOn, type ResolvedImport, type Resolver, type Unit, type Unresolved } from './unit.ts';

/** A thing that a name means: a symbol of a file, or (`null`) the file as a whole. */
export interface Meant {
  readonly path: string;
  readonly symbol: SymbolFact | null;
}

/** What a name leads to; a variable is no symbol, and of it only the file counts. */
interface Found extends Meant {
  readonly isVariable: boolean;
}

/** So many files that pass on a name are looked into for it. */
const MOST_PASSING = 1_000;

/** What names mean in the files of a project. */
export class Names {
  readonly resolvers: Resolvers;
  readonly #imports = new Map<string, readonly ResolvedImport[]>();
  readonly #declared = new Map<string, ReadonlyMap<string, SymbolFact>>();
  readonly #exported = new Map<string, ReadonlyMap<string, SymbolFact>>();
  readonly #variables = new Map<string, ReadonlySet<string>>();
  readonly #unitNames = new Map<Unit, ReadonlyMap<string, Meant>>();
  /** The last parts of what imports name that lead to no source. */
  #loose: ReadonlySet<string> | undefined;

  constructor(private readonly project: Project) {
    this.resolvers = new Resolvers(project);
    for (const path of project.facts.keys()) this.read(path);
  }

  /** Looks at a file again, of which other facts are known now: of the same language and package. */
  read(path: string): void {
    const resolver = this.resolverOf(path);
    const imports = this.project.facts.get(path)?.imports ?? [];
    this.#imports.set(
      path,
      imports.map((fact) => {
        const resolution = fact.kind === 'computed' ? [] : (resolver?.resolve(fact, path) ?? 'outside');
        if (resolution === 'outside') return { fact, taken: [], isLost: false };
        if (resolution === 'beyond') return { fact, taken: [], isLost: true, isBeyond: true };
        return { fact, taken: resolution, isLost: resolution.length === 0 };
      }),
    );
    this.#declared.delete(path);
    this.#exported.delete(path);
    this.#variables.delete(path);
    this.#unitNames.clear();
    this.#loose = undefined;
  }

  /** Who resolves the names of a file. */
  resolverOf(path: string): Resolver | null {
    return this.resolvers.of(path);
  }

  /** The imports that should lead to a file of the project, and do not, in the order of their files. */
  get unresolved(): UnresolvedImport[] {
    const inOrder = [...this.#imports].sort(([one], [other]) => compareCodePoints(one, other));
    return inOrder.flatMap(([path, imports]) => imports.flatMap((each) => this.#listed(path, each)));
  }

  #listed(path: string, resolved: ResolvedImport): UnresolvedImport[] {
    const { line, kind } = resolved.fact;
    return this.#unresolvedOf(path, resolved).map(({ specifier, names, isBeyond = resolved.isBeyond }) => {
      const reason = kind === 'computed' ? 'computed at run time' : isBeyond ? 'out of the project' : 'not found';
      return { path, line, specifier, names: names.map(({ name }) => name).filter((name) => name !== '*'), reason };
    });
  }

  #unresolvedOf(path: string, resolved: ResolvedImport): readonly Unresolved[] {
    const { fact, isLost } = resolved;
    const resolver = fact.kind === 'computed' ? null : this.resolverOf(path);
    if (resolver?.unresolvedOf === undefined) return isLost ? [fact] : [];
    return resolver.unresolvedOf(resolved, path, (file) => this.importsOf(file));
  }

  /** The names that an import takes from a file which does not have them. */
  missingNames(path: string, resolved: ResolvedImport): ReadonlySet<string> {
    const missing = resolved.isLost ? [] : this.#unresolvedOf(path, resolved);
    return new Set(missing.flatMap(({ names }) => names.map(({ name }) => name)));
  }

  /** Whether an import that leads to no source may mean a file, as far as the end of its name says. */
  mayMean(path: string): boolean {
    if (this.#loose === undefined) {
      const all = [...this.#imports.values()].flat().filter(({ fact, taken }) => taken.length === 0 && fact.kind !== 'computed');
      this.#loose = new Set(all.map(({ fact }) => nameOf(fact.specifier.split(/[?#]/, 1)[0] ?? '')));
    }
    return this.#loose.has(nameOf(path));
  }

  /** The imports of a file in their order, those from outside of the project with nothing. */
  importsOf(path: string): readonly ResolvedImport[] {
    return this.#imports.get(path) ?? [];
  }

  /** The symbol that a file declares by a name; of two the first. */
  declared(path: string): ReadonlyMap<string, SymbolFact> {
    return this.#memo(this.#declared, path, (symbol) => [symbol.name]);
  }

  /** What others get from a unit by a name; `null` where there is no such name. */
  find(unit: Unit, name: string): Meant | null {
    const found = this.#find(unit, name, new Set());
    return found === null || found.isVariable ? null : found;
  }

  /** The file that declares what others get from a unit by a name, be it a variable; `null` where there is no such name. */
  declarerOf(unit: Unit, name: string): string | null {
    return this.#find(unit, name, new Set())?.path ?? null;
  }

  /** @param seen what was looked for before, so that files that pass on each other's names come to an end */
  #find(unit: Unit, name: string, seen: Set<string>): Found | null {
    if (unit.files.length > 1) return asFound(this.#unit(unit).get(name));
    const [path = ''] = unit.files;
    const symbol = this.#memo(this.#exported, path, ({ exportedAs }) => exportedAs).get(name);
    if (symbol !== undefined) return { path, symbol, isVariable: false };
    const key = `${path}\0${name}`;
    if (seen.has(key) || seen.size >= MOST_PASSING) return null;
    seen.add(key);
    return this.#passedOn(path, name, seen);
  }

  /** What a file re-exports by a name: one that it names, else what `export *` brings; variables behind all of these. */
  #passedOn(path: string, name: string, seen: Set<string>): Found | null {
    const language = this.project.facts.get(path)?.language ?? '';
    const all = this.importsOf(path).filter(({ fact }) => passesOn(language, fact));
    const named = all.flatMap(({ taken }) =>
      taken.flatMap(({ unit, names }) => names.filter(({ local }) => local === name).map((own) => ({ unit, name: own.name }))),
    );
    // A function may be called as its module is (Rust): where both are meant, the function says more.
    const own = named.find((each) => each.name !== '*') ?? named[0];
    if (own !== undefined) return own.name === '*' ? asFound(wholeOf(own.unit)) : this.#find(own.unit, own.name, seen);
    let variable: Found | null = this.#variablesOf(path).has(name) ? { path, symbol: null, isVariable: true } : null;
    if (name === 'default') return variable;
    const stars = all.flatMap(({ taken }) => taken.filter(({ names }) => names.some((each) => each.name === '*' && each.local === '*')));
    for (const { unit } of stars) {
      const found = this.#find(unit, name, seen);
      if (found !== null && !found.isVariable) return found;
      variable ??= found;
    }
    return variable;
  }

  #variablesOf(path: string): ReadonlySet<string> {
    const known = this.#variables.get(path) ?? new Set(this.project.facts.get(path)?.topNames);
    this.#variables.set(path, known);
    return known;
  }

  #memo(
    memo: Map<string, ReadonlyMap<string, SymbolFact>>,
    path: string,
    namesOf: (symbol: SymbolFact) => readonly string[],
  ): ReadonlyMap<string, SymbolFact> {
    const known = memo.get(path);
    if (known !== undefined) return known;
    const made = new Map<string, SymbolFact>();
    for (const symbol of this.project.facts.get(path)?.symbols ?? []) {
      for (const name of namesOf(symbol)) if (!made.has(name)) made.set(name, symbol);
    }
    memo.set(path, made);
    return made;
  }

  /** Within a package its files see each other's names, exported or not. */
  #unit(unit: Unit): ReadonlyMap<string, Meant> {
    const known = this.#unitNames.get(unit);
    if (known !== undefined) return known;
    const made = new Map<string, Meant>();
    for (const path of unit.files) for (const [name, symbol] of this.declared(path)) if (!made.has(name)) made.set(name, { path, symbol });
    this.#unitNames.set(unit, made);
    return made;
  }
}

const asFound = (meant: Meant | null | undefined): Found | null => (meant ? { ...meant, isVariable: false } : null);

/** A unit as a whole, where that is one file. */
export function wholeOf({ files }: Unit): Meant | null {
  const [path] = files;
  return path === undefined || files.length > 1 ? null : { path, symbol: null };
}
