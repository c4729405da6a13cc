import type { UncertainImport, UnresolvedImport } from '../../crtx/index.ts';
import { compareCodePoints } from '../../text/code-point-order.ts';
import type { SymbolFact } from '../facts.ts';
import { nameOf } from './paths.ts';
import { Resolvers } from './resolvers.ts';
import {
  isReExported,
  type Listed,
  type NameTarget,
  type Project,
  type ResolvedImport,
  type Resolver,
  type Unit,
  type Unresolved,
} from './unit.ts';

/** The result of a name lookup. A variable has no symbol, so only its file counts. */
interface FoundName extends NameTarget {
  readonly isVariable: boolean;
}

/** A name that a file re-exports, and where it comes from. */
interface PassedName {
  readonly unit: Unit;
  readonly name: string;
  /** Explicitly, not only as in Python, where other files can import all names of a file. */
  readonly isExported: boolean;
}

/** Maximum number of files that are searched for one re-exported name. */
const MOST_PASSING = 1_000;

/** Resolves names in the files of a project. */
export class Names {
  readonly resolvers: Resolvers;
  readonly #imports = new Map<string, readonly ResolvedImport[]>();
  readonly #importsOf = (path: string): readonly ResolvedImport[] => this.importsOf(path);
  readonly #declared = new Map<string, ReadonlyMap<string, SymbolFact>>();
  readonly #exported = new Map<string, ReadonlyMap<string, SymbolFact>>();
  readonly #variables = new Map<string, ReadonlySet<string>>();
  readonly #passed = new Map<string, ReadonlyMap<string, readonly PassedName[]>>();
  /** What lookups that begin at a file find through its star imports, by the file and the name. */
  readonly #starNames = new Map<string, readonly FoundName[]>();
  readonly #unitNames = new Map<Unit, ReadonlyMap<string, readonly NameTarget[]>>();
  /** The last path segments of import specifiers that resolved to no source. */
  #loose: ReadonlySet<string> | undefined;

  constructor(private readonly project: Project) {
    this.resolvers = new Resolvers(project);
    for (const path of project.facts.keys()) this.read(path);
  }

  /** Reads a file again after its facts changed. Its language and package must be the same. */
  read(path: string): void {
    const resolver = this.resolverOf(path);
    resolver?.forget?.();
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
    this.#passed.delete(path);
    this.#unitNames.clear();
    this.#starNames.clear();
    this.#loose = undefined;
  }

  /** Returns the resolver for a file's language; `null` if there is none. */
  resolverOf(path: string): Resolver | null {
    return this.resolvers.of(path);
  }

