import type { SymbolFact } from '../facts.ts';
import { type FoundName, NameSearch, type NameStep } from './name-search.ts';
import { nameOf } from './paths.ts';
import { Resolvers } from './resolvers.ts';
import { StarChains } from './star-chains.ts';
import { isReExported, type NameTarget, type Project, type ResolvedImport, type Resolver, type Unit, type Unresolved } from './unit.ts';

/** A name that a file re-exports, and where it comes from. */
interface PassedName {
  readonly unit: Unit;
  readonly name: string;
  /** Explicitly, not only as in Python, where other files can import all names of a file. */
  readonly isExported: boolean;
}

const NOWHERE: readonly PassedName[] = [];

/** Resolves names in the files of a project. */
export class Names {
  readonly resolvers: Resolvers;
  readonly #imports = new Map<string, readonly ResolvedImport[]>();
  readonly #importsOf = (path: string): readonly ResolvedImport[] => this.importsOf(path);
  readonly #declared = new Map<string, ReadonlyMap<string, SymbolFact>>();
  readonly #exported = new Map<string, ReadonlyMap<string, SymbolFact>>();
  readonly #variables = new Map<string, ReadonlySet<string>>();
  readonly #passed = new Map<string, ReadonlyMap<string, readonly PassedName[]>>();
  readonly #chains: StarChains;
  readonly #search = new NameSearch({
    stepAt: (path, name) => this.#stepAt(path, name),
    skip: (path, name) => this.#chains.skip(path, name),
    inPackage: (unit, name) => (this.#unit(unit).get(name) ?? []).map(asFound),
    isBrought: (unit, name) => this.isBrought(unit, name),
  });
  readonly #unitNames = new Map<Unit, ReadonlyMap<string, readonly NameTarget[]>>();
  /** The last path segments of import specifiers that resolved to no source. */
  #loose: ReadonlySet<string> | undefined;

  constructor(private readonly project: Project) {
    this.resolvers = new Resolvers(project);
    this.#chains = new StarChains(project, (path) => this.#passedNames(path));
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
    this.#chains.forget();
    this.#unitNames.clear();
    this.#search.forget();
    this.#loose = undefined;
  }

  /** Returns the resolver for a file's language; `null` if there is none. */
  resolverOf(path: string): Resolver | null {
    return this.resolvers.of(path);
  }

  /** Whether `import *` may bring a name from a unit that has it. */
  isBrought({ files }: Unit, name: string): boolean {
    const [path = ''] = files;
    return this.resolverOf(path)?.brings?.(path, name, this.#importsOf) ?? true;
  }

  /** Returns the unresolved parts of an import. */
  unresolvedOf(path: string, resolved: ResolvedImport): readonly Unresolved[] {
    const { fact, isLost } = resolved;
    const resolver = fact.kind === 'computed' ? null : this.resolverOf(path);
    if (resolver?.unresolvedOf === undefined) return isLost ? [fact] : [];
    return resolver.unresolvedOf(resolved, path, this.#importsOf);
  }

  /** Returns the names that an import takes from a file that does not have them. */
  missingNames(path: string, resolved: ResolvedImport): ReadonlySet<string> {
    const missing = resolved.isLost ? [] : this.unresolvedOf(path, resolved);
    const lacked = resolved.isLost ? undefined : this.resolverOf(path)?.lackedBy?.(resolved, path);
    if (lacked !== undefined) return lacked;
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
    return this.#search.find(unit, name).filter(({ isVariable }) => !isVariable);
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
    return new Set(this.#search.find(unit, name).map(({ path }) => path));
  }

  /** Named re-exports count before `export *`. */
  #stepAt(path: string, name: string): NameStep {
    const symbol = this.#memo(this.#exported, path, ({ exportedAs }) => exportedAs).get(name);
    const own: FoundName[] = symbol === undefined ? [] : [{ path, symbol, isVariable: false }];
    const all = this.#passedNames(path);
    const passed = all.get(name) ?? [];
    // In Rust, another module of the file may import the name that this one declares.
    const isRust = own.length > 0 && this.project.facts.get(path)?.language === 'rust';
    // In Rust a function may have the name of its module. The function is more specific.
    const named = passed.filter((each) => each.name !== '*' && (each.isExported || !isRust));
    if (own.length > 0 || named.length > 0) return { own, isStar: false, next: named };
    if (passed.length > 0) return { own: passed.flatMap(({ unit }) => toWholeFile(unit).map(asFound)), isStar: false, next: NOWHERE };
    const variable: FoundName[] = this.#variablesOf(path).has(name) ? [{ path, symbol: null, isVariable: true }] : [];
    const stars = name === 'default' ? NOWHERE : (all.get('*') ?? NOWHERE).filter((each) => each.name === '*');
    return { own: variable, isStar: true, next: stars };
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

const asFound = (meant: NameTarget): FoundName => ({ ...meant, isVariable: false });

/** Returns the file of a unit as a whole; empty if the unit has several files. */
export function toWholeFile({ files }: Unit): readonly NameTarget[] {
  const [path] = files;
  return path === undefined || files.length > 1 ? [] : [{ path, symbol: null }];
}
