import type { SemanticNode } from '../../crtx/index.ts';
import { EDGE_TYPES } from '../analysis/edge-table.ts';
import { BREAKS } from '../analysis/file-level.ts';
import type { GraphModel } from '../graph-model.ts';
import { isCalledByName, isLoadedByName } from './loaded-by-name.ts';

/** Files that describe their folder (a package, its documentation, its exports) and are never imported by name. */
const OF_FOLDER = /(?:^|\/)(?:__init__\.pyi?|package-info\.java|module-info\.java|doc\.go)$/;
/** Python stubs, which type checkers read beside or instead of the module with the same name. */
const STUB = /\.pyi$/;
const CONFIGURES = EDGE_TYPES.indexOf('configures');

/** Files and symbols that may be unused: as far as the code shows, nothing in the project depends on them. */
export interface UnusedNodes {
  /** Paths of files that no other file uses, that are no program or route, and that configure nothing. */
  readonly files: readonly string[];
  /**
   * Functions and types in other files that no declaration at the top of a file uses. Methods are not reported: a call often does not
   * reveal its type, so their callers are unknown.
   */
  readonly symbols: readonly Pick<SemanticNode, 'path' | 'name' | 'type'>[];
}

/** Whether something depends on a node. Changing together is not a dependency, and neither are the commits of a feature. */
function isUsed(model: GraphModel, place: number): boolean {
  const { nodes, table } = model;
  const others = model.into(place).filter((edge) => table.from[edge] !== place);
  return others.some((edge) => table.type[edge] !== BREAKS && nodes[table.from[edge] ?? 0]?.type !== 'feature');
}

/** Whether a node is an `init` function of Go, which runs when its package is imported. */
function isInit({ nodes }: GraphModel, place: number): boolean {
  const { name, path, type } = nodes[place] ?? {};
  return name === 'init' && type === 'function' && path?.endsWith('.go') === true;
}

/** Returns the files without dependents that configure nothing. */
function freeFiles(model: GraphModel): Set<number> {
  const { nodes, files, table } = model;
  const used = new Set<number>();
  files.edge.forEach((edge, at) => {
    if (table.type[edge] !== BREAKS) used.add(files.to[at] ?? 0);
  });
  const configures = (place: number): boolean => model.outOf(place).some((edge) => table.type[edge] === CONFIGURES);
  for (const place of nodes.keys()) if (isInit(model, place)) used.add(model.fileOf[place] ?? -1);
  const isLoaded = (path: string): boolean => isLoadedByName(path) || OF_FOLDER.test(path) || STUB.test(path);
  const free = [...nodes.entries()].filter(
    ([place, { type, path }]) => type === 'file' && !isLoaded(path) && !used.has(place) && !isUsed(model, place) && !configures(place),
  );
  return new Set(free.map(([place]) => place));
}

/**
 * Whether a symbol runs without a caller in the project: a program's `main`, an `init` of Go, what a tool finds by name in a file that it
 * loads, and methods, which any value of their type may call. Declarations in stubs never run.
 */
function mayRun(model: GraphModel, place: number, file: number): boolean {
  const { nodes, table } = model;
  const { name = '', path = '' } = nodes[place] ?? {};
  if (name.includes('.') || isLoadedByName(path) || STUB.test(path) || isCalledByName(path, name) || isInit(model, place)) return true;
  // The main class of a Java file has the name of the file.
  const isMain = name === 'main' || path.endsWith(`/${name}.java`);
  return isMain && model.into(file).some((edge) => nodes[table.from[edge] ?? 0]?.type === 'api');
}

/**
 * Returns files and symbols without dependents. They may still be used in ways that no file shows: by name, by a framework, from outside of
 * the project.
 */
export function findUnused(model: GraphModel): UnusedNodes {
  const { nodes, fileOf } = model;
  const free = freeFiles(model);
  const symbols = [...nodes.entries()].filter(([place, { type }]) => {
    const file = fileOf[place] ?? -1;
    if ((type !== 'function' && type !== 'type') || nodes[file]?.type !== 'file' || free.has(file)) return false;
    return !isUsed(model, place) && !mayRun(model, place, file);
  });
  return {
    files: [...free].map((place) => nodes[place]?.path ?? ''),
    symbols: symbols.map(([, { path, name, type }]) => ({ path, name, type })),
  };
}
