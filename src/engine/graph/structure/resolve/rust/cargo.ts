import { entriesOf, textOf, valueAt } from '../../../../text/foreign-data.ts';
import { folderOf, joinPath, listAncestors, nameOf, resolvePath } from '../../paths.ts';
import { mayExist, type Package, type Project } from '../../unit.ts';
import { type CargoTarget, CargoTargets, crateName } from './cargo-targets.ts';

/** A folder with a `Cargo.toml` that declares a package. */
export interface CargoPackage extends Package {
  readonly manifest: unknown;
  readonly targets: readonly CargoTarget[];
  /** Before edition 2018 the path of a `use` starts at the root of the crate. */
  readonly isOldEdition: boolean;
}

/**
 * The root file of a dependency's library; `outside` if it is external, `beyond` if it is at a path outside the project, `null` if it
 * should be in the project but is missing.
 */
type Dependency = string | 'outside' | 'beyond' | null;

/** The tables of a `Cargo.toml` with dependencies, also in their old spelling. */
export const DEPENDENCY_TABLES = ['dependencies', 'dev-dependencies', 'build-dependencies', 'dev_dependencies', 'build_dependencies'];
const STANDARD: ReadonlySet<string> = new Set(['std', 'core', 'alloc', 'proc_macro', 'test']);
/** Crates of the compiler and of tools that run it, which no manifest declares. */
const PROVIDED = /^(?:rustc_\w+|panic_\w+|libc|unwind|compiler_builtins|profiler_builtins|std_detect|getopts|kani|miri)$/;

/** Whether a crate is always available. */
export const isStandard = (name: string): boolean => STANDARD.has(name);

/** The Cargo packages of a project, and the names by which they see other crates. */
export class Cargo {
  readonly #packages = new Map<string, CargoPackage>();
  readonly #dependencies = new Map<CargoPackage, ReadonlyMap<string, Dependency>>();
  /** By library name. */
  readonly #libraries = new Map<string, CargoPackage[]>();
  #declaredNames: ReadonlySet<string> | undefined;

  constructor(private readonly project: Project) {
    const manifests = [...project.configs].filter(
      ([path, value]) => nameOf(path) === 'Cargo.toml' && textOf(valueAt(value, 'package', 'name')) !== undefined,
    );
    const folders = new Set(manifests.map(([path]) => folderOf(path)));
    const sources = sourcesBy(project, folders);
    for (const [path, manifest] of manifests) this.#add(folderOf(path), manifest, sources.get(folderOf(path)) ?? []);
    for (const each of this.#packages.values()) {
      const name = libraryOf(each)?.name;
      if (name !== undefined) this.#libraries.set(name, [...(this.#libraries.get(name) ?? []), each]);
    }
  }

  #add(folder: string, manifest: unknown, sources: readonly string[]): void {
    const name = textOf(valueAt(manifest, 'package', 'name')) ?? '';
    const targets = new CargoTargets(folder, manifest, sources, (path) => this.project.facts.has(path)).all();
    const edition = valueAt(manifest, 'package', 'edition');
    const inherited =
      valueAt(edition, 'workspace') === true ? valueAt(this.#workspaceOf(folder)?.[1], 'workspace', 'package', 'edition') : edition;
    this.#packages.set(folder, { folder, name, manifest, targets, isOldEdition: (textOf(inherited) ?? '2015') === '2015' });
  }

  get packages(): Iterable<CargoPackage> {
    return this.#packages.values();
  }

  /** Returns the package that contains a file. */
  of(path: string): CargoPackage | null {
    for (const folder of listAncestors(folderOf(path))) {
      const found = this.#packages.get(folder);
      if (found !== undefined) return found;
    }
    return null;
  }

  /** Whether a file is in a package of procedural macros. */
  isForMacros(path: string): boolean {
    const lib = valueAt(this.of(path)?.manifest, 'lib');
    return valueAt(lib, 'proc-macro') === true || valueAt(lib, 'proc_macro') === true;
  }

