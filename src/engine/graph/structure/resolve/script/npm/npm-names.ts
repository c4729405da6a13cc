import { builtinModules } from 'node:module';
import { keysOf, valueAt } from '../../../../../text/foreign-data.ts';
import { folderOf, joinPath, listAncestors } from '../../../paths.ts';
import { DEPENDENCIES } from './npm-dependencies.ts';
import type { NpmPackages } from './npm-packages.ts';

/** Names that npm does not allow, or that no known package has: a scope alone, or a leading `.`, `_`, `$` or `~` (https://docs.npmjs.com/cli/configuring-npm/package-json#name). */
const NO_PACKAGE = /^(?:@[^/]*\/?$|[._$~])/;
/** Modules of Node that are older than that rule. */
const OF_NODE = /^_(?:http|stream|tls)_[a-z_]+$/;

/** Whether npm does not allow a package of this name, so that an alias must be meant. */
export const isInvalidPackageName = (name: string): boolean => NO_PACKAGE.test(name) && !OF_NODE.test(name);

/** Bun and Deno also bring a module of their own name. */
const BUILT_IN: ReadonlySet<string> = new Set([...builtinModules, 'bun', 'deno']);
/** Also programs that bring modules of their own name (`vscode`). */
const TABLES = [...DEPENDENCIES, 'engines'];

/** Whether a manifest declares a package, or its types: `@types/acme__ui` for `@acme/ui`. */
function declares(manifest: unknown, name: string): boolean {
  const types = `@types/${name.replace(/^@/, '').replace('/', '__')}`;
  return TABLES.some((table) => keysOf(valueAt(manifest, table)).some((each) => each === name || each === types));
}

/**
 * Whether no manifest from a file up declares a package that it imports. Without a manifest, or if one cannot be read, that is unknown.
 * @param files the paths of all files of the project
 */
export function isUndeclared(files: ReadonlySet<string>, { byFolder }: Pick<NpmPackages, 'byFolder'>, name: string, from: string): boolean {
  const folders = [...listAncestors(folderOf(from))].filter((folder) => files.has(joinPath(folder, 'package.json')));
  const manifests = folders.map((folder) => byFolder.get(folder)?.manifest);
  if (manifests.length === 0 || manifests.includes(undefined) || BUILT_IN.has(name)) return false;
  return !manifests.some((manifest) => declares(manifest, name));
}
