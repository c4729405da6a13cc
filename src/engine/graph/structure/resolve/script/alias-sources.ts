import { entriesOf, textOf, textsIn, valueAt } from '../../../../text/foreign-data.ts';
import type { AliasFact } from '../../../facts.ts';
import { folderOf, joinPath, nameOf, resolvePath } from '../../paths.ts';
import { type Alias, type AliasTarget, simplePattern, targetsOf } from './alias.ts';
import { dependsOn } from './npm/npm-dependencies.ts';

/** Aliases that apply to the files in a folder. */
export interface AliasTable {
  readonly folder: string;
  readonly aliases: readonly Alias[];
  /** Folders in which names are looked up after installed packages, relative to the project root. */
  readonly roots: readonly string[];
  /** What may stand between the name of a file and the ending of a script: `.web` of `.web.tsx`. Omitted: nothing. */
  readonly suffixes?: readonly string[];
  /** Whether a configuration of Deno contains them. Omitted if not. */
  readonly isOfDeno?: true;
  /** The folder of the web page that contains the aliases. */
  readonly page?: string;
}

/** Sources that configure a bundler or a test runner. */
const TOOLS =
  /^(?:(?:[\w-]+\.)?(?:vite|vitest|webpack|rollup|rolldown|rspack|rsbuild|astro|svelte|nuxt|next|jest|babel|metro)\.config(?:[.-][\w-]+)*|vitest\.workspace|webpack(?:[.-][\w-]+)+|\.babelrc)\.[cm]?[jt]s$/;
/** Folders that hold the configuration of the folder above them. */
const OF_CONFIGS = /^\.?(?:config|configs|build|webpack|scripts?|tools?|vite|jest)$/;

/** Whether a source may configure aliases. */
export const configuresAliases = (path: string): boolean => TOOLS.test(nameOf(path));

/** Returns the folder to which a configuration applies. @param isPackage whether a folder has a manifest of its own */
function scopeOf(path: string, isPackage: (folder: string) => boolean): string {
  const folder = folderOf(path);
  return OF_CONFIGS.test(nameOf(folder)) && !isPackage(folder) ? folderOf(folder) : folder;
}

/**
 * Returns the aliases of an entry of a bundler's `alias`: the name itself (`a`), also with what follows it (`a/b`). `a$` is only the name
 * itself, `a/` and `a/*` only what follows it.
 */
function ofBundler(folder: string, find: string, to: readonly string[]): Alias[] {
  const name = find.replace(/\$$|\/\*?$/, '');
  const places = to.map((each) => each.replace(/\/\*?$/, ''));
  const from = (rest: string): AliasTarget[] => places.flatMap((each) => targetsOf(folder, each + rest));
  const whole: Alias = { name, isWhole: true, to: () => from('') };
  const below: Alias = { name: `${name}/`, isWhole: false, to: (rest) => from(`/${rest}`) };
  return name === '' ? [] : find.endsWith('$') ? [whole] : /\/\*?$/.test(find) ? [below] : [whole, below];
}

/** Returns the alias of a regular expression of a simple form. */
function ofPattern(folder: string, { kind, find, to }: AliasFact): Alias[] {
  const simple = simplePattern(find);
  if (simple === null) return [];
  const { name, end } = simple;
  // A bundler replaces only what matches, Jest the whole name.
  const targetOf = (written: string, rest: string): string =>
    end === 'group' ? written.replaceAll('$1', () => rest) : end === 'open' && kind === 'alias' ? written + rest : written;
  return [{ name, isWhole: end === 'whole', to: (rest) => to.flatMap((each) => targetsOf(folder, targetOf(each, rest))) }];
}

/** Returns the aliases of the configuration of a bundler or a test runner. @param isPackage whether a folder has a manifest of its own */
export function aliasesOfTool(path: string, facts: readonly AliasFact[], isPackage: (folder: string) => boolean): AliasTable {
  const folder = folderOf(path);
  const aliases = facts.flatMap((fact) => {
    const to = fact.to.map((each) => each.replace(/^<rootDir>\/?/, './'));
    if (fact.kind === 'mapper' || fact.isPattern || fact.find.startsWith('^')) return ofPattern(folder, { ...fact, to });
    return fact.kind === 'alias' ? ofBundler(folder, fact.find, to) : [];
  });
  return {
    folder: scopeOf(path, isPackage),
    aliases,
    roots: rootsIn(
      folder,
      facts.flatMap(({ kind, to }) => (kind === 'root' ? to : [])),
    ),
    suffixes: suffixesOf(facts.flatMap(({ kind, to }) => (kind === 'extension' ? to : []))),
  };
}

/** Maximum number of endings that are read from one configuration. */
const MAX_ENDINGS = 32;

/** Returns what stands before the endings of scripts in a list of endings, with or without their first dot. */
function suffixesOf(endings: readonly string[]): string[] {
  const found = endings.slice(0, MAX_ENDINGS).flatMap((each) => /^\.?([\w-]{1,40})\.[cm]?[jt]sx?$/.exec(each)?.[1] ?? []);
  return [...new Set(found)].filter((each) => each !== 'd').map((each) => `.${each}`);
}

const rootsIn = (folder: string, all: readonly string[]): string[] =>
  all.flatMap((each) => (nameOf(each) === 'node_modules' ? [] : (resolvePath(folder, each.replace(/^<rootDir>\/?/, './')) ?? [])));

/** Returns the alias that SvelteKit defines by itself. */
export function aliasesOfKit(path: string, manifest: unknown): AliasTable {
  const isUsed = dependsOn(manifest, (name) => name === '@sveltejs/kit');
  const folder = folderOf(path);
  return { folder, aliases: isUsed ? ofBundler(folder, '$lib', ['./src/lib']) : [], roots: [] };
}

