import type { StructureParts } from '../structure-parts.ts';
import { isReExported, type ResolvedImport, type Unit, type UsedName } from '../unit.ts';
import { usedNames } from '../used-names.ts';
import { type ChangedNames, changedNames, findDependents } from './dependents.ts';

const areSameFiles = (one: Unit | undefined, other: Unit | undefined): boolean =>
  one?.files.length === other?.files.length && (one?.files ?? []).every((file, n) => other?.files[n] === file);

const haveSameTargets = (one: readonly ResolvedImport[], other: readonly ResolvedImport[]): boolean =>
  one.length === other.length &&
  one.every(({ taken }, n) => {
    const others = other[n]?.taken ?? [];
    return (
      taken.length === others.length &&
      taken.every(({ unit, isOnWay }, at) => areSameFiles(unit, others[at]?.unit) && isOnWay === others[at]?.isOnWay)
    );
  });

const usedBy = ({ names }: StructureParts, path: string): readonly UsedName[] => usedNames(names, path);

/** Serializes the names that a file imports from files that do not have them. */
const missingIn = ({ names }: StructureParts, path: string): string =>
  JSON.stringify(names.importsOf(path).map((each) => [...names.missingNames(path, each)]));

const haveSameUses = (one: readonly UsedName[], other: readonly UsedName[]): boolean =>
  one.length === other.length && one.every(({ files }, n) => files.join() === other[n]?.files.join());

/**
 * Returns the files of a project whose edges may differ from before: files with changed facts, files whose imports resolve differently
 * (also because a target was removed), and files that import names whose meaning changed.
 */
export function filesWithChangedEdges(before: StructureParts, after: StructureParts): Set<string> {
  const found = new Set<string>();
  const offers = new Map<string, ChangedNames>();
  for (const [path, facts] of after.project.facts) {
    const [was, unit] = [before.project.facts.get(path), after.names.resolverOf(path)?.unitOf(path)];
    const imports = after.names.importsOf(path);
    if (was === undefined || !areSameFiles(before.names.resolverOf(path)?.unitOf(path), unit)) {
      found.add(path);
      offers.set(path, 'all');
      continue;
    }
    const isLedTheSame = haveSameTargets(before.names.importsOf(path), imports);
    const isUsedTheSame = haveSameUses(usedBy(before, path), usedBy(after, path));
    if (was !== facts || !isLedTheSame || !isUsedTheSame || missingIn(before, path) !== missingIn(after, path)) found.add(path);
    const isPassing = imports.some(({ fact }) => isReExported(facts.language, fact));
    offers.set(path, isPassing && !isLedTheSame ? 'all' : changedNames(was, facts, unit));
  }
  for (const path of findDependents(after, offers)) found.add(path);
  return found;
}
