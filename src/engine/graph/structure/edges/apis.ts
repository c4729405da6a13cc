import { folderOf, nameOf } from '../paths.ts';
import { interfaceOf } from '../public-interface.ts';
import type { StructureNode } from '../structure.ts';
import type { StructureParts } from '../structure-parts.ts';
import type { TestFiles } from '../tests/test-files.ts';
import type { EntryPoint, NameTarget } from '../unit.ts';
import type { Edges } from './edges.ts';
import { symbolId } from './symbol-edges.ts';
import { WEIGHT_OFFERED } from './top-uses.ts';

const WEIGHTS = { handler: 0.9, program: 0.9, entry: 0.7, plugin: 0.7, setting: 0.7, loaded: 0.7 } as const;

/** An API that a file offers under a name: a route, a program, or the entry of a package. */
interface OfferedApi {
  readonly name: string;
  readonly path: string;
  /** The path of its node, if it belongs to no single file. */
  readonly place?: string;
  /** Distinguishes APIs of the same name: the file of a route or of a self-started program, otherwise the folder of the package. */
  readonly owner: string;
  readonly weight: number;
  readonly why: string;
  /** The symbol that handles the route, and the description of the edge to it. */
  readonly answers?: { readonly symbol: string; readonly why: string };
  /** The functions and types that other projects get through it, or in which it starts. */
  readonly offers?: readonly NameTarget[];
  /** It starts in these functions and types; they are not offered to other projects. */
  readonly isStart?: boolean;
}

/** Yields the routes of servers. A server that a test starts is not part of the project's interface. */
function* routesOf({ project: { facts }, tests }: StructureParts): Iterable<OfferedApi> {
  for (const [path, { apis, symbols }] of facts) {
    if (apis.length === 0 || tests.isForTests(path)) continue;
    for (const { method, route, line, handler } of apis) {
      const name = `${method} ${route}`;
      const offered = { name, path, owner: path, weight: WEIGHTS.handler, why: `${name} is handled by ${path} (line ${line})` };
      if (handler === null || !symbols.some((symbol) => symbol.name === handler)) yield offered;
      else yield { ...offered, answers: { symbol: handler, why: `${name} is handled by ${handler} (${path}, line ${line})` } };
    }
  }
}

/** The first word of an API's name and the reason of its edge, by the kind of its entry point. */
const SAYINGS: Readonly<
  Record<Exclude<EntryPoint['kind'], 'started'>, (name: string, path: string) => { readonly word: string; readonly why: string }>
> = {
  program: (name, path) => ({ word: 'bin', why: `the program ${name} starts in ${path}` }),
  entry: (name, path) => ({ word: 'package', why: `imports of ${name} resolve to ${path}` }),
  plugin: (name, path) => ({ word: 'plugin', why: `the entry point ${name} leads to ${path}` }),
  setting: (name, path) => ({ word: 'setting', why: `the setting ${name} is read from ${path}` }),
  loaded: (name, path) => ({ word: 'framework', why: `${name} loads ${path} by its name` }),
};

/** Returns the function or type in which an entry point starts, or all of a file. */
function startsOf({ names }: StructureParts, path: string, starts: string): NameTarget[] {
  if (starts === '') return [];
  if (starts === '*') return Array.from(names.declared(path).values(), (symbol) => ({ path, symbol }));
  const unit = names.resolverOf(path)?.unitOf(path);
  return unit === undefined ? [] : [...names.findAll(unit, starts)];
}

/** Yields the programs, package entries and plugins that the resolvers find in manifests. */
function* packagesOf(parts: StructureParts): Iterable<OfferedApi> {
  const { resolvers } = parts.names;
  for (const offer of resolvers.entryPoints()) {
    const { kind, name, path, starts } = offer;
    if (kind === 'started') continue;
    const owner = resolvers.of(path)?.packageOf(path)?.folder || '.';
    const offers = starts === undefined ? interfaceOf(parts, offer) : startsOf(parts, path, starts);
    const { word, why } = SAYINGS[kind](name, path);
    const isStart = starts !== undefined || kind === 'loaded';
    // A framework loads many files of the package; none of them is the framework.
    const place = kind === 'loaded' ? { place: owner } : {};
    yield { name: `${word} ${name}`, path, ...place, owner, weight: WEIGHTS[kind], why, offers, isStart };
  }
}

/**
 * Yields files that start a program by their own text (`isProgram`), `__main__.py`, which `python -m` starts, and files that a command of a
 * manifest starts. Skips tests and files that manifests name as programs.
 */
function* programsOf({ project: { facts }, tests, names }: StructureParts): Iterable<OfferedApi> {
  const entryPoints = names.resolvers.entryPoints();
  const pathsOf = (of: EntryPoint['kind']): Set<string> => new Set(entryPoints.flatMap(({ kind, path }) => (kind === of ? [path] : [])));
  const [named, started] = [pathsOf('program'), pathsOf('started')];
  for (const [path, { isProgram }] of facts) {
    const isMain = path.endsWith('/__main__.py');
    const isSkipped = started.has(path) ? tests.isTest(path) : (!isProgram && !isMain) || tests.isForTests(path);
    if (isSkipped || named.has(path)) continue;
    const name = isMain ? nameOf(folderOf(path)) : nameOf(path).replace(/\.[^.]+$/, '');
    yield { name: `bin ${name}`, path, owner: path, weight: WEIGHTS.program, why: `the program ${name} starts in ${path}` };
  }
}

/** Maps each name to the owners that offer it, without tests. */
function ownersOf(all: readonly OfferedApi[], tests: TestFiles): ReadonlyMap<string, ReadonlySet<string>> {
  const owners = new Map<string, Set<string>>();
  for (const { name, path, owner } of all) {
    if (!tests.isForTests(path)) owners.set(name, (owners.get(name) ?? new Set()).add(owner));
  }
  return owners;
}

/** Adds the edge from an API to a function or type of its package or program. */
function addOffer(id: string, name: string, { path, symbol }: NameTarget, isStart: boolean, edges: Edges): void {
  if (symbol === null) return;
  const why = isStart ? `${name} uses ${symbol.name} of ${path}` : `${name} offers ${symbol.name} of ${path} to other projects`;
  edges.add('depends', id, symbolId(path, symbol.name), WEIGHT_OFFERED, why);
}

/**
 * Adds edges from `api` nodes to the files and symbols that implement them, and returns these nodes. The id of a node contains its owner,
 * unless no other file or package outside of tests offers the same name: `GET /` of one application is not `GET /` of another one.
 */
export function addApis(parts: StructureParts, edges: Edges): StructureNode[] {
  const nodes = new Map<string, StructureNode>();
  const { tests } = parts;
  const all = [...routesOf(parts), ...packagesOf(parts), ...programsOf(parts)];
  const owners = ownersOf(all, tests);
  for (const { name, path, place = path, owner, weight, why, answers, offers = [], isStart = false } of all) {
    const others = owners.get(name);
    const isOnly = others?.size === 1 && others.has(owner);
    const id = isOnly ? `api:${name}` : `api:${name} (${owner})`;
    if (!nodes.has(id)) nodes.set(id, { id, type: 'api', path: place, name });
    edges.add('depends', id, path, weight, why);
    for (const offered of offers) addOffer(id, name, offered, isStart, edges);
    if (answers !== undefined) edges.add('depends', id, symbolId(path, answers.symbol), weight, answers.why);
  }
  return [...nodes.values()];
}
