import type { UnresolvedImport } from '../../crtx/index.ts';
import { compareCodePoints } from '../../text/code-point-order.ts';
import type { SymbolFact } from '../facts.ts';
import { nameOf } from './paths.ts';
import { Resolvers } from './resolvers.ts';
import { isReExported, type Project, type ResolvedImport, type Resolver, type Unit, type Unresolved } from './unit.ts';

/** What a name refers to: a symbol of a file, or the whole file if `symbol` is `null`. */
export interface NameTarget {
  readonly path: string;
  readonly symbol: SymbolFact | null;
}

/** The result of a name lookup. A variable has no symbol, so only its file counts. */
interface FoundName extends NameTarget {
  readonly isVariable: boolean;
}

/** Maximum number of files that are searched for one re-exported name. */
const MOST_PASSING = 1_000;

/** Resolves names in the files of a project. */
export class Names {
  readonly resolvers: Resolvers;
  readonly #imports = new Map<string, readonly ResolvedImport[]>();
  readonly #declared = new Map<string, ReadonlyMap<string, SymbolFact>>();
  readonly #exported = new Map<string, ReadonlyMap<string, SymbolFact>>();
  readonly #variables = new Map<string, ReadonlySet<string>>();
  readonly #unitNames = new Map<Unit, ReadonlyMap<string, NameTarget>>();
  /** The last path segments of import specifiers that resolved to no source. */
  #loose: ReadonlySet<string> | undefined;

  constructor(private readonly project: Project) {
    this.resolvers = new Resolvers(project);
    for (const path of project.facts.keys()) this.read(path);
  }

  /** Reads a file again after its facts changed. Its language and package must be the same. */
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

  /** Returns the resolver for a file's language; `null` if there is none. */
  resolverOf(path: string): Resolver | null {
    return this.resolvers.of(path);
  }

  /** Imports that should lead to a file of the project but do not, in the order of their files' paths. */
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

  /** Returns the names that an import takes from a file that does not have them. */
  missingNames(path: string, resolved: ResolvedImport): ReadonlySet<string> {
    const missing = resolved.isLost ? [] : this.#unresolvedOf(path, resolved);
    return new Set(missing.flatMap(({ names }) => names.map(({ name }) => name)));
  }

  /** Whether an import that resolved to no source may mean a file, judged by the last segment of its specifier. */
  mayMean(path: string): boolean {
    if (this.#loose === undefined) {
      const all = [...this.#imports.values()].flat().filter(({ fact, taken }) => taken.length === 0 && fact.kind !== 'computed');
      this.#loose = new Set(all.map(({ fact }) => nameOf(fact.specifier.split(/[?#]/, 1)[0] ?? '')));
    }
    return this.#loose.has(nameOf(path));
  }

  /** Returns the imports of a file in order. Imports from outside the project have an empty `taken`. */
  importsOf(path: string): readonly ResolvedImport[] {
    return this.#imports.get(path) ?? [];
  }

  /** Returns the symbols that a file declares, by name; the first of duplicates. */
  declared(path: string): ReadonlyMap<string, SymbolFact> {
    return this.#memo(this.#declared, path, (symbol) => [symbol.name]);
  }

  /** Returns what other files get from a unit by a name; `null` if there is no such name, or if it is a variable. */
  find(unit: Unit, name: string): NameTarget | null {
    const found = this.#find(unit, name, new Set());
    return found === null || found.isVariable ? null : found;
  }

  /** Returns the file that declares a name which other files get from a unit, also if it is a variable; `null` if there is no such name. */
  declarerOf(unit: Unit, name: string): string | null {
    return this.#find(unit, name, new Set())?.path ?? null;
  }

  /** @param seen earlier lookups, so that files that re-export each other's names do not cause an endless search */
  #find(unit: Unit, name: string, seen: Set<string>): FoundName | null {
    if (unit.files.length > 1) return asFound(this.#unit(unit).get(name));
    const [path = ''] = unit.files;
    const symbol = this.#memo(this.#exported, path, ({ exportedAs }) => exportedAs).get(name);
    if (symbol !== undefined) return { path, symbol, isVariable: false };
    const key = `${path}\0${name}`;
    if (seen.has(key) || seen.size >= MOST_PASSING) return null;
    seen.add(key);
    return this.#passedOn(path, name, seen);
  }

  /** Finds a name among the re-exports of a file: named re-exports first, then `export *`. Symbols count before variables. */
  #passedOn(path: string, name: string, seen: Set<string>): FoundName | null {
    const language = this.project.facts.get(path)?.language ?? '';
    const all = this.importsOf(path).filter(({ fact }) => isReExported(language, fact));
    const named = all.flatMap(({ taken }) =>
      taken.flatMap(({ unit, names }) => names.filter(({ local }) => local === name).map((own) => ({ unit, name: own.name }))),
    );
    // In Rust a function may have the name of its module. The function is more specific.
    const own = named.find((each) => each.name !== '*') ?? named[0];
    if (own !== undefined) return own.name === '*' ? asFound(toWholeFile(own.unit)) : this.#find(own.unit, own.name, seen);
    let variable: FoundName | null = this.#variablesOf(path).has(name) ? { path, symbol: null, isVariable: true } : null;
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

  /** Maps the names that the files of a package see of each other, exported or not. */
  #unit(unit: Unit): ReadonlyMap<string, NameTarget> {
    const known = this.#unitNames.get(unit);
    if (known !== undefined) return known;
    const made = new Map<string, NameTarget>();
    for (const path of unit.files) for (const [name, symbol] of this.declared(path)) if (!made.has(name)) made.set(name, { path, symbol });
    this.#unitNames.set(unit, made);
    return made;
  }
}

const asFound = (meant: NameTarget | null | undefined): FoundName | null => (meant ? { ...meant, isVariable: false } : null);

/** Returns the file of a unit as a whole; `null` if the unit has several files. */
export function toWholeFile({ files }: Unit): NameTarget | null {
  const [path] = files;
  return path === undefined || files.length > 1 ? null : { path, symbol: null };
}
