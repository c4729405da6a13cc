import type { SemanticEdge } from '../../../crtx/index.ts';
import type { SymbolFact } from '../../facts.ts';
import type { Names } from '../names.ts';
import { Scope } from '../scope.ts';
import type { NameTarget, Project } from '../unit.ts';
import { useLineLookup } from '../use-lines.ts';
import type { Edges } from './edges.ts';

const WEIGHTS = { uses: 0.6, extends: 0.9, implements: 0.8, possible: 0.1 } as const;

/** Returns the node id of a symbol. */
export const symbolId = (path: string, name: string): string => `${path}#${name}`;

/** Returns the node id of a symbol or a file. */
function idOf({ path, symbol }: NameTarget): string {
  return symbol === null ? path : symbolId(path, symbol.name);
}

/** Adds `depends`, `extends` and `implements` edges from a file's symbols to other symbols, and to files that they use as a whole. */
export function addSymbolEdges({ facts }: Project, names: Names, path: string, edges: Edges): void {
  const symbols = facts.get(path)?.symbols ?? [];
  if (symbols.length === 0) return;
  const scope = new Scope(names, path);
  for (const symbol of symbols) addOf(symbol, path, scope, edges);
}

function addOf(symbol: SymbolFact, path: string, scope: Scope, edges: Edges): void {
  const from = symbolId(path, symbol.name);
  const lineOf = useLineLookup(symbol);
  const add = (type: SemanticEdge['type'], weight: number, used: string, verb: string): void => {
    const where = `(${path}, line ${lineOf(used)})`;
    for (const meant of scope.meanings(used))
      edges.add(type, from, idOf(meant), weight, `${symbol.name} ${verb} ${meant.symbol?.name ?? meant.path} ${where}`);
  };
  for (const name of symbol.extends) add('extends', WEIGHTS.extends, name, 'extends');
  for (const name of symbol.implements) add('implements', WEIGHTS.implements, name, 'implements');
  const heritage = new Set([...symbol.extends, ...symbol.implements]);
  // If members of a module are used, the bare module name adds no information, unless it is also the name of a symbol.
  const wholes = new Set(
    symbol.uses.flatMap((name) => (name.includes('.') && !name.endsWith('.*') ? [name.slice(0, name.lastIndexOf('.'))] : [])),
  );
  const saysMore = (name: string): boolean =>
    !wholes.has(name.replace(/\.\*$/, '')) || scope.meanings(name).some((meant) => meant.symbol !== null);
  for (const name of symbol.uses) if (!heritage.has(name) && saysMore(name)) add('depends', WEIGHTS.uses, name, 'uses');
  addPossible(symbol, path, scope, edges);
}

/** Adds edges to what a symbol may use of modules that it uses as values. */
function addPossible(symbol: SymbolFact, path: string, scope: Scope, edges: Edges): void {
  const lineOf = useLineLookup(symbol);
  for (const used of symbol.uses) {
    for (const meant of scope.possibleMembers(used)) {
      const why = `${symbol.name} may use ${meant.symbol?.name ?? ''} of ${meant.path} (${path}, line ${lineOf(used)})`;
      if (meant.symbol !== null) edges.add('depends', symbolId(path, symbol.name), idOf(meant), WEIGHTS.possible, why);
    }
  }
}
