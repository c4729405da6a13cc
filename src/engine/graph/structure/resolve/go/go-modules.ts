import { folderOf, foldersUp, nameOf, pathFrom } from '../../paths.ts';
import { goNamespaces, longestOf, requiredIn } from './go-namespace.ts';

/** A module of Go: what import paths begin with, and the folder that is meant. */
interface GoModule {
  readonly path: string;
  readonly folder: string;
}

const MODULE = /^[ \t]*module[ \t]+"?([^\s"]+)"?/m;
const REPLACED = /^[ \t]*(?:replace[ \t]+)?(\S+)(?:[ \t]+v\S+)?[ \t]+=>[ \t]+(\.{1,2}\/\S*|\.{1,2})[ \t]*(?:\/\/.*)?$/;
const LONGEST_LINE = 1_000;

/** What a `go.mod` or `go.work` puts in the place of modules; `null` is a folder out of the project. */
function replacedIn(text: string, folder: string): { readonly path: string; readonly folder: string | null }[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [, path, target = ''] = REPLACED.exec(line.length > LONGEST_LINE ? '' : line) ?? [];
    return path === undefined ? [] : [{ path, folder: pathFrom(folder, target) }];
  });
}

/** Files and folders that the go tool passes over by their names; `testdata` is a third kind, of folders alone. */
export const isPassedOver = (name: string): boolean => /^[._]/.test(name);

const isAround = ({ folder }: GoModule, file: string): boolean => folder === '' || file.startsWith(`${folder}/`);

const isOf = (specifier: string, path: string): boolean => specifier === path || specifier.startsWith(`${path}/`);

/** How many folders two paths have in common, from the top. */
function shared(one: string, other: string): number {
  const [parts, others] = [one.split('/'), other.split('/')];
  const end = parts.findIndex((part, n) => part !== others[n]);
  return end < 0 ? parts.length : end;
}

/** The modules of a project, and where import paths lead. */
export class GoModules {
  readonly #modules: GoModule[] = [];
  /** By the folder of a `go.mod`. */
  readonly #required = new Map<string, readonly string[]>();
  #own: readonly string[] | undefined;
  /** By the folder of a `go.mod` or `go.work`. */
  readonly #replaced = new Map<string, ReturnType<typeof replacedIn>>();

  /** @param folders of packages */
  constructor(
    configs: ReadonlyMap<string, unknown>,
    private readonly hasPackage: (folder: string) => boolean,
  ) {
    for (const [file, text] of configs) {
      const name = nameOf(file);
      if ((name !== 'go.mod' && name !== 'go.work') || typeof text !== 'string') continue;
      const folder = folderOf(file);
      if (name === 'go.mod') this.#required.set(folder, requiredIn(text));
      const path = name === 'go.mod' ? MODULE.exec(text)?.[1] : undefined;
      if (path !== undefined) this.#modules.push({ path, folder });
      this.#replaced.set(folder, [...(this.#replaced.get(folder) ?? []), ...replacedIn(text, folder)]);
    }
    // The longest name that fits counts.
    this.#modules.sort((one, other) => other.path.length - one.path.length);
  }

  /** The folder of an imported package; `null` where it should be in the project and is not, `beyond` where it lies out of it. */
  folderOf(specifier: string, from: string): string | null | 'outside' | 'beyond' {
    if (/^\.{1,2}(?:\/|$)/.test(specifier)) return pathFrom(folderOf(from), specifier) ?? 'beyond';
    const vendored = this.#vendored(specifier, from);
    if (vendored !== undefined) return vendored;
    const replaced = this.#replacement(specifier, from);
    if (replaced !== undefined) return replaced.folder === null ? 'beyond' : inModule(specifier, replaced.path, replaced.folder);
    const module = this.#moduleOf(specifier, from);
    const required = longestOf(this.#requiredBy(from), specifier);
    // A module within the path of another is taken from where that is published.
    if (required !== undefined && required.length > (module?.path.length ?? 0)) return 'outside';
    if (module === undefined) return this.#isOwn(specifier) ? null : 'outside';
    return inModule(specifier, module.path, module.folder);
  }

  /** Whether a file is part of no module, because the go tool passes over it, or over a folder that it lies in. */
  isPassedOver(file: string): boolean {
    const module = this.#modules.filter((each) => isAround(each, file)).reduce((most, { folder }) => Math.max(most, folder.length), 0);
    return (
      isPassedOver(nameOf(file)) ||
      folderOf(file.slice(module))
        .split('/')
        .some((folder) => folder === 'testdata' || isPassedOver(folder))
    );
  }

  /** What the nearest `go.mod` requires. */
  #requiredBy(from: string): readonly string[] {
    for (const folder of foldersUp(folderOf(from))) {
      const required = this.#required.get(folder);
      if (required !== undefined) return required;
    }
    return [];
  }

  /** Whether a path is one of the project's own, by its beginning: where nothing requires it, nobody else can be meant. */
  #isOwn(specifier: string): boolean {
    this.#own ??= goNamespaces(this.#modules);
    return longestOf(this.#own, specifier) !== undefined;
  }

  #vendored(specifier: string, from: string): string | undefined {
    for (const folder of foldersUp(folderOf(from))) {
      const place = `${folder === '' ? '' : `${folder}/`}vendor/${specifier}`;
      if (this.hasPackage(place)) return place;
    }
    return undefined;
  }

  /** By the nearest `go.mod` and by the `go.work` around it. */
  #replacement(specifier: string, from: string): { readonly path: string; readonly folder: string | null } | undefined {
    for (const folder of foldersUp(folderOf(from))) {
      const fitting = (this.#replaced.get(folder) ?? []).filter(({ path }) => isOf(specifier, path));
      const [longest] = fitting.sort((one, other) => other.path.length - one.path.length);
      if (longest !== undefined) return longest;
    }
    return undefined;
  }

  /** Of several modules of one name the one that a file lies in, else the nearest. */
  #moduleOf(specifier: string, from: string): GoModule | undefined {
    const fitting = this.#modules.filter(({ path }) => isOf(specifier, path));
    const same = fitting.filter(({ path }) => path === fitting[0]?.path);
    const around = same.filter((each) => isAround(each, from)).sort((one, other) => other.folder.length - one.folder.length);
    return around[0] ?? same.sort((one, other) => shared(other.folder, from) - shared(one.folder, from))[0];
  }
}

const inModule = (specifier: string, path: string, folder: string): string | null =>
  pathFrom(folder, specifier.slice(path.length + 1) || '.');
