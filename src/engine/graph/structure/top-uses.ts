import type { ImportFact } from '../facts.ts';
import { NOT_LOADED } from '../loading.ts';
import type { Edges } from './edges.ts';
import type { Names } from './names.ts';
import { Scope } from './scope.ts';
import { symbolId } from './symbol-edges.ts';
import type { Project } from './unit.ts';
import { usesAtTop } from './use-lines.ts';

/** As that of a symbol that uses another. */
export const WEIGHT_AT_TOP = 0.6;
/** As of an import of types. */
const TYPE_AT_TOP = 0.3;

/** The local names that the functions and types of a file use; of `a.b` also `a`. */
export function usedInside({ facts }: Project, path: string): Set<string> {
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

/** `depends` from a file to a function or type that it uses outside of all of its own: one of those, or a member of an imported whole. */
function addNamed({ facts }: Project, scope: Scope, path: string, edges: Edges): void {
  const own = facts.get(path);
  for (const [used, line] of own === undefined ? [] : usesAtTop(own)) {
    const meant = scope.meaning(used);
    if (meant === null || meant.symbol === null) continue;
    const { name } = meant.symbol;
    const where = line === null ? '' : ` (line ${line})`;
    edges.add('depends', path, symbolId(meant.path, name), WEIGHT_AT_TOP, `${path} uses ${name} at its top level${where}`);
  }
}

/**
 * `depends` from a file to what it uses outside of its functions and types: its own symbols, and what it imports by name and uses in none
 * of them.
 */
export function addUsesAtTop(project: Project, names: Names, path: string, edges: Edges): void {
  const scope = new Scope(names, path);
  const all = takings(names, path);
  const inside = all.length === 0 ? new Set<string>() : usedInside(project, path);
  for (const { fact, local } of all) {
    const meant = inside.has(local) ? null : scope.meaning(local);
    if (meant === null || meant.symbol === null || meant.path === path) continue;
    const { name } = meant.symbol;
    const [weight, why] = fact.isTypeOnly
      ? [TYPE_AT_TOP, `${path} imports the type ${name} (line ${fact.line}, ${NOT_LOADED.types})`]
      : [WEIGHT_AT_TOP, `${path} imports ${name} for its top level (line ${fact.line})`];
    edges.add('depends', path, symbolId(meant.path, name), weight, why);
  }
  addNamed(project, scope, path, edges);
}
