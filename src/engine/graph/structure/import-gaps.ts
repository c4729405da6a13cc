import type { UncertainImport, UnresolvedImport } from '../../crtx/index.ts';
import { compareCodePoints } from '../../text/code-point-order.ts';
import type { Names } from './names.ts';
import type { ImportsOf, Listed, ResolvedImport } from './unit.ts';
import { withoutRepeated } from './without-repeated.ts';

/** What the imports of a project lack. */
export interface ImportGaps {
  /** Imports that should lead to a file of the project but do not. */
  readonly unresolved: readonly UnresolvedImport[];
  /** Names that a file may define although its text does not show them. */
  readonly uncertain: readonly UncertainImport[];
}

const plainNames = (names: Listed['names']): string[] => names.map(({ name }) => name).filter((name) => name !== '*');

const asNotFound = (path: string, { line, specifier, names }: Listed): UnresolvedImport => {
  return { path, line, specifier, names: plainNames(names), reason: 'not found' };
};

const byLine = (one: { readonly line: number }, other: { readonly line: number }): number => one.line - other.line;

function unresolvedOf(names: Names, path: string, resolved: ResolvedImport): UnresolvedImport[] {
  const { line: at, kind } = resolved.fact;
  return names
    .unresolvedOf(path, resolved)
    .map(({ specifier, line = at, names: all, isBeyond = resolved.isBeyond, isComputed = kind === 'computed', candidates, definers }) => {
      const lost = { path, line, specifier, names: plainNames(all) };
      if (definers !== undefined) return { ...lost, reason: 'not exported', candidates: definers };
      if (candidates !== undefined) return { ...lost, reason: 'ambiguous', candidates };
      return { ...lost, reason: isComputed ? 'computed at run time' : isBeyond ? 'out of the project' : 'not found' };
    });
}

function gapsOf(names: Names, path: string): ImportGaps {
  const [imports, resolver] = [names.importsOf(path), names.resolverOf(path)];
  const importsOf: ImportsOf = (each) => names.importsOf(each);
  const offers = resolver?.missingOffers?.(path, importsOf) ?? [];
  const members = resolver?.missingMembers?.(path, importsOf) ?? [];
  const uncertain = imports.flatMap((each) =>
    (resolver?.uncertainOf?.(each, path, importsOf) ?? []).map((name) => ({ ...name, line: name.line ?? each.fact.line })),
  );
  const maybe = members.flatMap(({ definer, ...each }) => (definer === undefined ? [] : [{ ...each, definer }]));
  return {
    unresolved: [
      ...offers.map((each) => asNotFound(path, each)),
      ...withoutRepeated(imports.flatMap((each) => unresolvedOf(names, path, each))),
      ...members.filter(({ definer }) => definer === undefined).map((each) => asNotFound(path, each)),
    ].sort(byLine),
    uncertain: [...uncertain, ...maybe].map((each) => ({ path, ...each, names: plainNames(each.names) })).sort(byLine),
  };
}

/** Returns what the imports of some files lack, in the order of their paths and lines. */
export function importGaps(names: Names, paths: Iterable<string>): ImportGaps {
  const all = [...paths].sort(compareCodePoints).map((path) => gapsOf(names, path));
  return { unresolved: all.flatMap(({ unresolved }) => unresolved), uncertain: all.flatMap(({ uncertain }) => uncertain) };
}
