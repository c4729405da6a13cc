import type { FileFacts, ImportedName, ImportFact, ModuleFact } from '../../../facts.ts';
import { asWritten } from '../../../languages/rust/rust-block-names.ts';
import { PLAIN_MACROS } from '../../../languages/rust/rust-openness.ts';
import {
  type ImportedUnit,
  type Listed,
  listImportedUnits,
  mayExist,
  type Project,
  type Resolution,
  type ResolvedImport,
  type Resolver,
  singleUnits,
  type Unresolved,
  type UsedName,
} from '../../unit.ts';
import { pathMatcher } from '../path-glob.ts';
import { Cargo } from './cargo.ts';
import { rustEntryPoints } from './rust-entry-points.ts';
import { includedFile, triedPattern } from './rust-included.ts';
import { RustLookup } from './rust-lookup.ts';
import { RustMacros } from './rust-macros.ts';
import { RustMembers } from './rust-members.ts';
import { RustNames } from './rust-names.ts';
import { isMissing, type RustFound, RustPathFinder } from './rust-paths.ts';
import { type RustFile, RustTree } from './rust-tree.ts';

const AUTOMOD = /^automod::dir!\("([^"]*)"\)$/;

class RustImports {
  readonly #cargo: Cargo;
  readonly #tree: RustTree;
  readonly #paths: RustPathFinder;
  readonly #macros: RustMacros;
  readonly #names: RustNames;
  readonly unitOf = singleUnits();

  constructor(private readonly project: Project) {
    this.#cargo = new Cargo(project);
    this.#tree = new RustTree(project, this.#cargo);
    this.#paths = new RustPathFinder(project.facts, this.#cargo, this.#tree);
    this.#macros = new RustMacros(project.facts, this.#cargo, this.#tree);
    this.#names = new RustNames(project.facts, this.#tree, new RustLookup(project.facts, this.#paths, this.#macros, this.#cargo));
  }

  get cargo(): Cargo {
    return this.#cargo;
  }

  /** Resolves an import in each crate that contains the file, because it may lead elsewhere in each. */
  resolve(fact: ImportFact, from: string): Resolution {
    const included = includedFile(fact.specifier, from, this.#cargo.of(from));
    if (included !== undefined) return this.#included(fact, included);
    const tried = triedPattern(fact.specifier, this.#cargo.of(from));
    if (tried !== undefined) return this.#tried(tried);
    if (fact.specifier.endsWith('!')) return this.#macro(fact, from);
    const folder = AUTOMOD.exec(fact.specifier)?.[1];
    if (folder !== undefined)
      return this.#tree.filesOfFolder(folder, this.#cargo.of(from)).map((file) => ({ unit: this.unitOf(file), names: [] }));
    return fact.macro === undefined ? this.#inEach(fact, from) : this.#inMacro(fact, fact.macro, from);
  }

  /** Resolves an import in a macro: from the root of the crate, otherwise where the macro is invoked. */
  #inMacro(fact: ImportFact, macro: string, from: string): Resolution {
    // The code that a procedural macro returns is never part of its own crate.
    if (macro.endsWith('!') && this.#cargo.isForMacros(from) && /^(?:crate|self|super)(?:::|$)/.test(fact.specifier)) return 'outside';
    const here = this.#inEach(fact, from);
    if (/^(?:crate|)(?:::|$)/.test(fact.specifier) && listImportedUnits(here).length > 0) return here;
    const callers = this.#tree.macros.callersOf(macro, from);
    const all = callers.map((caller) => this.#inEach(fact, caller));
    const taken = all.flatMap(listImportedUnits);
    if (taken.length > 0) return taken;
    // Without an invocation, it is unknown where the path begins.
    if (callers.length === 0) return listImportedUnits(here).length > 0 ? here : 'outside';
    return all.find((each) => typeof each === 'string') ?? [];
  }

  #inEach(fact: ImportFact, from: string): Resolution {
    const all = this.#tree.of(from).map((file) => this.#in(file, fact));
    const taken = new Map<string, ImportedUnit>();
    for (const each of all.flatMap(listImportedUnits)) {
      taken.set(`${each.unit.files.join()} ${JSON.stringify(each.names)} ${each.isOnWay ?? false}`, each);
    }
    if (taken.size > 0) return [...taken.values()];
    if (all.length === 0 || all.includes('outside')) return 'outside';
    return all.includes('beyond') ? 'beyond' : [];
  }

  #included({ specifier, names }: ImportFact, file: string | null): Resolution {
    // `include_str!` and `include_bytes!` include data, which may be outside the project.
    if (file === null) return specifier.startsWith('include!') ? 'beyond' : 'outside';
    if (this.project.facts.has(file)) return [{ unit: this.unitOf(file), names }];
    return this.project.files.has(file) ? 'outside' : [];
  }

  /** Returns the files that match a pattern of trybuild. Which ones match brackets is not known. */
  #tried(pattern: string | null): Resolution {
    if (pattern === null) return 'beyond';
    const matches = pathMatcher(pattern);
    const found = [...this.project.facts.keys()].filter(matches);
    if (found.length > 0) return found.map((file) => ({ unit: this.unitOf(file), names: [] }));
    return !pattern.includes('[') && (/[*?]/.test(pattern) || mayExist(this.project, pattern)) ? 'outside' : [];
  }

