import { textOf, valueAt } from '../../../../../text/foreign-data.ts';
import { folderOf, listAncestors, nameOf, resolvePath } from '../../../paths.ts';
import type { Package } from '../../../unit.ts';
import type { BuiltSources } from '../../built-sources.ts';
import { isNotExported, lookUpExport, mainTargets, normalizeExports, typesTargets } from './npm-exports.ts';
import type { ImportConditions } from './npm-side.ts';
import { allPaths, findCodeAndTypes, type Targets } from './npm-targets.ts';
import { NpmWorkspaces } from './npm-workspaces.ts';

/** A folder with a `package.json`. */
export interface NpmPackage extends Package {
  readonly manifest: unknown;
}

/** Whether a package has a name by which it can import itself. Otherwise `name` is that of its folder. */
const isNamed = ({ manifest }: NpmPackage): boolean => textOf(valueAt(manifest, 'name')) !== undefined;

/** The package and subpath that a specifier means. */
export interface Meaning {
  readonly package: NpmPackage;
  /** `.`, or `./x`. */
  readonly subpath: string;
}

/** Usual entry files of packages whose manifest names none. */
const CUSTOM = ['./src/index', './index', './src/main', './lib/index'];

/** Splits a specifier into package name and subpath: `@a/b/c/d` into `@a/b` and `./c/d`. */
export function splitName(specifier: string): { readonly name: string; readonly subpath: string } {
  const cut = specifier.indexOf('/', specifier.startsWith('@') ? specifier.indexOf('/') + 1 || specifier.length : 0);
  return cut < 0 ? { name: specifier, subpath: '.' } : { name: specifier.slice(0, cut), subpath: `.${specifier.slice(cut)}` };
}

const scopeOf = (name: string): string | null => /^@[^/]+(?=\/)/.exec(name)?.[0] ?? null;

/** The packages of a project by their folders and names. */
export class NpmPackages {
  readonly byFolder = new Map<string, NpmPackage>();
  readonly workspaces: NpmWorkspaces;
  readonly #byName = new Map<string, NpmPackage[]>();

  constructor(configs: ReadonlyMap<string, unknown>) {
    for (const [path, manifest] of configs) {
      if (nameOf(path) !== 'package.json') continue;
      const folder = folderOf(path);
      const name = textOf(valueAt(manifest, 'name')) ?? (nameOf(folder) || 'the project');
      const found = { folder, name, manifest };
      this.byFolder.set(folder, found);
      this.#byName.set(name, [...(this.#byName.get(name) ?? []), found]);
    }
    this.workspaces = new NpmWorkspaces(configs, [...this.byFolder.keys()]);
  }

  /** Returns the package that contains a file. */
  packageOf(path: string): NpmPackage | null {
    for (const folder of listAncestors(folderOf(path))) {
      const found = this.byFolder.get(folder);
      if (found !== undefined) return found;
    }
    return null;
  }

  /** Returns what a specifier such as `@a/b/c` means in a file; `null` if it means no package of the project. */
  meaning(specifier: string, from: string): Meaning | null {
    const { name, subpath } = splitName(specifier);
    const own = this.packageOf(from);
    if (own?.name === name && isNamed(own)) return { package: own, subpath };
    const folder = this.workspaces.dependentOf(name, own?.folder ?? '');
    const place = this.workspaces.placeOf(name, folder);
    if (typeof place === 'string') return null;
    const placed = place === null ? undefined : this.byFolder.get(place.folder);
    if (placed !== undefined) return { package: placed, subpath };
    const called = this.workspaces.aliasOf(name, folder) ?? name;
    const found = this.#linked(called, folder) ?? this.#linked(`@types/${called.replace(/^@(.*)\//, '$1__')}`, folder);
    const isInstalled = found === undefined || this.workspaces.isOfOtherVersion(name, folder, found.manifest);
    return isInstalled ? null : { package: found, subpath };
  }

