import { folderOf, listAncestors, nameOf, resolvePath } from '../../../paths.ts';
import { type FindExtended, readOptions, type ScriptOptions } from './tsconfig-options.ts';

/** File names of TypeScript configurations. Files of other names count if a configuration extends or references them. */
export const TS_CONFIG = /^(?:[^/]+\.)?(?:ts|js)config(?:[.-][^/]+)?\.json$/;

/** The paths that a specifier may mean, whether these files exist or not. */
export interface Candidates {
  readonly paths: readonly string[];
  /** Whether a specific pattern of `paths` matches, not just `*`. Then a file of the project is meant. */
  readonly isNamed: boolean;
  /** Whether such a pattern leads out of the project. */
  readonly isBeyond: boolean;
  /** The paths that it means in an editor, which reads other configurations. */
  readonly inEditor: readonly string[];
}

/**
 * The TypeScript configurations of a project: `tsconfig.json`, `jsconfig.json`, their variants, and what they reference, under any name.
 */
export class TsConfigs {
  readonly #byFolder = new Map<string, string[]>();
  readonly #options = new Map<string, ScriptOptions>();
  readonly #inFolder = new Map<string, readonly ScriptOptions[]>();
  readonly #lists = new Map<string, readonly ScriptOptions[]>();
  readonly #covered = new Map<readonly ScriptOptions[], Map<string, boolean>>();
  readonly #ofFile = new Map<string, readonly ScriptOptions[]>();
  readonly #inEditor = new Map<readonly ScriptOptions[], readonly ScriptOptions[]>();

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
   * Returns the configurations that apply to a file, in order of precedence. These are the configurations of the nearest folder that cover
   * the file, including referenced ones, otherwise any that covers it. Those of the nearest folder follow, because bundlers and test
   * runners read them. Equal results are the same array, so it can be a cache key.
   */
  of(path: string): readonly ScriptOptions[] {
    const known = this.#ofFile.get(path);
    if (known !== undefined) return known;
    const near = Array.from(listAncestors(folderOf(path)), (folder) => this.inFolder(folder)).filter((all) => all.length > 0);
    const covering = near.map((all) => all.filter((each) => each.covers(path))).find((all) => all.length > 0);
    const all = [...new Set([...(covering ?? this.#anywhere(path)), ...(near[0] ?? [])])];
    const others = this.#ofEditor(path).filter((each) => !all.includes(each));
    const key = [all, others].map((each) => each.map(({ file }) => file).join('\0')).join('\0\0');
    const list = this.#lists.get(key) ?? all;
    this.#lists.set(key, list);
    this.#inEditor.set(list, others);
    this.#ofFile.set(path, list);
    return list;
  }

  /** Returns the configurations that an editor reads for a file: of the nearest `tsconfig.json` that covers it, also if a variant is nearer. */
  #ofEditor(path: string): readonly ScriptOptions[] {
    for (const folder of listAncestors(folderOf(path))) {
      const covering = this.#referenced((this.#byFolder.get(folder) ?? []).filter(isForEditors)).filter((each) => each.covers(path));
      if (covering.length > 0) return covering;
    }
    return [];
  }

  /** Whether a configuration that applies to a file also covers another one. Without any configuration, that is assumed. */
  alsoCover(other: string, path: string): boolean {
    const all = this.of(path);
    const known = this.#covered.get(all) ?? new Map<string, boolean>();
    this.#covered.set(all, known);
    const covers = known.get(other) ?? (all.length === 0 || all.some((each) => each.covers(other)));
    known.set(other, covers);
    return covers;
  }

  /** Returns the configurations of a folder and those that they reference in any folder. */
  inFolder(folder: string): readonly ScriptOptions[] {
    const all = this.#inFolder.get(folder) ?? this.#referenced(this.#byFolder.get(folder) ?? []);
    this.#inFolder.set(folder, all);
    return all;
  }

  /** Returns configurations and those that they reference. */
  #referenced(start: readonly string[]): readonly ScriptOptions[] {
    const files = new Set<string>();
    const open = [...start];
    for (let file = open.shift(); file !== undefined; file = open.shift()) {
      if (files.has(file)) continue;
      files.add(file);
      open.unshift(...this.#read(file).references);
    }
    return Array.from(files, (file) => this.#read(file));
  }

  candidates(specifier: string, from: string): Candidates {
    const all = this.of(from);
    const found = all.map((options) => candidatesIn(options, specifier));
    const inEditor = (this.#inEditor.get(all) ?? []).map((options) => candidatesIn(options, specifier));
    return {
      paths: found.flatMap(({ paths }) => paths),
      isNamed: [...found, ...inEditor].some((each) => each.isNamed),
      isBeyond: [...found, ...inEditor].some((each) => each.isBeyond),
      inEditor: inEditor.flatMap(({ paths }) => paths),
    };
  }

  /** Returns other possible places of a file, because `rootDirs` are merged into one virtual folder. */
  alike(path: string, from: string): string[] {
    const all = this.of(from);
    return [...all, ...(this.#inEditor.get(all) ?? [])].flatMap(({ rootDirs }) => {
      const [own] = rootDirs.filter((root) => path.startsWith(`${root}/`)).sort((one, other) => other.length - one.length);
      return own === undefined
        ? []
        : rootDirs.filter((root) => root !== own).flatMap((root) => resolvePath(root, path.slice(own.length + 1)) ?? []);
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

/** Whether editors read a configuration by its name. */
const isForEditors = (path: string): boolean => /^(?:ts|js)config\.json$/.test(nameOf(path));

/** Sorts `tsconfig.json` before its variants, because editors read it. */
function compareConfigs(one: string, other: string): number {
  const rank = (path: string) => ['tsconfig.json', 'jsconfig.json'].indexOf(nameOf(path)) + 1 || 3;
  return rank(one) - rank(other) || (one < other ? -1 : 1);
}

interface Matched {
  /** The pattern has text before its `*`, or no `*`. */
  readonly isNamed: boolean;
  readonly paths: readonly string[];
  readonly leavesProject: boolean;
}

/** Returns the matching pattern with the longest prefix. */
function bestOf({ exact, stars }: ScriptOptions['patterns'], specifier: string): Matched | undefined {
  const whole = exact.get(specifier);
  const [best] = whole === undefined ? stars.matching(specifier) : [{ value: whole, star: '', length: Number.POSITIVE_INFINITY }];
  if (best === undefined) return undefined;
  const { targets, leavesProject } = best.value;
  const paths = targets.flatMap(
    (target) =>
      resolvePath(
        '',
        target.replace('*', () => best.star),
      ) ?? [],
  );
  return { isNamed: best.length > 0, paths, leavesProject };
}

/** Only the best pattern counts. A pattern that matches everything does not name the specifier. */
function candidatesIn({ base, patterns }: ScriptOptions, specifier: string): Omit<Candidates, 'inEditor'> {
  const best = bestOf(patterns, specifier);
  const direct = base === null ? null : resolvePath(base, specifier);
  const isNamed = best?.isNamed === true;
  const named = (best?.paths ?? []).filter((path) => !path.split('/').includes('node_modules'));
  const paths = [...named, ...(direct === null ? [] : [direct])];
  return { paths, isNamed: isNamed && named.length > 0, isBeyond: isNamed && best?.leavesProject === true };
}