  /**
   * Returns the crate that a package sees under a name.
   * @param isLibrary whether the package's library uses the name; a library does not see itself
   */
  crate(from: CargoPackage | null, name: string, isLibrary: boolean): Dependency {
    if (STANDARD.has(name)) return 'outside';
    const known = from === null ? undefined : this.#dependenciesOf(from).get(name);
    if (known !== undefined) return known;
    const own = from === null || isLibrary ? undefined : libraryOf(from);
    if (own?.name === name) return own.file;
    // No manifest declares the name. If exactly one library has it, that one is meant.
    const [only, ...others] = this.#libraries.get(name) ?? [];
    if (only !== undefined && others.length === 0 && only !== from) return libraryOf(only)?.file ?? 'outside';
    return from !== null && !isLibrary && this.#lacksLibrary(from) && libraryName(from) === name ? null : 'outside';
  }

  /** Whether a package has no library, not even in a file that is not read. */
  #lacksLibrary(of: CargoPackage): boolean {
    const place = resolvePath(of.folder, textOf(valueAt(of.manifest, 'lib', 'path')) ?? 'src/lib.rs');
    return libraryOf(of) === undefined && place !== null && !mayExist(this.project, place);
  }

  /** Whether a crate that no manifest declares is named like crates of the project: `acme_gone` beside `acme_core` and `acme_cli`. */
  isMissing(name: string): boolean {
    const start = /^[a-z][a-z0-9]+_/.exec(name)?.[0];
    if (start === undefined || this.#libraries.has(name)) return false;
    const alike = [...this.#packages.values()].filter((each) => crateName(each.name).startsWith(start));
    return alike.length > 1 && !this.#declaredAnywhere().has(name);
  }

  /** Whether a package sees a crate that is not part of the project: its manifest declares it, or it is always there. */
  hasExternal(of: CargoPackage, name: string): boolean {
    return STANDARD.has(name) || PROVIDED.test(name) || this.#dependenciesOf(of).has(name);
  }

  /**
   * Whether no manifest of the project declares a crate that a package uses. The library of an external package may have another name,
   * usually a part of the package's name: `crypto` of `rust-crypto`.
   */
  isUndeclared(from: CargoPackage, name: string): boolean {
    if (STANDARD.has(name) || PROVIDED.test(name) || this.#libraries.has(name)) return false;
    const all = this.#declaredAnywhere();
    if (all.has(name) || libraryName(from) === name) return false;
    const plain = plainName(name);
    return ![...all].some((each) => plainName(each).includes(plain) || plain.includes(plainName(each)));
  }

  #declaredAnywhere(): ReadonlySet<string> {
    this.#declaredNames ??= new Set(this.#declared());
    return this.#declaredNames;
  }

  /** Yields the dependencies of all manifests, by their names in source code. */
  *#declared(): Iterable<string> {
    for (const each of this.#packages.values()) yield* this.#dependenciesOf(each).keys();
    for (const [path, value] of this.project.configs) {
      if (nameOf(path) === 'Cargo.toml') for (const [key] of entriesOf(valueAt(value, 'workspace', 'dependencies'))) yield crateName(key);
    }
  }

  #dependenciesOf(of: CargoPackage): ReadonlyMap<string, Dependency> {
    const known = this.#dependencies.get(of);
    if (known !== undefined) return known;
    const found = new Map<string, Dependency>();
    const scopes = [of.manifest, ...entriesOf(valueAt(of.manifest, 'target')).map(([, scope]) => scope)];
    for (const scope of scopes) {
      for (const [key, entry] of DEPENDENCY_TABLES.flatMap((table) => entriesOf(valueAt(scope, table)))) {
        const { name, file } = this.#dependency(of.folder, key, entry);
        if (file !== null && file !== 'outside' && file !== 'beyond') found.set(name, file);
        else if (!found.has(name)) found.set(name, file);
      }
    }
    this.#dependencies.set(of, found);
    return found;
  }

  /** Reads one entry of a dependency table. @param folder the folder to which its paths are relative */
  #dependency(folder: string, key: string, entry: unknown): { readonly name: string; readonly file: Dependency } {
    const workspace = valueAt(entry, 'workspace') === true ? this.#workspaceOf(folder) : undefined;
    const said = workspace === undefined ? entry : valueAt(workspace[1], 'workspace', 'dependencies', key);
    const renamed = textOf(valueAt(said, 'package'));
    const path = textOf(valueAt(said, 'path'));
    const place = path === undefined ? this.#patched(folder, renamed ?? key) : (resolvePath(workspace?.[0] ?? folder, path) ?? 'beyond');
    if (place === 'outside' || place === 'beyond') return { name: crateName(key), file: place };
    const file = this.#libraryAt(place, renamed ?? key);
    const name = renamed === undefined && typeof file === 'object' ? file?.name : undefined;
    return { name: name ?? crateName(key), file: typeof file === 'object' ? (file?.file ?? null) : file };
  }

  /** Returns the library of a package in a folder; `outside` if it is not read, `null` if there is none. */
  #libraryAt(folder: string, name: string): CargoTarget | 'outside' | null {
    const found = this.#packages.get(folder);
    if (found === undefined) return mayExist(this.project, joinPath(folder, 'Cargo.toml')) ? 'outside' : null;
    if (crateName(found.name) !== crateName(name)) return null;
    return libraryOf(found) ?? (this.#lacksLibrary(found) ? null : 'outside');
  }

  /**
   * Returns the folder to which `[patch]` redirects an external package; `outside` if it does not, `beyond` if that folder is outside the
   * project.
   */
  #patched(folder: string, name: string): string {
    const [place, manifest] = this.#workspaceOf(folder) ?? [folder, this.#packages.get(folder)?.manifest];
    for (const [, patches] of entriesOf(valueAt(manifest, 'patch'))) {
      for (const [key, entry] of entriesOf(patches)) {
        const path = (textOf(valueAt(entry, 'package')) ?? key) === name ? textOf(valueAt(entry, 'path')) : undefined;
        if (path !== undefined) return resolvePath(place, path) ?? 'beyond';
      }
    }
    return 'outside';
  }

  /** Returns the folder and manifest of a folder's workspace: the one that its manifest names, otherwise the nearest. */
  #workspaceOf(folder: string): readonly [string, unknown] | undefined {
    const named = textOf(valueAt(this.project.configs.get(joinPath(folder, 'Cargo.toml')), 'package', 'workspace'));
    const place = named === undefined ? null : resolvePath(folder, named);
    for (const each of listAncestors(place ?? folder)) {
      const manifest = this.project.configs.get(joinPath(each, 'Cargo.toml'));
      if (valueAt(manifest, 'workspace') !== undefined) return [each, manifest];
    }
    return undefined;
  }
}

const libraryName = ({ name, manifest }: CargoPackage): string => crateName(textOf(valueAt(manifest, 'lib', 'name')) ?? name);

const plainName = (name: string): string => name.replaceAll('_', '').toLowerCase();

const libraryOf = (of: CargoPackage | undefined): CargoTarget | undefined => of?.targets.find(({ kind }) => kind === 'lib');

/** Returns the Rust files of each package, relative to its folder. */
function sourcesBy({ facts }: Project, folders: ReadonlySet<string>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [path, { language }] of facts) {
    if (language !== 'rust') continue;
    for (const folder of listAncestors(folderOf(path))) {
      if (!folders.has(folder)) continue;
      const files = found.get(folder) ?? [];
      if (files.length === 0) found.set(folder, files);
      files.push(folder === '' ? path : path.slice(folder.length + 1));
      break;
    }
  }
  return found;
}
