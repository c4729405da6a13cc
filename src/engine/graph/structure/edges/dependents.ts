import type { FileFacts, ImportedName } from '../../facts.ts';
import type { StructureParts } from '../structure-parts.ts';
import { isReExported, type Unit } from '../unit.ts';

/** Exported names whose meaning changed; `all` if any name may have changed. */
export type ChangedNames = ReadonlySet<string> | 'all';

/**
 * Serializes what other files see of a file besides its symbols: tests, variables, parse errors, whether it runs anything, whether its
 * symbols are nodes, and re-exports.
 */
function passedOn(facts: FileFacts): string {
  const { language, hasTests, declaresTests, testMakers, imports, topNames, offered, isBroken, isIdle, isGenerated, linkTo } = facts;
  const all = imports.filter((fact) => isReExported(language, fact));
  return JSON.stringify([
    hasTests,
    declaresTests,
    testMakers,
    topNames,
    offered,
    isBroken,
    isIdle,
    isGenerated,
    linkTo,
    all.map(({ specifier, names }) => [specifier, names.map(({ name, local }) => [name, local])]),
  ]);
}

/** Maps each exported name to its symbol; the first of duplicates. */
function offered({ symbols }: FileFacts): Map<string, string> {
  const found = new Map<string, string>();
  for (const { name, exportedAs } of symbols) for (const each of exportedAs) if (!found.has(each)) found.set(each, name);
  return found;
}

/** Serializes the declared names in order. The other files of a package see all of them. */
const declared = ({ symbols }: FileFacts): string => JSON.stringify(symbols.map(({ name }) => name));

/**
 * Returns the names of a file whose meaning for other files changed. Only names and their visibility count, not positions or used names.
 * @param unit the files that see the file without an import
 */
export function changedNames(before: FileFacts, after: FileFacts, unit: Unit | undefined): ChangedNames {
  if (before === after) return new Set();
  const areSeen = unit !== undefined && isShared(unit);
  if (passedOn(before) !== passedOn(after) || (areSeen && declared(before) !== declared(after))) return 'all';
  const [one, other] = [offered(before), offered(after)];
  return new Set([...one.keys(), ...other.keys()].filter((name) => one.get(name) !== other.get(name)));
}

const isShared = ({ files }: Unit): boolean => files.length > 1;

/** A file that imports from another file, or sees it without an import. */
interface User {
  readonly path: string;
  /** The imported names; `null` if any name may be used. */
  readonly names: readonly ImportedName[] | null;
  /** Whether the user re-exports the names. */
  readonly isPassedOn: boolean;
}

/** Maps each file to its users. */
function usersOf({ project: { facts }, names }: StructureParts): Map<string, User[]> {
  const users = new Map<string, User[]>();
  const use = ({ files }: Unit, user: User): void => {
    for (const file of files) {
      const known = users.get(file);
      if (known === undefined) users.set(file, [user]);
      else known.push(user);
    }
  };
  for (const [path, { language }] of facts) {
    for (const { fact, taken } of names.importsOf(path)) {
      const isPassedOn = isReExported(language, fact);
      for (const each of taken) use(each.unit, { path, names: isShared(each.unit) ? null : each.names, isPassedOn });
    }
    const own = names.resolverOf(path)?.unitOf(path);
    if (own !== undefined && isShared(own)) use(own, { path, names: null, isPassedOn: true });
  }
  return users;
}

/** Whether changed names may affect a user. */
function isAffected({ names }: User, changed: ChangedNames): boolean {
  return names === null || changed === 'all' || names.some(({ name }) => name === '*' || changed.has(name));
}

/** Returns the names whose meaning also changed in a user, because it re-exports changed names. */
function affectedReExports({ names, isPassedOn }: User, changed: ChangedNames): ChangedNames {
  if (!isPassedOn) return new Set();
  if (names === null || changed === 'all') return 'all';
  return new Set(names.flatMap(({ name, local }) => (local === '*' ? [...changed] : changed.has(name) ? [local] : [])));
}

/** Worklist of files with changed names. */
class Spread {
  readonly #known = new Map<string, ChangedNames>();
  readonly open: { readonly path: string; readonly changed: ChangedNames }[] = [];

  /** Adds only names that are new for the file, so that cycles end. */
  add(path: string, changed: ChangedNames): void {
    const known = this.#known.get(path) ?? new Set();
    if (known === 'all') return;
    const more = changed === 'all' ? changed : new Set([...changed].filter((name) => !known.has(name)));
    if (more !== 'all' && more.size === 0) return;
    this.#known.set(path, more === 'all' ? more : new Set([...known, ...more]));
    this.open.push({ path, changed: more });
  }
}

/**
 * Returns the files whose edges may change because names in the given files changed: files that import these names, also through
 * re-exports, and files that see them without an import.
 */
export function findDependents(parts: StructureParts, all: ReadonlyMap<string, ChangedNames>): Set<string> {
  const found = new Set<string>();
  const spread = new Spread();
  for (const [path, changed] of all) spread.add(path, changed);
  const users: ReadonlyMap<string, readonly User[]> = spread.open.length === 0 ? new Map() : usersOf(parts);
  for (let next = spread.open.pop(); next !== undefined; next = spread.open.pop()) {
    for (const user of users.get(next.path) ?? []) {
      if (!isAffected(user, next.changed)) continue;
      found.add(user.path);
      spread.add(user.path, affectedReExports(user, next.changed));
    }
  }
  return found;
}
