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
  aliasesOfKit,
  aliasesOfMembers,
  aliasesOfTool,
  configuresAliases,
} from './alias-sources.ts';
import { importMapsIn } from './import-maps.ts';
import type { NpmPackages } from './npm-packages.ts';

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

  constructor(
    { facts, configs }: Project,
    private readonly packages: Pick<NpmPackages, 'byFolder' | 'packageOf'>,
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
    return this.#tablesFor(from)
      .map(matchesIn)
      .filter((found) => found.length > 0);
  }

  /** Returns the folders in which bundlers look up names in a file, the nearest first. */
  rootsFor(from: string): readonly string[] {
    return this.#tablesFor(from).flatMap((tables) => tables.flatMap(({ roots }) => roots));
  }

  #tablesFor(from: string): AliasTable[][] {
    if (this.#byFolder.size === 0) return [];
    return [...listAncestors(folderOf(from))].flatMap((folder) => [this.#byFolder.get(folder) ?? []]);
  }

  #add(table: AliasTable): void {
    if (table.aliases.length + table.roots.length === 0) return;
    this.#byFolder.set(table.folder, [...(this.#byFolder.get(table.folder) ?? []), table]);
  }

  #tablesOf(path: string, config: unknown, configs: Project['configs']): AliasTable[] {
    const [name, folder] = [nameOf(path), folderOf(path)];
    if (name === 'package.json') return [aliasesOfJest(path, config), aliasesOfKit(path, config)];
    if (BABEL.test(name)) return [aliasesOfBabel(path, config)];
    if (IMPORT_MAP.test(name)) return aliasesOfImportMap(folder, folder, config);
    if (isPage(name) && typeof config === 'string') {
      const scope = this.packages.packageOf(path)?.folder ?? '';
      return importMapsIn(config).flatMap((map) => aliasesOfImportMap(scope, folder, map));
    }
    return DENO.test(name) ? tablesOfDeno(path, config, configs) : [];
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
