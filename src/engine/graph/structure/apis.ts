import type { Edges } from './edges.ts';
import { folderOf, nameOf } from './paths.ts';
import { interfaceOf } from './public-interface.ts';
import type { StructureNode } from './structure.ts';
import type { StructureParts } from './structure-parts.ts';
import { symbolId } from './symbol-edges.ts';
import type { TestFiles } from './tests.ts';
import { WEIGHT_OFFERED } from './top-uses.ts';
import type { NameTarget } from './unit.ts';

const WEIGHTS = { handler: 0.9, program: 0.9, entry: 0.7 } as const;

/** An API that a file offers under a name: a route, a program, or the entry of a package. */
interface OfferedApi {
  readonly name: string;
  readonly path: string;
  /** Distinguishes APIs of the same name: the file of a route or of a self-started program, otherwise the folder of the package. */
  readonly owner: string;
  readonly weight: number;
  readonly why: string;
  /** The symbol that handles the route, and the description of the edge to it. */
  readonly answers?: { readonly symbol: string; readonly why: string };
  /** The functions and types that other projects get through a package or a program. */
  readonly offers?: readonly NameTarget[];
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

/** Yields the programs and package entries that the resolvers find in manifests. */
function* packagesOf(parts: StructureParts): Iterable<OfferedApi> {
  const { resolvers } = parts.names;
  for (const offer of resolvers.entryPoints()) {
    const { kind, name, path } = offer;
    const owner = resolvers.of(path)?.packageOf(path)?.folder || '.';
    const offers = interfaceOf(parts, offer);
    if (kind === 'program')
      yield { name: `bin ${name}`, path, owner, weight: WEIGHTS.program, why: `the program ${name} starts in ${path}`, offers };
    else yield { name: `package ${name}`, path, owner, weight: WEIGHTS.entry, why: `imports of ${name} resolve to ${path}`, offers };
  }
}

/**
 * Yields files that start a program by their own text (`isProgram`), and `__main__.py`, which `python -m` starts. Skips tests and files
 * that manifests name as programs.
 */
function* programsOf({ project: { facts }, tests, names }: StructureParts): Iterable<OfferedApi> {
  const named = new Set(names.resolvers.entryPoints().flatMap(({ kind, path }) => (kind === 'program' ? [path] : [])));
  for (const [path, { isProgram }] of facts) {
    const isMain = path.endsWith('/__main__.py');
    if ((!isProgram && !isMain) || named.has(path) || tests.isForTests(path)) continue;
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

/**
 * Adds edges from `api` nodes to the files and symbols that implement them, and returns these nodes. The id of a node contains its owner,
 * unless no other file or package outside of tests offers the same name: `GET /` of one application is not `GET /` of another one.
 */
export function addApis(parts: StructureParts, edges: Edges): StructureNode[] {
  const nodes = new Map<string, StructureNode>();
  const { tests } = parts;
  const all = [...routesOf(parts), ...packagesOf(parts), ...programsOf(parts)];
  const owners = ownersOf(all, tests);
  for (const { name, path, owner, weight, why, answers, offers = [] } of all) {
    const others = owners.get(name);
    const isOnly = others?.size === 1 && others.has(owner);
    const id = isOnly ? `api:${name}` : `api:${name} (${owner})`;
    if (!nodes.has(id)) nodes.set(id, { id, type: 'api', path, name });
    edges.add('depends', id, path, weight, why);
    for (const { path: declarer, symbol } of offers) {
      if (symbol === null) continue;
      const offered = `${name} offers ${symbol.name} of ${declarer} to other projects`;
      edges.add('depends', id, symbolId(declarer, symbol.name), WEIGHT_OFFERED, offered);
    }
    if (answers !== undefined) edges.add('depends', id, symbolId(path, answers.symbol), weight, answers.why);
  }
  return [...nodes.values()];
}
