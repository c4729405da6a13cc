import { folderOf, foldersUp, nameOf, pathFrom } from '../../paths.ts';
import { matchStar } from './npm-exports.ts';
import { type FindExtended, readOptions, type ScriptOptions } from './tsconfig-options.ts';

/** What is a configuration of TypeScript by its name; others are where one of these names them. */
export const TS_CONFIG = /^(?:[^/]+\.)?(?:ts|js)config(?:[.-][^/]+)?\.json$/;

/** The paths that a name may mean, without certainty that there are such files. */
export interface Candidates {
  readonly paths: readonly string[];
  /** Whether a pattern of `paths` is about this name, and not about any: then something of the project is meant. */
  readonly isNamed: boolean;
  /** Whether such a pattern leads out of the project. */
  readonly isBeyond: boolean;
}

/** Configurations of TypeScript: `tsconfig.json`, `jsconfig.json`, their variants and what they reference, whatever that is called. */
export class TsConfigs {
  readonly #byFolder = new Map<string, string[]>();
  readonly #options = new Map<string, ScriptOptions>();
  readonly #inFolder = new Map<string, readonly ScriptOptions[]>();
  readonly #lists = new Map<string, readonly ScriptOptions[]>();
  readonly #ofFile = new Map<string, readonly ScriptOptions[]>();

  constructor(
    private readonly configs: ReadonlyMap<string, unknown>,
    private readonly findExtended: FindExtended,
  ) {
    for (const path of [...configs.keys()].sort(compareConfigs)) {
      if (!TS_CONFIG.test(nameOf(path))) continue;
      const folder = folderOf(path);
      this.#byFolder.set(folder, [...(this.#byFolder.get(folder) ?? []), path]);
    }
  }

  /**
   * The configurations that count for a file, the first one most: of the nearest folder those that cover it, with what they reference; else
   * any that does; behind them those of the nearest folder, as files are also read by other programs. The same ones are the same list.
   */
  of(path: string): readonly ScriptOptions[] {
    const known = this.#ofFile.get(path);
    if (known !== undefined) return known;
    const near = Array.from(foldersUp(folderOf(path)), (folder) => this.inFolder(folder)).filter((all) => all.length > 0);
    const covering = near.map((all) => all.filter((each) => each.covers(path))).find((all) => all.length > 0);
    const all = [...new Set([...(covering ?? this.#anywhere(path)), ...(near[0] ?? [])])];
    const key = all.map(({ file }) => file).join('\0');
    const list = this.#lists.get(key) ?? all;
    this.#lists.set(key, list);
    this.#ofFile.set(path, list);
    return list;
  }

  /** The configurations of a folder and what they reference, wherever that lies. */
  inFolder(folder: string): readonly ScriptOptions[] {
    const known = this.#inFolder.get(folder);
    if (known !== undefined) return known;
    const files = new Set<string>();
    const open = [...(this.#byFolder.get(folder) ?? [])];
    for (let file = open.shift(); file !== undefined; file = open.shift()) {
      if (files.has(file)) continue;
      files.add(file);
      open.unshift(...this.#read(file).references);
    }
    const all = Array.from(files, (file) => this.#read(file));
    this.#inFolder.set(folder, all);
    return all;
  }

  candidates(specifier: string, from: string): Candidates {
    const found = this.of(from).map((options) => candidatesIn(options, specifier));
    return {
      paths: found.flatMap(({ paths }) => paths),
      isNamed: found.some((each) => each.isNamed),
      isBeyond: found.some((each) => each.isBeyond),
    };
  }

  /** Other places at which a file may lie that is looked for at one: `rootDirs` are as if they were one folder. */
  alike(path: string, from: string): string[] {
    return this.of(from).flatMap(({ rootDirs }) => {
      const [own] = rootDirs.filter((root) => path.startsWith(`${root}/`)).sort((one, other) => other.length - one.length);
      return own === undefined
        ? []
        : rootDirs.filter((root) => root !== own).flatMap((root) => pathFrom(root, path.slice(own.length + 1)) ?? []);
    });
  }

  #anywhere(path: string): ScriptOptions[] {
    const all = [...this.#byFolder.keys()].sort().flatMap((folder) => this.inFolder(folder));
    return all.filter((each) => each.covers(path)).slice(0, 1);
  }

  #read(file: string): ScriptOptions {
    const options = this.#options.get(file) ?? readOptions(this.configs, file, this.findExtended);
    this.#options.set(file, options);
    return options;
  }
}

/** `tsconfig.json` before its variants, as the one that editors read. */
function compareConfigs(one: string, other: string): number {
  const rank = (path: string) => ['tsconfig.json', 'jsconfig.json'].indexOf(nameOf(path)) + 1 || 3;
  return rank(one) - rank(other) || (one < other ? -1 : 1);
}

interface Matched {
  readonly length: number;
  readonly paths: readonly string[];
  readonly leavesProject: boolean;
}

/** Of several patterns that match, the one with the longest beginning. */
function bestOf(patterns: ScriptOptions['patterns'], specifier: string): Matched | undefined {
  let best: Matched | undefined;
  for (const { pattern, targets, leavesProject } of patterns) {
    const star = pattern === specifier ? '' : matchStar(pattern, specifier);
    if (star === null) continue;
    const length = pattern === specifier ? Number.POSITIVE_INFINITY : pattern.indexOf('*');
    if (best !== undefined && length <= best.length) continue;
    const paths = targets.map((target) => target.replace('*', () => star));
    best = { length, paths: paths.flatMap((path) => pathFrom('', path) ?? []), leavesProject };
  }
  return best;
}

/** The best pattern counts alone; one that matches everything is about no name. */
function candidatesIn({ base, patterns }: ScriptOptions, specifier: string): Candidates {
  const best = bestOf(patterns, specifier);
  const direct = base === null ? null : pathFrom(base, specifier);
  const isNamed = (best?.length ?? 0) > 0;
  const named = (best?.paths ?? []).filter((path) => !path.split('/').includes('node_modules'));
  const paths = [...named, ...(direct === null ? [] : [direct])];
  return { paths, isNamed: isNamed && named.length > 0, isBeyond: isNamed && best?.leavesProject === true };
}
