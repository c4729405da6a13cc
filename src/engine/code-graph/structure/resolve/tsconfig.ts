import { at, entriesOf, textOf, textsIn } from '../../../kernel/foreign-data.ts';
import { below, folderOf, foldersUp, nameOf, pathFrom } from '../paths.ts';
import { matchStar } from './npm-packages.ts';

/** What a configuration says of names that are no paths. */
interface Names {
  /** `baseUrl`; `null` where there is none. */
  readonly base: string | null;
  /** `paths` in their order, with the folder that they are meant from. */
  readonly patterns: readonly { readonly pattern: string; readonly from: string; readonly targets: readonly string[] }[];
}

const NONE: Names = { base: null, patterns: [] };
const DEEPEST_EXTENDS = 16;
const CONFIG = /^(?:ts|js)config(?:\.[^/]+)?\.json$/;

/** The names of `tsconfig.json` and its kin (also `tsconfig.app.json` beside it) by the folders that they stand in. */
export class TsConfigs {
  readonly #byFolder = new Map<string, string[]>();
  readonly #names = new Map<string, Names>();

  constructor(private readonly configs: ReadonlyMap<string, unknown>) {
    for (const path of [...configs.keys()].sort(compareConfigs)) {
      if (!CONFIG.test(nameOf(path))) continue;
      const folder = folderOf(path);
      this.#byFolder.set(folder, [...(this.#byFolder.get(folder) ?? []), path]);
    }
  }

  /** The paths, without certainty that there are such files, that a name may mean in a file; the likeliest first. */
  candidates(specifier: string, from: string): string[] {
    for (const folder of foldersUp(folderOf(from))) {
      const names = this.#namesIn(folder);
      if (names !== null) return candidatesIn(names, specifier);
    }
    return [];
  }

  #namesIn(folder: string): Names | null {
    const files = this.#byFolder.get(folder);
    if (files === undefined) return null;
    const known = this.#names.get(folder);
    if (known !== undefined) return known;
    const all = files.map((file) => this.#read(file, 0));
    const names = { base: all.find(({ base }) => base !== null)?.base ?? null, patterns: all.flatMap(({ patterns }) => patterns) };
    this.#names.set(folder, names);
    return names;
  }

  /** A file's own names come before those of what it extends; a circle ends with the depth. */
  #read(file: string, depth: number): Names {
    const config = this.configs.get(file);
    if (config === undefined || depth > DEEPEST_EXTENDS) return NONE;
    const folder = folderOf(file);
    const options = at(config, 'compilerOptions');
    const baseUrl = textOf(at(options, 'baseUrl'));
    const base = baseUrl === undefined ? null : pathFrom(folder, baseUrl);
    const own = entriesOf(at(options, 'paths')).map(([pattern, targets]) => ({ pattern, from: base ?? folder, targets: textsIn(targets) }));
    const above = this.#extended(config, folder).map((path) => this.#read(path, depth + 1));
    const inherited = above.find(({ base: other }) => other !== null)?.base ?? null;
    return { base: base ?? inherited, patterns: own.length > 0 ? own : above.flatMap(({ patterns }) => patterns) };
  }

  /** The files of the project that a configuration extends, the last one first: that is the one which counts. */
  #extended(config: unknown, folder: string): string[] {
    const named = at(config, 'extends');
    const all = typeof named === 'string' ? [named] : textsIn(named);
    return all.reverse().flatMap((each) => {
      const path = each.startsWith('.') ? pathFrom(folder, each) : null;
      return path === null ? [] : [path, `${path}.json`, below(path, 'tsconfig.json')].filter((file) => this.configs.has(file)).slice(0, 1);
    });
  }
}

/** `tsconfig.json` before its variants, as the one that editors read. */
function compareConfigs(one: string, other: string): number {
  const plain = (path: string) => (/^(?:ts|js)config\.json$/.test(nameOf(path)) ? 0 : 1);
  return plain(one) - plain(other) || (one < other ? -1 : 1);
}

function candidatesIn({ base, patterns }: Names, specifier: string): string[] {
  const matches = patterns.flatMap(({ pattern, from, targets }) => {
    const star = pattern === specifier ? '' : matchStar(pattern, specifier);
    if (star === null) return [];
    const paths = targets.flatMap(
      (target) =>
        pathFrom(
          from,
          target.replace('*', () => star),
        ) ?? [],
    );
    return [{ length: pattern === specifier ? Number.POSITIVE_INFINITY : pattern.indexOf('*'), paths }];
  });
  const ordered = matches.sort((one, other) => (one.length === other.length ? 0 : other.length - one.length));
  const direct = base === null ? null : pathFrom(base, specifier);
  return [...ordered.flatMap(({ paths }) => paths), ...(direct === null ? [] : [direct])];
}
