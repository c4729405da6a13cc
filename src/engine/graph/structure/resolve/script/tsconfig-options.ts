import { at, entriesOf, textOf, textsIn } from '../../../../text/foreign-data.ts';
import { below, folderOf, pathFrom } from '../../paths.ts';
import { pathMatcher } from '../path-glob.ts';

/** One of `paths`. */
interface PathPattern {
  readonly pattern: string;
  readonly targets: readonly string[];
  /** A target leads out of the project, and not into what is installed there. */
  readonly leavesProject: boolean;
}

/** What a configuration of TypeScript says of its files and of names that are no paths. All paths are relative to the project. */
export interface ScriptOptions {
  readonly file: string;
  /** `baseUrl`; `null` where there is none. */
  readonly base: string | null;
  /** `paths` in their order. */
  readonly patterns: readonly PathPattern[];
  readonly rootDirs: readonly string[];
  /** Where what is made of its files goes. */
  readonly outDirs: readonly string[];
  /** From where the paths in those count; those that are likely where it does not say. */
  readonly rootDirsOfOutput: readonly string[];
  readonly conditions: readonly string[];
  /** Whether it compiles `import` for Node, to what the manifest of the package says. */
  readonly isForNode: boolean;
  /** The configurations that it references. */
  readonly references: readonly string[];
  /** Whether it says itself that a file belongs to it. */
  covers(path: string): boolean;
}

/** More files in one row of `extends` are not followed. */
const MOST_EXTENDED = 64;
/** Stands for the folder of the configuration that is read, wherever in its chain it is written. */
const CONFIG_DIR = `\${configDir}`;

const NODE = /^node(?:16|18|20|next)$/i;

/** Finds the files of the project that a configuration extends by names of packages. */
export type FindExtended = (specifier: string, from: string) => string | null;

/** A configuration and those that it extends, those first that count more. A cycle ends where it begins. */
function chainOf(configs: ReadonlyMap<string, unknown>, file: string, findExtended: FindExtended): string[] {
  const chain = new Set<string>();
  const open = [file];
  for (let next = open.shift(); next !== undefined && chain.size < MOST_EXTENDED; next = open.shift()) {
    if (chain.has(next) || !configs.has(next)) continue;
    chain.add(next);
    // The last one that is named counts most, and what it extends itself more than the one before.
    open.unshift(...extendedBy(configs.get(next), next, (path) => configs.has(path), findExtended).reverse());
  }
  return [...chain];
}

/** The files of the project that a configuration extends, in its order. */
export function extendedBy(config: unknown, file: string, isThere: (path: string) => boolean, findExtended: FindExtended): string[] {
  const named = at(config, 'extends');
  const all = typeof named === 'string' ? [named] : textsIn(named);
  return all.flatMap((each) => {
    if (!each.startsWith('.')) return findExtended(each, file) ?? [];
    const path = pathFrom(folderOf(file), each);
    return path === null ? [] : (configPlaces(path).find(isThere) ?? []);
  });
}

/** What the path of a configuration may leave out. */
const configPlaces = (path: string): string[] => [path, `${path}.json`, below(path, 'tsconfig.json')];

/** The configurations that one references. */
export function referencedBy(config: unknown, file: string, isThere: (path: string) => boolean): string[] {
  const references: unknown = at(config, 'references');
  return (Array.isArray(references) ? references : []).flatMap((each: unknown) => {
    const path = textOf(at(each, 'path'));
    const place = path === undefined ? null : pathFrom(folderOf(file), path);
    return place === null ? [] : (configPlaces(place).find(isThere) ?? []);
  });
}

/** A setting, and the folder from which its paths are meant. */
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

  /** The first of the chain that has a setting. */
  setting(...way: readonly string[]): Setting | undefined {
    for (const file of this.files) {
      const value = at(this.configs.get(file), ...way);
      if (value !== undefined) return { value, folder: folderOf(file) };
    }
    return undefined;
  }

  path(folder: string, text: string): string | null {
    return text.startsWith(CONFIG_DIR) ? pathFrom(this.#folder, `.${text.slice(CONFIG_DIR.length)}`) : pathFrom(folder, text);
  }

  pathOf(option: string): string | null {
    const setting = this.setting('compilerOptions', option);
    const text = textOf(setting?.value);
    return setting === undefined || text === undefined ? null : this.path(setting.folder, text);
  }

  /** `undefined` where there is no such setting. */
  pathsOf(...way: readonly string[]): string[] | undefined {
    const setting = this.setting(...way);
    return setting === undefined ? undefined : textsIn(setting.value).flatMap((text) => this.path(setting.folder, text) ?? []);
  }

  patterns(base: string | null): ScriptOptions['patterns'] {
    const setting = this.setting('compilerOptions', 'paths');
    if (setting === undefined) return [];
    return entriesOf(setting.value).map(([pattern, targets]) => {
      const all = textsIn(targets).map((target) => ({ target, path: this.path(base ?? setting.folder, target) }));
      const leaves = ({ target, path }: (typeof all)[number]): boolean =>
        path === null && target.startsWith('.') && !target.split('/').includes('node_modules');
      return { pattern, targets: all.flatMap(({ path }) => path ?? []), leavesProject: all.some(leaves) };
    });
  }

  covers(): (path: string) => boolean {
    const files = this.pathsOf('files');
    const included = this.pathsOf('include') ?? (files === undefined ? [this.#folder] : []);
    const excluded = this.pathsOf('exclude') ?? [];
    const [isIncluded, isExcluded] = [included, excluded].map((all) => {
      const matchers = all.flatMap((each) => [pathMatcher(each), pathMatcher(below(each, '**/*'))]);
      return (path: string) => matchers.some((matches) => matches(path));
    });
    return (path) => files?.includes(path) === true || (isIncluded?.(path) === true && isExcluded?.(path) === false);
  }
}

/** Reads a configuration with all that it extends. */
export function readOptions(configs: ReadonlyMap<string, unknown>, file: string, findExtended: FindExtended): ScriptOptions {
  const chain = new Chain(configs, chainOf(configs, file, findExtended));
  const folder = folderOf(file);
  const base = chain.pathOf('baseUrl');
  const [rootDir, outDir, declarationDir] = ['rootDir', 'outDir', 'declarationDir'].map((option) => chain.pathOf(option));
  return {
    ...{ file, base, patterns: chain.patterns(base) },
    rootDirs: chain.pathsOf('compilerOptions', 'rootDirs') ?? [],
    outDirs: [outDir, declarationDir].filter((each) => typeof each === 'string'),
    rootDirsOfOutput: typeof rootDir === 'string' ? [rootDir] : [below(folder, 'src'), folder],
    conditions: textsIn(chain.setting('compilerOptions', 'customConditions')?.value),
    isForNode: ['module', 'moduleResolution'].some((option) => NODE.test(textOf(chain.setting('compilerOptions', option)?.value) ?? '')),
    references: referencedBy(configs.get(file), file, (path) => configs.has(path)),
    covers: chain.covers(),
  };
}