/** Returns the aliases of Parcel in a `package.json`. Names of packages that replace others are found as packages. */
export function aliasesOfParcel(path: string, manifest: unknown): AliasTable {
  const folder = folderOf(path);
  const aliases = entriesOf(valueAt(manifest, 'alias')).flatMap(([find, written]): Alias[] =>
    typeof written === 'string' && /^(?:\.{0,2}|~)\//.test(written) ? ofBundler(folder, find, [written.replace(/^~?\//, './')]) : [],
  );
  return { folder, aliases, roots: [] };
}

/** Returns the aliases of `jest` in a `package.json`. */
export function aliasesOfJest(path: string, manifest: unknown): AliasTable {
  return aliasesOfJestOptions(path, valueAt(manifest, 'jest'));
}

/** Returns the aliases of options of Jest. @param path of the file that contains them */
export function aliasesOfJestOptions(path: string, jest: unknown): AliasTable {
  const root = resolvePath(folderOf(path), textOf(valueAt(jest, 'rootDir')) ?? '') ?? folderOf(path);
  const aliases = entriesOf(valueAt(jest, 'moduleNameMapper')).flatMap(([find, written]) => {
    const to = (typeof written === 'string' ? [written] : textsIn(written)).map((each) => each.replace(/^<rootDir>\/?/, './'));
    return ofPattern(root, { kind: 'mapper', find, to });
  });
  const roots = ['moduleDirectories', 'modulePaths'].flatMap((each) => textsIn(valueAt(jest, each)));
  return {
    folder: folderOf(path),
    aliases,
    roots: rootsIn(root, roots),
    suffixes: suffixesOf(textsIn(valueAt(jest, 'moduleFileExtensions'))),
  };
}

/** Returns the aliases of the plugin `module-resolver` in the configuration of Babel. */
export function aliasesOfBabel(path: string, config: unknown): AliasTable {
  const folder = folderOf(path);
  const plugins: unknown = valueAt(config, 'plugins');
  const options = (Array.isArray(plugins) ? plugins : []).flatMap((each: unknown): unknown[] =>
    Array.isArray(each) && /(?:^|-)module-resolver$/.test(String(each[0])) ? [each[1]] : [],
  );
  const aliases = options
    .flatMap((each) => entriesOf(valueAt(each, 'alias')))
    .flatMap(([find, written]): Alias[] => {
      const to = typeof written === 'string' ? [written] : textsIn(written);
      // The plugin fills in groups as `\1`.
      const filled = to.map((target) => target.replaceAll('\\1', '$1'));
      return find.startsWith('^') ? ofPattern(folder, { kind: 'mapper', find, to: filled }) : ofBundler(folder, find, to);
    });
  return {
    folder,
    aliases,
    roots: rootsIn(
      folder,
      options.flatMap((each) => textsIn(valueAt(each, 'root'))),
    ),
    suffixes: suffixesOf(options.flatMap((each) => textsIn(valueAt(each, 'extensions')))),
  };
}

/**
 * Returns the aliases of `imports` and `scopes` in an import map. Keys with a trailing `/` stand for all names that begin with them.
 * @param scope the folder to whose files the map applies
 * @param place the folder of the map, or of the page that contains it
 */
export function aliasesOfImportMap(scope: string, place: string, map: unknown): AliasTable[] {
  const aliasesOf = (imports: unknown): Alias[] =>
    entriesOf(imports).flatMap(([find, written]): Alias[] => {
      if (typeof written !== 'string') return [];
      const alias: Alias = { name: find, isWhole: !find.endsWith('/'), to: (rest) => targetsOf(place, written + rest) };
      // Deno also finds what is inside of a package from a registry.
      const isPackage = /^(?:jsr|npm):/.test(written) && !find.endsWith('/');
      return isPackage ? [alias, { ...alias, name: `${find}/`, isWhole: false }] : [alias];
    });
  const scopes = entriesOf(valueAt(map, 'scopes')).flatMap(([folder, imports]) => {
    const [target] = targetsOf(place, folder);
    const path = target !== undefined && 'path' in target ? target.path : null;
    return path === null ? [] : [{ folder: path, aliases: aliasesOf(imports), roots: [] }];
  });
  return [...scopes, { folder: scope, aliases: aliasesOf(valueAt(map, 'imports')), roots: [] }];
}

/** Returns the aliases of the import map of a web page, which apply only to the files in the folder of the page or below it. */
export function aliasesOfPage(page: string, map: unknown): AliasTable[] {
  const isCovered = (folder: string): boolean => page === '' || `${folder}/`.startsWith(`${page}/`);
  return aliasesOfImportMap(page, page, map).flatMap((each) => (isCovered(each.folder) ? [{ ...each, page }] : []));
}

/** Returns the aliases for the names of the members of a Deno workspace. @param members configurations by folder */
export function aliasesOfMembers(scope: string, members: ReadonlyMap<string, unknown>): AliasTable {
  const aliases = [...members].flatMap(([folder, config]): Alias[] => {
    const name = textOf(valueAt(config, 'name'));
    if (name === undefined) return [];
    const exported: unknown = valueAt(config, 'exports');
    const subpaths: [string, unknown][] = typeof exported === 'string' ? [['.', exported]] : entriesOf(exported);
    const inside = subpaths.flatMap(([subpath, file]): Alias[] =>
      typeof file === 'string' ? [{ name: joinPath(name, subpath.slice(2)), isWhole: true, to: () => targetsOf(folder, file) }] : [],
    );
    // What a member does not export cannot be imported.
    return [...inside, { name, isWhole: true, to: () => [] }, { name: `${name}/`, isWhole: false, to: () => [] }];
  });
  return { folder: scope, aliases, roots: [] };
}
