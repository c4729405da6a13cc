import type { SemanticNode } from '../../crtx/index.ts';
import { EDGE_TYPES } from '../analysis/edge-table.ts';
import { BREAKS } from '../analysis/file-level.ts';
import type { GraphModel } from '../graph-model.ts';

const CONFTEST = /(?:^|\/)conftest\.py$/;
/** What says something of its folder, and what nobody names: a package, its documentation, its exports. */
const OF_FOLDER = /(?:^|\/)(?:__init__\.pyi?|package-info\.java|module-info\.java|doc\.go)$/;
const CONFIGURES = EDGE_TYPES.indexOf('configures');

/** What could perhaps go: nothing of the project depends on it, as far as its files say. */
export interface DeadEnds {
  /** Paths of files that no other file uses, that answer for no program or route, and configure nothing. */
  readonly files: readonly string[];
  /**
   * Functions and types in other files that nothing declared at the top of a file uses. Methods are none of them: which type a call means
   * is often not said, so whether anybody calls them cannot be told.
   */
  readonly symbols: readonly Pick<SemanticNode, 'path' | 'name' | 'type'>[];
}

/** Whether something depends on a node; changing together is no dependency, and a feature's commits are none either. */
function isUsed(model: GraphModel, place: number): boolean {
  const { nodes, table } = model;
  const others = model.into(place).filter((edge) => table.from[edge] !== place);
  return others.some((edge) => table.type[edge] !== BREAKS && nodes[table.from[edge] ?? 0]?.type !== 'feature');
}

/** An `init` of Go runs when its package is imported. */
function isInit({ nodes }: GraphModel, place: number): boolean {
  const { name, path, type } = nodes[place] ?? {};
  return name === 'init' && type === 'function' && path?.endsWith('.go') === true;
}

/** The places of files on which no other file depends, and that configure nothing. */
function freeFiles(model: GraphModel): Set<number> {
  const { nodes, files, table } = model;
  const used = new Set<number>();
  files.edge.forEach((edge, at) => {
    if (table.type[edge] !== BREAKS) used.add(files.to[at] ?? 0);
  });
  const configures = (place: number): boolean => model.outOf(place).some((edge) => table.type[edge] === CONFIGURES);
  for (const place of nodes.keys()) if (isInit(model, place)) used.add(model.fileOf[place] ?? -1);
  // pytest loads its file wherever that lies, also for tests that are not recognized as such.
  const isLoaded = (path: string): boolean => CONFTEST.test(path) || OF_FOLDER.test(path);
  const free = [...nodes.entries()].filter(
    ([place, { type, path }]) => type === 'file' && !isLoaded(path) && !used.has(place) && !isUsed(model, place) && !configures(place),
  );
  return new Set(free.map(([place]) => place));
}

/**
 * What runs without anybody in the project calling it: a program's `main`, an `init` of Go, fixtures and hooks that pytest calls by their
 * names, and what may be called through any value of its type.
 */
function mayRun(model: GraphModel, place: number, file: number): boolean {
  const { nodes, table } = model;
  const { name = '', path = '' } = nodes[place] ?? {};
  if (name.includes('.') || CONFTEST.test(path) || isInit(model, place)) return true;
  // A class of Java is called as its file is.
  const isMain = name === 'main' || path.endsWith(`/${name}.java`);
  return isMain && model.into(file).some((edge) => nodes[table.from[edge] ?? 0]?.type === 'api');
}

/** What nothing depends on. It may still be used in ways that no file of the project says: by name, by a framework, from outside. */
export function deadEnds(model: GraphModel): DeadEnds {
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
