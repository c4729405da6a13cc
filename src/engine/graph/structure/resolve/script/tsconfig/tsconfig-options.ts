import { entriesOf, textOf, textsIn, valueAt } from '../../../../../text/foreign-data.ts';
import { folderOf, joinPath, resolvePath } from '../../../paths.ts';
import { pathMatcher } from '../../path-glob.ts';
import { StarPatterns } from '../star-patterns.ts';

/** An entry of `paths`. */
interface PathPattern {
  readonly targets: readonly string[];
  /** A target leads out of the project, but not into installed packages. */
  readonly leavesProject: boolean;
}

/** The entries of `paths` by their patterns. */
export interface PathPatterns {
  readonly exact: ReadonlyMap<string, PathPattern>;
  readonly stars: StarPatterns<PathPattern>;
}

/** Options of a TypeScript configuration that affect imports. All paths are relative to the project root. */
export interface ScriptOptions {
  readonly file: string;
  /** `baseUrl`; `null` if not set. */
  readonly base: string | null;
  readonly patterns: PathPatterns;
  readonly rootDirs: readonly string[];
  /** Output folders: `outDir` and `declarationDir`. */
  readonly outDirs: readonly string[];
  /** The folders to which paths in the output folders are relative: `rootDir`, or likely folders if it is not set. */
  readonly rootDirsOfOutput: readonly string[];
  readonly conditions: readonly string[];
  /** `moduleSuffixes`, without the empty one. */
  readonly suffixes: readonly string[];
  /** Whether it compiles for Node, where the package manifest decides the module format. */
  readonly isForNode: boolean;
  /** The configurations in its `references`. */
  readonly references: readonly string[];
  /** Whether its `files`, `include` and `exclude` cover a file. */
  covers(path: string): boolean;
}

/** Maximum number of targets of one pattern of `paths`, because each import is looked up in all of them. */
export const MAX_PATH_TARGETS = 64;
/** Maximum number of `moduleSuffixes`. */
export const MAX_SUFFIXES = 32;
/** Maximum number of configurations in one chain of `extends`. */
const MAX_EXTENDED = 64;
/** A template variable for the folder of the configuration that is read, also if a configuration that it extends contains it. */
const CONFIG_DIR = `\${configDir}`;

const NODE = /^node(?:16|18|20|next)$/i;

/** Finds the file of the project that a configuration extends by package name; `null` if there is none. */
export type FindExtended = (specifier: string, from: string) => string | null;

/** Returns a configuration and those that it extends, in order of precedence. Each occurs once, so cycles end. */
function chainOf(configs: ReadonlyMap<string, unknown>, file: string, findExtended: FindExtended): string[] {
  const chain = new Set<string>();
  const open = [file];
  for (let next = open.shift(); next !== undefined && chain.size < MAX_EXTENDED; next = open.shift()) {
    if (chain.has(next) || !configs.has(next)) continue;
    chain.add(next);
    // The last entry of `extends` has the highest precedence, and what it extends precedes the entry before it.
    open.unshift(...extendedBy(configs.get(next), next, (path) => configs.has(path), findExtended).reverse());
  }
  return [...chain];
}

/** Returns the files of the project that a configuration extends, in written order. */
export function extendedBy(config: unknown, file: string, isThere: (path: string) => boolean, findExtended: FindExtended): string[] {
  const named = valueAt(config, 'extends');
  const all = typeof named === 'string' ? [named] : textsIn(named);
  return all.flatMap((each) => {
    if (!each.startsWith('.')) return findExtended(each, file) ?? [];
    const path = resolvePath(folderOf(file), each);
    return path === null ? [] : (configPlaces(path).find(isThere) ?? []);
  });
}

/** Returns the files that the path of a configuration may mean, because it may omit the extension or the file name. */
const configPlaces = (path: string): string[] => [path, `${path}.json`, joinPath(path, 'tsconfig.json')];

/** Returns the configurations that a configuration references. */
export function referencedBy(config: unknown, file: string, isThere: (path: string) => boolean): string[] {
  const references: unknown = valueAt(config, 'references');
  return (Array.isArray(references) ? references : []).flatMap((each: unknown) => {
    const path = textOf(valueAt(each, 'path'));
    const place = path === undefined ? null : resolvePath(folderOf(file), path);
    return place === null ? [] : (configPlaces(place).find(isThere) ?? []);
  });
}

