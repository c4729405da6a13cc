import { textOf, textsIn, valueAt } from '../../../../text/foreign-data.ts';
import { isPage } from '../../../configs.ts';
import { folderOf, listAncestors, nameOf, resolvePath } from '../../paths.ts';
import type { Project } from '../../unit.ts';
import { pathMatcher } from '../path-glob.ts';
import { type AliasTarget, matchAlias } from './alias.ts';
import {
  type AliasTable,
  aliasesOfBabel,
  aliasesOfImportMap,
  aliasesOfJest,
  aliasesOfJestOptions,
  aliasesOfKit,
  aliasesOfMembers,
  aliasesOfPage,
  aliasesOfParcel,
  aliasesOfTool,
  configuresAliases,
} from './alias-sources.ts';
import { importMapsIn } from './import-maps.ts';
import { dependsOn } from './npm/npm-dependencies.ts';
import { type NpmPackages, splitName } from './npm/npm-packages.ts';
import { isWithScheme } from './specifiers.ts';

/** Names of the configuration of Deno. */
export const DENO = /^deno(?:\.[\w-]+)?\.jsonc?$/;
/** Names of import maps. */
export const IMPORT_MAP = /\.importmap$|^import[_-]?map\.json$/;
const BABEL = /^(?:\.babelrc(?:\.json)?|babel\.config\.json)$/;

/** Returns the file that the configuration of Deno names as its import map; `null` if there is none in the project. */
export function importMapOf(path: string, config: unknown): string | null {
  const named = textOf(valueAt(config, 'importMap'));
  return named === undefined ? null : resolvePath(folderOf(path), named);
}

/** The aliases of a project that are plain data: of Deno, import maps, bundlers, Jest and Babel. */
export class ScriptAliases {
  readonly #byFolder = new Map<string, AliasTable[]>();
  /** Folders with a page that has an import map. */
  readonly #pageFolders = new Set<string>();

  constructor(
    { facts, configs }: Project,
    private readonly packages: Pick<NpmPackages, 'byFolder'>,
  ) {
    for (const [path, config] of configs) for (const table of this.#tablesOf(path, config, configs)) this.#add(table);
    for (const [path, { aliases }] of facts) {
      if (aliases !== undefined && configuresAliases(path)) this.#add(aliasesOfTool(path, aliases, (each) => packages.byFolder.has(each)));
    }
  }

  /** Returns what a name may stand for in a file: by folder of the aliases, the nearest first, the targets of each alias. */
  of(name: string, from: string): readonly (readonly AliasTarget[])[][] {
    const matchesIn = (tables: readonly AliasTable[]) =>
      tables.map(({ aliases }) => matchAlias(aliases, name)).filter((each) => each !== null);
    const isDeclared = this.#isDeclared(name, from);
    return this.#tablesFor(from)
      .map((tables) => matchesIn(isDeclared ? tables.filter(({ page }) => page === undefined) : tables))
      .filter((found) => found.length > 0);
  }

  /**
   * Whether Deno gets a name from outside the project, although the project has a package of this name: its configuration is nearer to the
   * file than any `package.json`, so that no other program runs the file.
   */
  leadsOut(name: string, from: string): boolean {
    for (const folder of this.#byFolder.size === 0 ? [] : listAncestors(folderOf(from))) {
      if (this.packages.byFolder.has(folder)) return false;
      const tables = (this.#byFolder.get(folder) ?? []).filter(({ isOfDeno }) => isOfDeno === true);
      const targets = tables.flatMap(({ aliases }) => matchAlias(aliases, name) ?? []);
      if (targets.length > 0) return targets.every((target) => 'name' in target && isWithScheme(target.name));
    }
    return false;
  }

  /** Returns the folders in which bundlers look up names in a file, the nearest first. */
  rootsFor(from: string): readonly string[] {
    return this.#tablesFor(from).flatMap((tables) => tables.flatMap(({ roots }) => roots));
  }

  /** Returns the suffixes that endings in the configurations in a folder have. */
  suffixesIn(folder: string): readonly string[] {
    return (this.#byFolder.get(folder) ?? []).flatMap(({ suffixes = [] }) => suffixes);
  }

  #tablesFor(from: string): AliasTable[][] {
    if (this.#byFolder.size === 0) return [];
    const folders = [...listAncestors(folderOf(from))];
    const nearest = folders.find((each) => this.#pageFolders.has(each));
    // A page has a single map, so the maps of pages further up do not add to it.
    const applies = ({ page }: AliasTable): boolean => page === undefined || page === nearest;
    return folders.map((folder) => (this.#byFolder.get(folder) ?? []).filter(applies));
  }

  /** Whether a manifest above a file declares the package of a name. Such a package is installed, so no map of a page is needed for it. */
  #isDeclared(name: string, from: string): boolean {
    if (this.#pageFolders.size === 0) return false;
    const { name: wanted } = splitName(name);
    return [...listAncestors(folderOf(from))].some((folder) =>
      dependsOn(this.packages.byFolder.get(folder)?.manifest, (each) => each === wanted),
    );
  }

  #add(table: AliasTable): void {
    if (table.aliases.length + table.roots.length + (table.suffixes?.length ?? 0) === 0) return;
    this.#byFolder.set(table.folder, [...(this.#byFolder.get(table.folder) ?? []), table]);
    if (table.page !== undefined) this.#pageFolders.add(table.page);
  }

  #tablesOf(path: string, config: unknown, configs: Project['configs']): AliasTable[] {
    const [name, folder] = [nameOf(path), folderOf(path)];
    if (name === 'package.json') return [aliasesOfJest(path, config), aliasesOfParcel(path, config), aliasesOfKit(path, config)];
    if (name === 'jest.config.json') return [aliasesOfJestOptions(path, config)];
    if (BABEL.test(name)) return [aliasesOfBabel(path, config)];
    if (IMPORT_MAP.test(name)) return aliasesOfImportMap(folder, folder, config);
    if (isPage(name) && typeof config === 'string') return importMapsIn(config).flatMap((map) => aliasesOfPage(folder, map));
    return DENO.test(name) ? tablesOfDeno(path, config, configs).map((table) => ({ ...table, isOfDeno: true })) : [];
  }
}

/** Returns the aliases of a configuration of Deno: its import map, and the members of its workspace. */
function tablesOfDeno(path: string, config: unknown, configs: Project['configs']): AliasTable[] {
  const folder = folderOf(path);
  const named = importMapOf(path, config);
  const maps = named === null ? [] : aliasesOfImportMap(folder, folderOf(named), configs.get(named));
  const workspace: unknown = valueAt(config, 'workspace');
  const patterns = textsIn(Array.isArray(workspace) ? workspace : valueAt(workspace, 'members'));
  const matchers = patterns.flatMap((each) => {
    const place = resolvePath(folder, each);
    return place === null ? [] : [pathMatcher(place)];
  });
  const isMember = (each: string): boolean => each === folder || matchers.some((matches) => matches(each));
  const members = [...configs].flatMap(([file, own]): [string, unknown][] =>
    DENO.test(nameOf(file)) && isMember(folderOf(file)) ? [[folderOf(file), own]] : [],
  );
  return [...aliasesOfImportMap(folder, folder, config), ...maps, aliasesOfMembers(folder, new Map(members))];
}