  /** Whether a name has the scope of workspace members, although no package of the project has the name and no manifest depends on it. */
  isMissing(name: string): boolean {
    const scope = scopeOf(name);
    if (scope === null || this.#byName.has(name)) return false;
    const isOwn = [...this.byFolder.values()].some((each) => scopeOf(each.name) === scope && this.workspaces.isMember(each.folder));
    return isOwn && !this.workspaces.isDeclaredAnywhere(name);
  }

  /** Returns the nearest package of a name that another package can import. */
  #linked(name: string, folder: string): NpmPackage | undefined {
    const all = (this.#byName.get(name) ?? []).filter(
      (each) => isNamed(each) || this.workspaces.isNamedByFolder(name, folder, each.folder),
    );
    const linked = all.filter((each) => this.workspaces.areLinked(folder, each.folder));
    const meant = linked.length > 0 ? linked : all.filter((each) => this.workspaces.isMeant(name, folder, each));
    return meant.sort(
      (one, other) => shared(other.folder, folder) - shared(one.folder, folder) || one.folder.length - other.folder.length,
    )[0];
  }
}

/** Returns the number of leading segments that two paths share. */
function shared(one: string, other: string): number {
  const [parts, others] = [one.split('/'), other.split('/')];
  const apart = parts.findIndex((part, n) => part !== others[n]);
  return apart < 0 ? parts.length : apart;
}

/** Returns the file that a configuration extends by the name of a package of the project: `@a/tsconfig/base`. */
export function extendedPackage(packages: NpmPackages, specifier: string, from: string, isThere: (path: string) => boolean): string | null {
  const meaning = packages.meaning(specifier, from);
  if (meaning === null) return null;
  const { subpath } = meaning;
  const { folder, manifest } = meaning.package;
  const targets = lookUpExport(normalizeExports(manifest), subpath);
  const named = targets === null ? [] : allPaths(targets.code);
  const whole = subpath === '.' ? [textOf(valueAt(manifest, 'tsconfig')) ?? 'tsconfig.json'] : [subpath, `${subpath}.json`];
  const places = [...named, ...whole, `${subpath}/tsconfig.json`].map((each) => resolvePath(folder, each));
  return places.find((place) => place !== null && isThere(place)) ?? null;
}

/** Resolves package names to files. */
export class NpmEntries {
  constructor(private readonly built: BuiltSources) {}

  /** Returns the files that importers get for a subpath of a package (`.`, `./x`). Default: for an `import`. */
  entry({ folder, manifest }: NpmPackage, subpath: string, taking?: ImportConditions): readonly string[] {
    if (isNotExported(manifest, subpath)) return [];
    const exported = lookUpExport(normalizeExports(manifest), subpath, taking);
    const found = exported === null ? [] : this.#first(folder, exported);
    if (found.length > 0) return found;
    const typed = this.#first(folder, typesTargets(manifest, subpath));
    if (typed.length > 0) return typed;
    if (subpath !== '.') return this.built.ofTarget(folder, subpath);
    const named = this.named(folder, manifest);
    return named.length > 0 ? named : this.#first(folder, { code: { choices: [CUSTOM], others: [] }, types: { choices: [], others: [] } });
  }

  /** Returns the files that the main fields of a folder's manifest name. Unlike `exports`, they may lead out of the folder. */
  named(folder: string, manifest: unknown): readonly string[] {
    return this.#first(folder, mainTargets(manifest), (target) => this.#main(folder, target));
  }

  #main(folder: string, target: string): readonly string[] {
    const above = /^(?:\.\/)?\.\.\//.exec(target)?.[0];
    if (above === undefined || folder === '') return this.built.ofTarget(folder, target);
    return this.#main(folderOf(folder), target.slice(above.length));
  }

  #first(folder: string, targets: Targets, find = (target: string) => this.built.ofTarget(folder, target)): readonly string[] {
    return findCodeAndTypes(targets, (all) => {
      for (const target of all) {
        const found = find(target);
        if (found.length > 0) return found;
      }
      return [];
    });
  }
}