/** A setting, and the folder to which its paths are relative. */
interface Setting {
  readonly value: unknown;
  readonly folder: string;
}

class Chain {
  readonly #folder: string;

  constructor(
    private readonly configs: ReadonlyMap<string, unknown>,
    private readonly files: readonly string[],
  ) {
    this.#folder = folderOf(files[0] ?? '');
  }

  /** Returns a setting from the first configuration of the chain that has it. */
  setting(...way: readonly string[]): Setting | undefined {
    for (const file of this.files) {
      const value = valueAt(this.configs.get(file), ...way);
      if (value !== undefined) return { value, folder: folderOf(file) };
    }
    return undefined;
  }

  path(folder: string, text: string): string | null {
    return text.startsWith(CONFIG_DIR) ? resolvePath(this.#folder, `.${text.slice(CONFIG_DIR.length)}`) : resolvePath(folder, text);
  }

  pathOf(option: string): string | null {
    const setting = this.setting('compilerOptions', option);
    const text = textOf(setting?.value);
    return setting === undefined || text === undefined ? null : this.path(setting.folder, text);
  }

  /** Returns `undefined` if there is no such setting. */
  pathsOf(...way: readonly string[]): string[] | undefined {
    const setting = this.setting(...way);
    return setting === undefined ? undefined : textsIn(setting.value).flatMap((text) => this.path(setting.folder, text) ?? []);
  }

  patterns(base: string | null): PathPatterns {
    const setting = this.setting('compilerOptions', 'paths');
    const all = setting === undefined ? [] : this.#pathsIn(setting, base);
    return { exact: new Map(all), stars: new StarPatterns(all) };
  }

  #pathsIn(setting: Setting, base: string | null): [string, PathPattern][] {
    return entriesOf(setting.value).map(([pattern, targets]) => {
      const all = textsIn(targets).map((target) => ({ target, path: this.path(base ?? setting.folder, target) }));
      const leaves = ({ target, path }: (typeof all)[number]): boolean =>
        path === null && target.startsWith('.') && !target.split('/').includes('node_modules');
      const places = all.slice(0, MAX_PATH_TARGETS).flatMap(({ path }) => path ?? []);
      return [pattern, { targets: places, leavesProject: all.some(leaves) }];
    });
  }

  covers(): (path: string) => boolean {
    const files = this.pathsOf('files');
    const included = this.pathsOf('include') ?? (files === undefined ? [this.#folder] : []);
    const excluded = this.pathsOf('exclude') ?? [];
    const [isIncluded, isExcluded] = [included, excluded].map((all) => {
      const matchers = all.flatMap((each) => [pathMatcher(each), pathMatcher(joinPath(each, '**/*'))]);
      return (path: string) => matchers.some((matches) => matches(path));
    });
    return (path) => files?.includes(path) === true || (isIncluded?.(path) === true && isExcluded?.(path) === false);
  }
}

/** Reads a configuration together with those that it extends. */
export function readOptions(configs: ReadonlyMap<string, unknown>, file: string, findExtended: FindExtended): ScriptOptions {
  const chain = new Chain(configs, chainOf(configs, file, findExtended));
  const folder = folderOf(file);
  const base = chain.pathOf('baseUrl');
  const [rootDir, outDir, declarationDir] = ['rootDir', 'outDir', 'declarationDir'].map((option) => chain.pathOf(option));
  return {
    file,
    base,
    patterns: chain.patterns(base),
    rootDirs: chain.pathsOf('compilerOptions', 'rootDirs') ?? [],
    outDirs: [outDir, declarationDir].filter((each) => typeof each === 'string'),
    rootDirsOfOutput: typeof rootDir === 'string' ? [rootDir] : [joinPath(folder, 'src'), folder],
    conditions: textsIn(chain.setting('compilerOptions', 'customConditions')?.value),
    suffixes: textsIn(chain.setting('compilerOptions', 'moduleSuffixes')?.value)
      .filter((each) => each !== '' && !each.includes('/'))
      .slice(0, MAX_SUFFIXES),
    isForNode: ['module', 'moduleResolution'].some((option) => NODE.test(textOf(chain.setting('compilerOptions', option)?.value) ?? '')),
    references: referencedBy(configs.get(file), file, (path) => configs.has(path)),
    covers: chain.covers(),
  };
}
