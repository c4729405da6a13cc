import type { FileFacts, ImportFact, TypeFacts } from '../../../facts.ts';
import { folderOf, nameOf, resolvePath } from '../../paths.ts';
import {
  type EntryPoint,
  type ImportedUnit,
  listImportedUnits,
  type Project,
  type Resolution,
  type Resolver,
  singleUnits,
  type Unit,
  type UsedName,
} from '../../unit.ts';
import { GoModules, isIgnoredByGo, isRelative } from './go-modules.ts';
import { GoNames } from './go-names.ts';
import { GoPackages } from './go-packages.ts';
import { GoTypeFinder } from './go-types.ts';

const EMBED = /^\/\/go:embed (?:all:)?"?([^"]*)"?$/;
const isImportable = (file: string): boolean => file.endsWith('.go') && !file.endsWith('_test.go') && !isIgnoredByGo(nameOf(file));

class GoImports {
  readonly packages: GoPackages;
  readonly types: GoTypeFinder;
  readonly #modules: GoModules;
  readonly #fileUnit = singleUnits();
  readonly #used = new WeakMap<TypeFacts, readonly UsedName[]>();
  #folders: ReadonlySet<string> | null = null;

  constructor(private readonly project: Project) {
    this.packages = new GoPackages(project.facts, (fact, from) => this.resolve(fact, from));
    this.#modules = new GoModules(project.configs, (folder) => this.packages.inFolder(folder) !== undefined);
    this.types = new GoTypeFinder(this.packages);
  }

  resolve({ specifier, names }: ImportFact, from: string): Resolution {
    const embedded = EMBED.exec(specifier)?.[1];
    if (embedded !== undefined) return this.#embedded(embedded, from);
    const folder = this.#modules.folderOf(specifier, from);
    if (folder === 'outside') return 'outside';
    if (folder === 'beyond') return this.#modules.isPassedOver(from) ? 'outside' : 'beyond';
    const of = folder === null ? undefined : this.packages.inFolder(folder);
    if (of !== undefined) return [{ unit: of.unit, names }, ...this.#running(of.unit)];
    // A package of the project that is not there counts wherever it is imported: before, the file was a dependent of it.
    if (folder === null) return this.#lost(from);
    return this.#withSources().has(folder) || (isRelative(specifier) && this.#modules.isPassedOver(from)) ? 'outside' : [];
  }

  /**
   * Returns the folders that contain Go files which other packages can import: no tests, and none that the go tool ignores. A package of them
   * may have no file that is read, because all are too large.
   */
  #withSources(): ReadonlySet<string> {
    this.#folders ??= new Set(Array.from(this.project.files).flatMap((file) => (isImportable(file) ? [folderOf(file)] : [])));
    return this.#folders;
  }

  /** Other missing targets do not count in files that the go tool ignores, because they are not built with the module. */
  #lost(from: string): Resolution {
    return this.#modules.isPassedOver(from) ? 'outside' : [];
  }

  /** Returns the files of a package that run when it is imported, because they declare `init`. */
  #running({ files }: Unit): ImportedUnit[] {
    const running = files.filter((file) => this.#runs(file));
    return running.map((file) => ({ unit: this.#fileUnit(file), names: [], isOnWay: true }));
  }

  #runs(file: string): boolean {
    return this.project.facts.get(file)?.symbols.some(({ name }) => name === 'init') === true;
  }

  /**
   * Resolves `//go:embed`. Only an embedded source makes a dependency; other existing files are `outside`. Of a pattern only its fixed
   * folder is checked.
   */
  #embedded(pattern: string, from: string): Resolution {
    const literal = pattern.split('/').findIndex((part) => /[*?[\\]/.test(part));
    const place = resolvePath(folderOf(from), (literal < 0 ? pattern : pattern.split('/').slice(0, literal).join('/')) || '.');
    if (place === null) return this.#lost(from);
    if (literal < 0 && this.project.facts.has(place)) return [{ unit: this.#fileUnit(place), names: [] }];
    if (this.project.files.has(place)) return 'outside';
    const folder = place === '' ? '' : `${place}/`;
    for (const file of this.project.files) if (file.startsWith(folder)) return 'outside';
    return this.#lost(from);
  }

  unitOf(path: string): { readonly files: readonly string[] } {
    const of = this.packages.of(path);
    return of === undefined || of.unit.files.length === 0 ? this.#fileUnit(path) : of.unit;
  }

  used(path: string): readonly UsedName[] {
    const types = this.project.facts.get(path)?.types;
    if (types === undefined) return [];
    const known = this.#used.get(types);
    if (known !== undefined) return known;
    const members = Array.from(this.types.used(path), ({ is, line, files }) => ({ name: is.slice(is.lastIndexOf('.') + 1), line, files }));
    const found = [...members, ...this.#loaded(path)].filter(({ files }) => files.length > 0);
    this.#used.set(types, found);
    return found;
  }

  /** `import _ "…"` names nothing: it only runs the `init` functions of the package. */
  #loaded(path: string): UsedName[] {
    return (this.project.facts.get(path)?.imports ?? []).flatMap((fact): UsedName[] => {
      const resolution = fact.names.length > 0 || EMBED.test(fact.specifier) ? 'outside' : this.resolve(fact, path);
      const files = listImportedUnits(resolution).flatMap(({ unit, isOnWay }) => (isOnWay ? [] : unit.files));
      const running = files.filter((file) => this.#runs(file));
      return [{ name: nameOf(fact.specifier), line: fact.line, files: running.length > 0 ? running : files }];
    });
  }

  nameOf(folder: string): string {
    const name = this.packages.inFolder(folder)?.name ?? '';
    return name === '' || name === 'main' ? nameOf(folder) || 'main' : name;
  }
}

/** Serializes the facts of a file by which other files find their imports and names. */
function linkFingerprint({ packageName, types, imports, symbols }: FileFacts): string {
  const named = imports.map(({ specifier, names }) => [specifier, names]);
  return JSON.stringify([packageName, types?.declared, named, symbols.map(({ name, kind }) => [name, kind])]);
}

/**
 * Returns the resolver for Go (decision 0034): packages by module paths, and the names and methods that other files of a package declare.
 */
export function goResolver(project: Project): Resolver {
  const imports = new GoImports(project);
  const names = new GoNames(project, imports.packages);
  return {
    unitOf: (path) => imports.unitOf(path),
    packageOf: (path) => ({ folder: folderOf(path), name: imports.nameOf(folderOf(path)) }),
    resolve: (fact, from) => imports.resolve(fact, from),
    used: (path) => imports.used(path),
    missingMembers: (path) => names.missing(path),
    linkFingerprint,
    entryPoints: () => goPrograms(project),
  };
}

/** Returns the programs: packages named `main` with a `main` function. */
function goPrograms({ facts }: Project): EntryPoint[] {
  const found = new Map<string, string>();
  for (const [path, { language, packageName: name, symbols }] of facts) {
    if (language !== 'go' || name !== 'main' || path.endsWith('_test.go')) continue;
    if (symbols.some((symbol) => symbol.name === 'main')) found.set(folderOf(path), path);
  }
  return [...found].map(([folder, path]) => ({ kind: 'program', name: nameOf(folder) || nameOf(path).replace(/\.go$/, ''), path }));
}