  #macro({ names }: ImportFact, from: string): Resolution {
    const [name] = names;
    const all = new Set(this.#tree.of(from).flatMap((file) => (name === undefined ? [] : this.#macros.seenIn(file, name.name))));
    // A macro of the file itself hides others of its name.
    const files = all.has(from) ? new Set([from]) : all;
    return files.size === 0 ? 'outside' : Array.from(files, (file) => ({ unit: this.unitOf(file), names }));
  }

  #in(file: RustFile, { specifier, names }: ImportFact): Resolution {
    const path = specifier.split('::');
    const isUse = names.every(({ local }) => !local.includes('.'));
    const places = this.#paths.find(path, { file, inline: [] }, isUse);
    if (typeof places === 'string') return places;
    const found = places.filter((place) => this.#leadsThere(place));
    return found.flatMap((place) => [...this.#by(place), ...this.#takenFrom(place, names), ...this.#through(place)]);
  }

  /** The rest of a path must start with a type or an imported name. A missing module leads nowhere. */
  #leadsThere({ module, rest }: RustFound): boolean {
    const [first] = rest;
    if (first !== undefined && isMissing(module, first)) return false;
    return first === undefined || /^[A-Z]/.test(first) || this.#paths.mayImport(module, first);
  }

  #by({ by }: RustFound): ImportedUnit[] {
    return by.map((file) => ({ unit: this.unitOf(file), names: [] }));
  }

