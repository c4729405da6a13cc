import { at, textOf } from '../../../../text/foreign-data.ts';
import { folderOf, foldersUp, nameOf, pathFrom } from '../../paths.ts';
import type { Package } from '../../unit.ts';
import type { BuiltSources } from '../built-sources.ts';
import { bothOf, exportsOf, isClosed, mainTargets, mapped, type Taking, type Targets, typesTargets } from './npm-exports.ts';
import { NpmWorkspaces } from './npm-workspaces.ts';

/** A folder with a `package.json`. */
export interface NpmPackage extends Package {
  readonly manifest: unknown;
}

/** What a name that begins with a package's means there. */
export interface Meaning {
  readonly package: NpmPackage;
  /** `.`, or `./x`. */
  readonly subpath: string;
}

/** Where the sources of a package without further words begin. */
const CUSTOM = ['./src/index', './index', './src/main', './lib/index'];

/** The name of a package and what is meant in it, of `@a/b/c/d`: `@a/b` and `./c/d`. */
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
      const name = textOf(at(manifest, 'name')) ?? (nameOf(folder) || 'the project');
      const found = { folder, name, manifest };
      this.byFolder.set(folder, found);
      this.#byName.set(name, [...(this.#byName.get(name) ?? []), found]);
    }
    this.workspaces = new NpmWorkspaces(configs, [...this.byFolder.keys()]);
  }

  /** The package that a file belongs to. */
  packageOf(path: string): NpmPackage | null {
    for (const folder of foldersUp(folderOf(path))) {
      const found = this.byFolder.get(folder);
      if (found !== undefined) return found;
    }
    return null;
  }

  /** What a name such as `@a/b/c` means in a file; `null` where no package of the project is meant. */
  meaning(specifier: string, from: string): Meaning | null {
    const { name, subpath } = splitName(specifier);
    const own = this.packageOf(from);
    if (own?.name === name) return { package: own, subpath };
    const folder = own?.folder ?? '';
    const called = this.workspaces.aliasOf(name, folder) ?? name;
    const found = this.#linked(called, folder) ?? this.#linked(`@types/${called.replace(/^@(.*)\//, '$1__')}`, folder);
    return found === undefined ? null : { package: found, subpath };
  }

  /** Whether a name has the scope of a workspace and neither a package of the project nor any manifest has the name. */
  isMissing(name: string): boolean {
    const scope = scopeOf(name);
    if (scope === null || this.#byName.has(name)) return false;
    const isOwn = [...this.byFolder.values()].some((each) => scopeOf(each.name) === scope && this.workspaces.isMember(each.folder));
    return isOwn && !this.workspaces.isDeclaredAnywhere(name);
  }

  /** The nearest of the packages of a name that a package gets by it. */
  #linked(name: string, folder: string): NpmPackage | undefined {
    const all = this.#byName.get(name) ?? [];
    const linked = all.filter((each) => this.workspaces.areLinked(folder, each.folder));
    const meant = linked.length > 0 ? linked : all.filter((each) => this.workspaces.isMeant(name, folder, each));
    return meant.sort(
      (one, other) => shared(other.folder, folder) - shared(one.folder, folder) || one.folder.length - other.folder.length,
    )[0];
  }
}

/** How many folders two paths have in common. */
function shared(one: string, other: string): number {
  const [parts, others] = [one.split('/'), other.split('/')];
  const apart = parts.findIndex((part, n) => part !== others[n]);
  return apart < 0 ? parts.length : apart;
}

/** The file of a package of the project that a configuration extends by its name: `@a/tsconfig/base`. */
export function extendedPackage(packages: NpmPackages, specifier: string, from: string, isThere: (path: string) => boolean): string | null {
  const meaning = packages.meaning(specifier, from);
  if (meaning === null) return null;
  const { subpath } = meaning;
  const { folder, manifest } = meaning.package;
  const named = mapped(exportsOf(manifest), subpath)?.code ?? [];
  const whole = subpath === '.' ? [textOf(at(manifest, 'tsconfig')) ?? 'tsconfig.json'] : [subpath, `${subpath}.json`];
  const places = [...named, ...whole, `${subpath}/tsconfig.json`].map((each) => pathFrom(folder, each));
  return places.find((place) => place !== null && isThere(place)) ?? null;
}

/** The files that the names of packages lead to. */
export class NpmEntries {
  constructor(private readonly built: BuiltSources) {}

  /** The files that others get by a subpath of a package (`.`, `./x`). Default: by an import. */
  entry({ folder, manifest }: NpmPackage, subpath: string, taking?: Taking): readonly string[] {
    if (isClosed(manifest, subpath)) return [];
    const exported = mapped(exportsOf(manifest), subpath, taking);
    const found = exported === null ? [] : this.#first(folder, exported);
    if (found.length > 0) return found;
    const typed = this.#first(folder, typesTargets(manifest, subpath));
    if (typed.length > 0) return typed;
    if (subpath !== '.') return this.built.ofTarget(folder, subpath);
    const named = this.named(folder, manifest);
    return named.length > 0 ? named : this.#first(folder, { code: CUSTOM, types: [] });
  }

  /** What a folder means by its manifest. */
  named(folder: string, manifest: unknown): readonly string[] {
    return this.#first(folder, mainTargets(manifest));
  }

  #first(folder: string, targets: Targets): readonly string[] {
    return bothOf(targets, (all) => {
      for (const target of all) {
        const found = this.built.ofTarget(folder, target);
        if (found.length > 0) return found;
      }
      return [];
    });
  }
}
