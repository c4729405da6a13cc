import { folderOf, listAncestors, nameOf, resolvePath } from '../../paths.ts';
import { goReplacements } from './go-blocks.ts';
import { goNamespaces, longestPrefix, parseRequired } from './go-namespace.ts';

/** A Go module: the prefix of its import paths, and its folder. */
interface GoModule {
  readonly path: string;
  readonly folder: string;
}

const MODULE = /^[ \t]*module[ \t]+"?([^\s"]+)"?/m;
/** Returns the local replacements in a `go.mod` or `go.work`; the folder is `null` if it is outside the project. */
const replacedIn = (text: string, folder: string): { readonly path: string; readonly folder: string | null }[] =>
  goReplacements(text).map(({ path, place }) => ({ path, folder: resolvePath(folder, place) }));

/** Whether the go tool ignores a file or folder of this name. It also ignores folders named `testdata`. */
export const isIgnoredByGo = (name: string): boolean => /^[._]/.test(name);

/** Whether the go tool ignores a file, or a folder between its module and the file. @param path relative to the module */
export const isPassedOverByGo = (path: string): boolean =>
  isIgnoredByGo(nameOf(path)) ||
  folderOf(path)
    .split('/')
    .some((folder) => folder === 'testdata' || isIgnoredByGo(folder));

/** Whether an import names a folder relative to its file. */
export const isRelative = (specifier: string): boolean => /^\.{1,2}(?:\/|$)/.test(specifier);

const isAround = ({ folder }: GoModule, file: string): boolean => folder === '' || file.startsWith(`${folder}/`);

const isOf = (specifier: string, path: string): boolean => specifier === path || specifier.startsWith(`${path}/`);

/** Returns the number of leading segments that two paths share. */
function shared(one: string, other: string): number {
  const [parts, others] = [one.split('/'), other.split('/')];
  const end = parts.findIndex((part, n) => part !== others[n]);
  return end < 0 ? parts.length : end;
}

/** Resolves import paths to folders, by the modules of a project. */
export class GoModules {
  readonly #modules: GoModule[] = [];
  /** By the folder of a `go.mod`. */
  readonly #required = new Map<string, readonly string[]>();
  #own: readonly string[] | undefined;
  /** By the folder of a `go.mod` or `go.work`. */
  readonly #replaced = new Map<string, ReturnType<typeof replacedIn>>();

  /** @param hasPackage whether a folder contains a package */
  constructor(
    configs: ReadonlyMap<string, unknown>,
    private readonly hasPackage: (folder: string) => boolean,
  ) {
    for (const [file, text] of configs) {
      const name = nameOf(file);
      if ((name !== 'go.mod' && name !== 'go.work') || typeof text !== 'string') continue;
      const folder = folderOf(file);
      if (name === 'go.mod') this.#required.set(folder, parseRequired(text));
      const path = name === 'go.mod' ? MODULE.exec(text)?.[1] : undefined;
      if (path !== undefined) this.#modules.push({ path, folder });
      this.#replaced.set(folder, [...(this.#replaced.get(folder) ?? []), ...replacedIn(text, folder)]);
    }
    // The longest matching module path counts.
    this.#modules.sort((one, other) => other.path.length - one.path.length);
  }

  /**
   * Returns the folder of an imported package; `null` if it should be in the project but no module has it, `outside` if it is external,
   * `beyond` if it is a local path outside the project.
   */
  folderOf(specifier: string, from: string): string | null | 'outside' | 'beyond' {
    if (isRelative(specifier)) return resolvePath(folderOf(from), specifier) ?? 'beyond';
    const vendored = this.#vendored(specifier, from);
    if (vendored !== undefined) return vendored;
    const module = this.#moduleOf(specifier, from);
    const replaced = this.#replacement(specifier, from);
    // The longest path counts, also that of the own module below a replaced one.
    const meant = replaced !== undefined && replaced.path.length >= (module?.path.length ?? 0) ? replaced : module;
    const required = longestPrefix(this.#requiredBy(from), specifier);
    // A required module with a longer path is a separate, published module.
    if (required !== undefined && required.length > (meant?.path.length ?? 0)) return 'outside';
    if (meant === undefined) return this.#isOwn(specifier) ? null : 'outside';
    return meant.folder === null ? 'beyond' : inModule(specifier, meant.path, meant.folder);
  }

  /** Whether the go tool ignores a file, or a folder between its module and the file, so that it belongs to no package. */
  isPassedOver(file: string): boolean {
    const module = this.#modules.filter((each) => isAround(each, file)).reduce((most, { folder }) => Math.max(most, folder.length), 0);
    return isPassedOverByGo(file.slice(module));
  }

  /** Returns the modules that the nearest `go.mod` requires. */
  #requiredBy(from: string): readonly string[] {
    for (const folder of listAncestors(folderOf(from))) {
      const required = this.#required.get(folder);
      if (required !== undefined) return required;
    }
    return [];
  }

  /** Whether an import path starts like those of the project's modules. If no module requires it, it cannot be external. */
  #isOwn(specifier: string): boolean {
    this.#own ??= goNamespaces(this.#modules);
    return longestPrefix(this.#own, specifier) !== undefined;
  }

  #vendored(specifier: string, from: string): string | undefined {
    for (const folder of listAncestors(folderOf(from))) {
      const place = `${folder === '' ? '' : `${folder}/`}vendor/${specifier}`;
      if (this.hasPackage(place)) return place;
    }
    return undefined;
  }

  /** Returns the replacement in the nearest `go.mod` or `go.work` that has one for the import path. */
  #replacement(specifier: string, from: string): { readonly path: string; readonly folder: string | null } | undefined {
    for (const folder of listAncestors(folderOf(from))) {
      const fitting = (this.#replaced.get(folder) ?? []).filter(({ path }) => isOf(specifier, path));
      const [longest] = fitting.sort((one, other) => other.path.length - one.path.length);
      if (longest !== undefined) return longest;
    }
    return undefined;
  }

  /**
   * Returns the module of an import path. Of several modules with the same path, the one that contains the file counts, otherwise the
   * nearest.
   */
  #moduleOf(specifier: string, from: string): GoModule | undefined {
    const fitting = this.#modules.filter(({ path }) => isOf(specifier, path));
    const same = fitting.filter(({ path }) => path === fitting[0]?.path);
    const around = same.filter((each) => isAround(each, from)).sort((one, other) => other.folder.length - one.folder.length);
    return around[0] ?? same.sort((one, other) => shared(other.folder, from) - shared(one.folder, from))[0];
  }
}

const inModule = (specifier: string, path: string, folder: string): string | null =>
  resolvePath(folder, specifier.slice(path.length + 1) || '.');