  /** Includes the last module, because the import may take nothing from it except its child modules. */
  #through({ through, module }: RustFound): ImportedUnit[] {
    return [...through, module.file.path].map((file) => ({ unit: this.unitOf(file), names: [], isOnWay: true }));
  }

  /** The imported names may be modules, macros, or items that the file declares or re-exports. */
  #takenFrom({ module, rest }: RustFound, names: readonly ImportedName[]): ImportedUnit[] {
    const unit = this.unitOf(module.file.path);
    const [type] = rest;
    if (type !== undefined) return [{ unit, names: [{ name: type, local: names[0]?.local ?? type }] }];
    const taken = names.map((name) => ({ name, others: this.#modulesOf(module.file, module.inline, name) }));
    const isOwn = ({ name }: ImportedName): boolean => this.#paths.namesBeside(module, name);
    const own = taken.flatMap(({ name, others }) => (others.length === 0 || isOwn(name) ? [name] : []));
    const others = taken.flatMap((each) => each.others);
    return own.length > 0 || others.length === 0 ? [{ unit, names: own }, ...others] : others;
  }

  /** Returns the modules that macros declare in a file. */
  byMacro(path: string): UsedName[] {
    return this.#tree.of(path).flatMap(({ byMacro }) => byMacro.map(({ name, line, path: file }) => ({ name, line, files: [file] })));
  }

  /** Whether an external macro may declare modules: files that no known declaration leads to are where it is invoked. */
  mayDeclare({ fact: { isItem, specifier, names }, taken }: ResolvedImport, from: string): string | null {
    const name = (specifier.endsWith('!') ? specifier : (names[0]?.name ?? '')).slice(0, -1);
    return isItem === true && taken.length === 0 && !PLAIN_MACROS.test(name) && this.#tree.mayLack(from) ? `${name}!` : null;
  }

  /** Describes an import that leads nowhere, except a path, which `missing` lists with each name at its line. */
  lost({ fact, isBeyond }: ResolvedImport, from: string): readonly Unresolved[] {
    const module = describeModule(fact, this.project.facts.get(from)?.modules ?? [], (each) => this.isBeyond(from, each));
    if (module !== null) return [module];
    return isBeyond === true || !isChecked(fact) ? [{ ...fact, specifier: asWritten(fact.specifier) }] : [];
  }

  /** Returns the names that an import takes from a module which lacks them. */
  lackedBy({ specifier, names }: ImportFact, from: string): ReadonlySet<string> {
    const lacked = this.#names.certainPaths(from);
    const start = specifier.split('::').at(-1) ?? '';
    const isLacked = ({ name }: ImportedName): boolean => lacked.some((path) => path === name || path.endsWith(`${start}::${name}`));
    return new Set(lacked.length === 0 ? [] : names.filter(isLacked).map(({ name }) => name));
  }

  /** Returns the names that the paths of a file lack. */
  missing(path: string): readonly Listed[] {
    return this.#names.missing(path);
  }

  /** Whether `#[path]` places a module of a file outside the project. */
  isBeyond(from: string, module: string): boolean {
    return this.#tree.of(from).some((file) => file.beyond.has(module));
  }

  #modulesOf(file: RustFile, inline: readonly string[], { name, local }: ImportedName): ImportedUnit[] {
    if (name === '*') return [];
    const macro = this.#macros
      .exportedBy(file, name.replace(/!$/, ''))
      .map((path) => ({ unit: this.unitOf(path), names: [{ name, local }] }));
    if (name.endsWith('!')) return macro;
    const found = this.#paths.child({ file, inline }, name).filter(({ module }) => module.file !== file);
    if (found.length > 0) {
      return found.flatMap((each) => [...this.#by(each), { unit: this.unitOf(each.module.file.path), names: [{ name: '*', local }] }]);
    }
    return macro;
  }
}

/** Serializes the facts of a file by which other files find their imports and members of types: modules, imports, symbols and members. */
function linkFingerprint({ modules = [], imports, symbols, topNames, types, scopes = [] }: FileFacts): string {
  const named = symbols.map(({ name, kind, exportedAs }) => [name, kind, exportedAs]);
  return JSON.stringify([
    modules,
    imports.map(({ specifier, kind, names, macro, isItem }) => [specifier, kind, names, macro, isItem]),
    named,
    topNames,
    types?.declared,
    scopes.map(({ paths, ...names }) => [names, paths.flatMap(({ line: _, ...each }) => (each.local === undefined ? [] : [each]))]),
  ]);
}

/** Describes a missing `mod a;` by the module's name or its `#[path]`, because its specifier `self::a` is not in the source. */
function describeModule(
  { specifier, names }: ImportFact,
  modules: readonly ModuleFact[],
  isBeyond: (module: string) => boolean,
): Unresolved | null {
  const path = specifier.replace(/^self::/, '');
  const module = modules.find((each) => each.path === path && !each.isInline);
  const isDeclaration = names.length === 1 && names[0]?.name === '*' && specifier === `self::${path}`;
  if (module === undefined || !isDeclaration) return null;
  const [named = asWritten(path)] = module.isByName ? [] : module.named;
  return { specifier: named, names: [{ name: asWritten(names[0]?.local ?? path) }], ...(isBeyond(path) ? { isBeyond: true } : {}) };
}

/** Whether an import is a path, which `RustNames` checks. */
const isChecked = ({ specifier, names, kind }: ImportFact): boolean => kind !== 'text' && names.length > 0 && !/[!(]/.test(specifier);

/** Returns the resolver for Rust (decision 0034): Cargo packages, the module tree of each crate, and re-exports. */
export function rustResolver(project: Project): Resolver {
  const imports = new RustImports(project);
  const members = new RustMembers(project.facts, (path) => imports.cargo.of(path)?.folder ?? '');
  return {
    unitOf: imports.unitOf,
    packageOf: (path) => imports.cargo.of(path),
    resolve: (fact, from) => imports.resolve(fact, from),
    unresolvedOf: (resolved, from) => {
      const macro = imports.mayDeclare(resolved, from);
      if (macro !== null) return [{ specifier: macro, names: [], isComputed: true }];
      return resolved.isLost ? imports.lost(resolved, from) : [];
    },
    lackedBy: ({ fact }, from) => imports.lackedBy(fact, from),
    missingMembers: (path) => imports.missing(path),
    used: (path, meanings) => [...members.used(path, meanings), ...imports.byMacro(path)],
    linkFingerprint,
    entryPoints: () => rustEntryPoints(imports.cargo),
  };
}