  /** Imports that should lead to a file of the project but do not, in the order of their files' paths. */
  get unresolved(): UnresolvedImport[] {
    const inOrder = [...this.#imports].sort(([one], [other]) => compareCodePoints(one, other));
    return inOrder.flatMap(([path, imports]) => [
      ...(this.resolverOf(path)?.missingOffers?.(path, this.#importsOf) ?? []).map((each) => asNotFound(path, each)),
      ...imports.flatMap((each) => this.#listed(path, each)),
    ]);
  }

  /** Imports that may need a file which is not there, in the order of their files' paths. */
  get uncertain(): UncertainImport[] {
    const inOrder = [...this.#imports].sort(([one], [other]) => compareCodePoints(one, other));
    return inOrder.flatMap(([path, imports]) =>
      imports.flatMap((each) => {
        const all = this.resolverOf(path)?.uncertainOf?.(each, path, this.#importsOf) ?? [];
        return all.map((uncertain) => ({ path, line: each.fact.line, ...uncertain }));
      }),
    );
  }

  /** Whether `import *` may bring a name from a unit that has it. */
  isBrought({ files }: Unit, name: string): boolean {
    const [path = ''] = files;
    return this.resolverOf(path)?.brings?.(path, name, this.#importsOf) ?? true;
  }

  #listed(path: string, resolved: ResolvedImport): UnresolvedImport[] {
    const { line, kind } = resolved.fact;
    return this.#unresolvedOf(path, resolved).map(
      ({ specifier, names, isBeyond = resolved.isBeyond, isComputed = kind === 'computed' }) => {
        const reason = isComputed ? 'computed at run time' : isBeyond ? 'out of the project' : 'not found';
        return { path, line, specifier, names: names.map(({ name }) => name).filter((name) => name !== '*'), reason };
      },
    );
  }

  #unresolvedOf(path: string, resolved: ResolvedImport): readonly Unresolved[] {
    const { fact, isLost } = resolved;
    const resolver = fact.kind === 'computed' ? null : this.resolverOf(path);
    if (resolver?.unresolvedOf === undefined) return isLost ? [fact] : [];
    return resolver.unresolvedOf(resolved, path, this.#importsOf);
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

  /**
   * Returns what other files get from a unit by a name: several definitions if it depends on the platform, an installed package or a
   * feature which one counts. Variables are left out.
   */
  findAll(unit: Unit, name: string): readonly NameTarget[] {
    return this.#find(unit, name, new Set()).filter(({ isVariable }) => !isVariable);
  }

  /** Returns the functions and types that other files get from a unit, also through re-exports. */
  offeredBy(unit: Unit): readonly NameTarget[] {
    const found = new Set<string>();
    const files = new Set(unit.files);
    for (const path of files) {
      const own = (this.project.facts.get(path)?.symbols ?? []).flatMap(({ exportedAs }) => exportedAs);
      const passed = this.#passedNames(path);
      for (const name of [...own, ...passed.keys()]) found.add(name);
      for (const file of (passed.get('*') ?? []).flatMap((each) => each.unit.files)) files.add(file);
    }
    found.delete('*');
    return [...found].flatMap((name) => this.findAll(unit, name));
  }

  /** Returns the files that declare a name which other files get from a unit, also if it is a variable. */
  declarersOf(unit: Unit, name: string): ReadonlySet<string> {
    return new Set(this.#find(unit, name, new Set()).map(({ path }) => path));
  }

  /** @param seen earlier lookups, so that files that re-export each other's names do not cause an endless search */
  #find(unit: Unit, name: string, seen: Set<string>): readonly FoundName[] {
    if (unit.files.length > 1) return (this.#unit(unit).get(name) ?? []).map(asFound);
    const [path = ''] = unit.files;
    const key = `${path}\0${name}`;
    if (seen.has(key) || seen.size >= MOST_PASSING) return [];
    seen.add(key);
    const symbol = this.#memo(this.#exported, path, ({ exportedAs }) => exportedAs).get(name);
    const own = symbol === undefined ? [] : [{ path, symbol, isVariable: false }];
    return [...own, ...this.#passedOn(path, name, seen, own.length > 0)];
  }

  /**
   * Finds a name among the re-exports of a file: named re-exports first, then `export *`. Symbols count before variables.
   * @param isDeclared whether the file declares the name itself, too
   */
  #passedOn(path: string, name: string, seen: Set<string>, isDeclared: boolean): readonly FoundName[] {
    const passed = this.#passedNames(path).get(name) ?? [];
    // In Rust, another module of the file may import the name that this one declares.
    const isRust = isDeclared && this.project.facts.get(path)?.language === 'rust';
    // In Rust a function may have the name of its module. The function is more specific.
    const named = passed.filter((each) => each.name !== '*' && (each.isExported || !isRust));
    if (isDeclared || named.length > 0) return named.flatMap((each) => this.#find(each.unit, each.name, seen));
    if (passed.length > 0) return passed.flatMap(({ unit }) => toWholeFile(unit).map(asFound));
    const variable: FoundName[] = this.#variablesOf(path).has(name) ? [{ path, symbol: null, isVariable: true }] : [];
    return name === 'default' ? variable : this.#throughStars(path, name, seen, variable);
  }

  #throughStars(path: string, name: string, seen: Set<string>, own: readonly FoundName[]): readonly FoundName[] {
    // A lookup that begins elsewhere may pass over files that it has seen.
    const isFirst = seen.size === 1;
    const key = `${path}\0${name}`;
    const known = isFirst ? this.#starNames.get(key) : undefined;
    const found = known ?? this.#searchStars(path, name, seen, own);
    if (isFirst) this.#starNames.set(key, found);
    return found;
  }

  #searchStars(path: string, name: string, seen: Set<string>, own: readonly FoundName[]): readonly FoundName[] {
    let variables = own;
    for (const { unit } of (this.#passedNames(path).get('*') ?? []).filter((each) => each.name === '*')) {
      if (!this.isBrought(unit, name)) continue;
      const found = this.#find(unit, name, seen);
      if (found.some(({ isVariable }) => !isVariable)) return found;
      if (variables.length === 0) variables = found;
    }
    return variables;
  }

  /** Maps the names that a file re-exports to where they come from. `*` maps to the units whose names are all re-exported. */
  #passedNames(path: string): ReadonlyMap<string, readonly PassedName[]> {
    const known = this.#passed.get(path);
    if (known !== undefined) return known;
    const made = new Map<string, PassedName[]>();
    const language = this.project.facts.get(path)?.language ?? '';
    for (const { fact, taken } of this.importsOf(path)) {
      if (!isReExported(language, fact)) continue;
      for (const { unit, names } of taken) {
        for (const { name, local } of names) {
          const passed = { unit, name, isExported: fact.kind === 're-export' };
          const others = made.get(local);
          if (others === undefined) made.set(local, [passed]);
          else others.push(passed);
        }
      }
    }
    this.#passed.set(path, made);
    return made;
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

  /**
   * Maps the names that the files of a package see of each other, exported or not. In Go, files for different platforms declare the same
   * names. In Java the first class of a name hides the others.
   */
  #unit(unit: Unit): ReadonlyMap<string, readonly NameTarget[]> {
    const known = this.#unitNames.get(unit);
    if (known !== undefined) return known;
    const made = new Map<string, NameTarget[]>();
    for (const path of unit.files) {
      for (const [name, symbol] of this.declared(path)) {
        const others = made.get(name);
        if (others === undefined) made.set(name, [{ path, symbol }]);
        else if (this.project.facts.get(path)?.language === 'go') others.push({ path, symbol });
      }
    }
    this.#unitNames.set(unit, made);
    return made;
  }
}

const asNotFound = (path: string, { line, specifier }: Listed): UnresolvedImport => {
  return { path, line, specifier, names: [], reason: 'not found' };
};

const asFound = (meant: NameTarget): FoundName => ({ ...meant, isVariable: false });

/** Returns the file of a unit as a whole; empty if the unit has several files. */
export function toWholeFile({ files }: Unit): readonly NameTarget[] {
  const [path] = files;
  return path === undefined || files.length > 1 ? [] : [{ path, symbol: null }];
}
