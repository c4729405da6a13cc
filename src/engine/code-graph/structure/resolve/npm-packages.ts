import { at, entriesOf, textOf } from '../../../kernel/foreign-data.ts';
import { folderOf, foldersUp, nameOf, pathFrom } from '../paths.ts';
import type { Offer, Package } from '../unit.ts';

/** A folder with a `package.json`. */
export interface NpmPackage extends Package {
  readonly manifest: unknown;
}

/** Folders that hold what is built, instead of which the sources are known. */
const BUILT = /^(?:dist|lib|build|out|esm|cjs)(?=\/|$)/;
/** More files that one target may mean are looked at no further. */
const MOST_TARGETS = 200;

/** The packages of a project by their folders and names, and the files that their manifests mean. */
export class NpmPackages {
  readonly byFolder = new Map<string, NpmPackage>();
  readonly #byName = new Map<string, NpmPackage>();

  /** @param findFile the known source file that a path means, with the ending that is left out or another one */
  constructor(
    configs: ReadonlyMap<string, unknown>,
    private readonly findFile: (path: string) => string | null,
  ) {
    for (const [path, manifest] of configs) {
      if (nameOf(path) !== 'package.json') continue;
      const folder = folderOf(path);
      const name = textOf(at(manifest, 'name')) ?? (nameOf(folder) || 'the project');
      const found = { folder, name, manifest };
      this.byFolder.set(folder, found);
      // Of two packages with one name the one that lies higher counts.
      const other = this.#byName.get(name);
      if (other === undefined || folder.length < other.folder.length) this.#byName.set(name, found);
    }
  }

  /** The package that a file belongs to. */
  packageOf(path: string): NpmPackage | null {
    for (const folder of foldersUp(folderOf(path))) {
      const found = this.byFolder.get(folder);
      if (found !== undefined) return found;
    }
    return null;
  }

  /** The file that a name such as `@a/b/c` means; `outside` where no package of the project is called so. */
  resolve(specifier: string): string | null | 'outside' {
    const cut = specifier.indexOf('/', specifier.startsWith('@') ? specifier.indexOf('/') + 1 || specifier.length : 0);
    const name = cut < 0 ? specifier : specifier.slice(0, cut);
    const found = this.#byName.get(name);
    return found === undefined ? 'outside' : this.entry(found, cut < 0 ? '.' : `.${specifier.slice(cut)}`);
  }

  /** The file that others get by a subpath of a package (`.`, `./x`). */
  entry({ folder, manifest }: NpmPackage, subpath: string): string | null {
    const exported = this.#mapped(folder, exportsOf(manifest), subpath);
    if (exported !== null) return exported;
    if (subpath !== '.') return this.source(folder, subpath);
    const fields = ['source', 'types', 'module', 'main'].map((key) => textOf(at(manifest, key)));
    return this.#first(folder, [...fields.flatMap((field) => field ?? []), './src/index', './index']);
  }

  /** What a package calls `#x`. */
  internal({ folder, manifest }: NpmPackage, specifier: string): string | null {
    return this.#mapped(folder, at(manifest, 'imports'), specifier);
  }

  /** The file that a path of a manifest means, which may be what is built of it. */
  source(folder: string, target: string): string | null {
    const inner = pathFrom('', target);
    if (inner === null) return null;
    // What is built may have another ending than its source would give it: `dist/cli.cjs` of `src/cli.ts`.
    const plain = inner.replace(/\.[cm]js$/, '.js');
    const built = BUILT.test(inner) ? ['src', '.'].flatMap((folder) => [inner.replace(BUILT, folder), plain.replace(BUILT, folder)]) : [];
    const places = [inner, ...(built.length > 0 ? built : [`src/${inner}`])];
    for (const place of places) {
      const path = pathFrom(folder, place);
      const file = path === null ? null : this.findFile(path);
      if (file !== null) return file;
    }
    return null;
  }

  #first(folder: string, targets: readonly string[]): string | null {
    for (const target of targets) {
      const file = this.source(folder, target);
      if (file !== null) return file;
    }
    return null;
  }

  /** Looks a name up in `exports` or `imports`: as it stands, else by the longest pattern with a `*`. */
  #mapped(folder: string, map: unknown, name: string): string | null {
    const entries = entriesOf(map);
    const exact = entries.find(([key]) => key === name);
    if (exact !== undefined) return this.#first(folder, targetsIn(exact[1]));
    const patterns = entries.flatMap(([key, value]) => {
      const star = matchStar(key, name);
      return star === null ? [] : [{ key, value, star }];
    });
    const [best] = patterns.sort((one, other) => other.key.indexOf('*') - one.key.indexOf('*'));
    if (best === undefined) return null;
    return this.#first(
      folder,
      targetsIn(best.value).map((target) => target.replaceAll('*', () => best.star)),
    );
  }
}

/** `exports` as an object of subpaths, which it need not be. */
function exportsOf(manifest: unknown): unknown {
  const map = at(manifest, 'exports');
  const [first] = entriesOf(map);
  return first?.[0].startsWith('.') ? map : map === undefined ? undefined : { '.': map };
}

/** What stands for the one `*` of a pattern in a text; `null` where it does not match. */
export function matchStar(pattern: string, text: string): string | null {
  const at = pattern.indexOf('*');
  if (at < 0) return null;
  const [before, after] = [pattern.slice(0, at), pattern.slice(at + 1)];
  if (text.length < before.length + after.length || !text.startsWith(before) || !text.endsWith(after)) return null;
  return text.slice(before.length, text.length - after.length);
}

/** All paths in a target, whatever the conditions are that it stands under. */
function targetsIn(target: unknown): string[] {
  const found: string[] = [];
  const open = [target];
  for (let value = open.shift(); value !== undefined && found.length < MOST_TARGETS; value = open.shift()) {
    if (typeof value === 'string') found.push(value);
    else if (Array.isArray(value)) open.push(...value.slice(0, MOST_TARGETS));
    else open.push(...entriesOf(value).map(([, inner]) => inner));
  }
  return found;
}

/** The programs that packages bring, and what others get who import them. */
export function npmOffers(packages: NpmPackages): Offer[] {
  const all = [...packages.byFolder.values()];
  return [...all.flatMap((each) => programsOf(packages, each)), ...all.flatMap((each) => entryOf(packages, each))];
}

function programsOf(packages: NpmPackages, each: NpmPackage): Offer[] {
  const bin = at(each.manifest, 'bin');
  const bins: [string, unknown][] = typeof bin === 'string' ? [[each.name, bin]] : entriesOf(bin);
  return bins.flatMap(([name, file]): Offer[] => {
    const path = typeof file === 'string' ? packages.source(each.folder, file) : null;
    return path === null ? [] : [{ kind: 'program', name, path }];
  });
}

function entryOf(packages: NpmPackages, each: NpmPackage): Offer[] {
  const path = packages.entry(each, '.');
  return path === null ? [] : [{ kind: 'entry', name: each.name, path }];
}
