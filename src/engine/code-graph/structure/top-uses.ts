import type { ImportFact } from '../facts.ts';
import type { Edges } from './edges.ts';
import type { Names } from './names.ts';
import { Scope } from './scope.ts';
import { symbolId } from './symbol-edges.ts';
import type { Project } from './unit.ts';

/** As that of a symbol that uses another. */
const WEIGHT = 0.6;

/** The local names that the functions and types of a file use; of `a.b` also `a`. */
function usedInside({ facts }: Project, path: string): Set<string> {
  const inside = new Set<string>();
  for (const { uses, extends: above, implements: promised } of facts.get(path)?.symbols ?? []) {
    for (const used of [...uses, ...above, ...promised]) inside.add(used).add(used.split('.', 1)[0] ?? '');
  }
  return inside;
}

interface Taking {
  readonly fact: ImportFact;
  readonly local: string;
}

/** What a file imports by name for itself. */
function takings(names: Names, path: string): Taking[] {
  return names
    .importsOf(path)
    .filter(({ fact }) => fact.kind !== 're-export')
    .flatMap(({ fact, taken }) => taken.flatMap((each) => each.names).map(({ name, local }) => ({ fact, name, local })))
    .filter(({ name }) => name !== '*');
}

/** `depends` from a file to a function or type of its own that it uses outside of all of them. */
function addOwnUses({ facts }: Project, path: string, edges: Edges): void {
  const { usedAtTop = [], symbols = [] } = facts.get(path) ?? {};
  const lines = new Map(symbols.map(({ name, line }) => [name, line]));
  for (const name of usedAtTop) {
    const why = `${path} uses ${name} outside of its functions and types (line ${lines.get(name) ?? 1})`;
    edges.add('depends', path, symbolId(path, name), WEIGHT, why);
  }
}

/**
 * `depends` from a file to what it uses outside of its functions and types: its own symbols, and what it imports by name and uses in none
 * of them.
 */
export function addUsesAtTop(project: Project, names: Names, path: string, edges: Edges): void {
  addOwnUses(project, path, edges);
  const all = takings(names, path);
  if (all.length === 0) return;
  const inside = usedInside(project, path);
  const scope = new Scope(names, path);
  for (const { fact, local } of all) {
    const meant = inside.has(local) ? null : scope.meaning(local);
    if (meant === null || meant.symbol === null || meant.path === path) continue;
    const { name } = meant.symbol;
    const why = `${path} uses ${name} outside of its functions and types (line ${fact.line})`;
    edges.add('depends', path, symbolId(meant.path, name), WEIGHT, why);
  }
}
