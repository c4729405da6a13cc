import type { ImportFact } from '../../facts.ts';
import { NOT_LOADED } from '../../loading.ts';
import type { Names } from '../names.ts';
import { nameOf } from '../paths.ts';
import { Scope } from '../scope.ts';
import type { StructureParts } from '../structure-parts.ts';
import type { Project } from '../unit.ts';
import { usesAtTop } from '../use-lines.ts';
import type { Edges } from './edges.ts';
import { symbolId } from './symbol-edges.ts';

/** Same weight as for a symbol that uses another (`WEIGHTS.uses` in `symbol-edges.ts`). */
export const WEIGHT_AT_TOP = 0.6;
/** Low, because a name that is only offered to other projects has no use in this one. */
export const WEIGHT_OFFERED = 0.1;
/** Lower, as for type-only imports. */
const TYPE_AT_TOP = 0.3;

/** Returns the local names that the functions and types of a file use; for `a.b` also `a`. */
export function usedInside({ facts }: Project, path: string): Set<string> {
  const inside = new Set<string>();
  for (const { uses, extends: above, implements: promised } of facts.get(path)?.symbols ?? []) {
    for (const used of [...uses, ...above, ...promised]) inside.add(used).add(used.split('.', 1)[0] ?? '');
  }
  return inside;
}

interface TopLevelImport {
  readonly fact: ImportFact;
  readonly local: string;
}

/** Returns the names that a file imports for its own use: no re-exports and no whole modules. */
function topLevelImports(names: Names, path: string): TopLevelImport[] {
  return names
    .importsOf(path)
    .filter(({ fact }) => fact.kind !== 're-export')
    .flatMap(({ fact, taken }) => taken.flatMap((each) => each.names).map(({ name, local }) => ({ fact, name, local })))
    .filter(({ name }) => name !== '*');
}

/** Adds edges from a file to what it may use of a module at its top level. */
function addPossible(
  tests: StructureParts['tests'],
  scope: Scope,
  { path, used, line }: { readonly path: string; readonly used: string; readonly line: number | null },
  edges: Edges,
): void {
  for (const { path: target, symbol } of scope.possibleMembers(used)) {
    if (symbol === null) continue;
    const why = `${path} may use ${symbol.name} of ${target} at its top level${line === null ? '' : ` (line ${line})`}`;
    edges.add(tests.edgeType(path, target), path, symbolId(target, symbol.name), WEIGHT_OFFERED, why);
  }
}

/**
 * Adds edges from a file to functions and types that it uses outside of its symbols: its own, or members of an imported module. Tests that
 * are no symbols are outside too.
 */
function addNamed({ project, tests }: StructureParts, scope: Scope, path: string, edges: Edges): void {
  const own = project.facts.get(path);
  const add = (used: string, where: string): void => {
    for (const { path: target, symbol } of scope.meanings(used)) {
      if (symbol === null) continue;
      const why = `${path} uses ${symbol.name} ${where}`;
      edges.add(tests.edgeType(path, target), path, symbolId(target, symbol.name), WEIGHT_AT_TOP, why);
    }
  };
  for (const [used, line] of own === undefined ? [] : usesAtTop(own)) {
    addPossible(tests, scope, { path, used, line }, edges);
    add(used, `at its top level${line === null ? '' : ` (line ${line})`}`);
  }
  for (const used of own?.usedInTests ?? []) add(used, 'in its tests');
}

/** Adds edges from an `__init__.py` to what it imports by `*`: these names are offered to all importers of the package. */
function addOffered({ names, tests }: StructureParts, path: string, edges: Edges): void {
  if (nameOf(path) !== '__init__.py') return;
  for (const { fact, taken } of names.importsOf(path)) {
    const units = taken.filter((each) => each.names.some(({ name, local }) => name === '*' && local === '*')).map(({ unit }) => unit);
    for (const file of units.flatMap(({ files }) => files)) {
      for (const name of names.declared(file).keys()) {
        if (!names.isBrought({ files: [file] }, name)) continue;
        const why = `${path} offers ${name} (line ${fact.line})`;
        edges.add(tests.edgeType(path, file), path, symbolId(file, name), WEIGHT_OFFERED, why);
      }
    }
  }
}

/**
 * Adds `depends` and `tests` edges from a file to what it uses outside of its functions and types: its own symbols, and imported names that
 * none of its symbols uses.
 */
export function addUsesAtTop(ground: StructureParts, path: string, edges: Edges): void {
  const { project, names, tests } = ground;
  const scope = new Scope(names, path);
  const all = topLevelImports(names, path);
  const inside = all.length === 0 ? new Set<string>() : usedInside(project, path);
  for (const { fact, local } of all.filter((each) => !inside.has(each.local))) {
    addPossible(tests, scope, { path, used: local, line: fact.line }, edges);
    for (const { path: target, symbol } of scope.meanings(local)) {
      if (symbol === null || target === path) continue;
      const { name } = symbol;
      const [weight, why] = fact.isTypeOnly
        ? [TYPE_AT_TOP, `${path} imports the type ${name} (line ${fact.line}, ${NOT_LOADED.types})`]
        : [WEIGHT_AT_TOP, `${path} imports ${name} for its top level (line ${fact.line})`];
      edges.add(tests.edgeType(path, target), path, symbolId(target, name), weight, why);
    }
  }
  addNamed(ground, scope, path, edges);
  addOffered(ground, path, edges);
}
