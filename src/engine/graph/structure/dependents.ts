import type { FileFacts, ImportedName } from '../facts.ts';
import type { StructureParts } from './file-edges.ts';
import { passesOn, type Unit } from './unit.ts';

/** The names by which others take something from a file, that mean something else now; `all` where anything may. */
export type ChangedNames = ReadonlySet<string> | 'all';

/** What other files see of a file beside its symbols: whether it holds tests, whether anything in it runs, and what it passes on. */
function passedOn({ language, hasTests, imports, topNames, isBroken, isIdle }: FileFacts): string {
  const all = imports.filter((fact) => passesOn(language, fact));
  return JSON.stringify([
    hasTests,
    topNames,
    isBroken,
    isIdle,
    all.map(({ specifier, names }) => [specifier, names.map(({ name, local }) => [name, local])]),
  ]);
}

/** By name, the symbol that others get by it; of two the first. */
function offered({ symbols }: FileFacts): Map<string, string> {
  const found = new Map<string, string>();
  for (const { name, exportedAs } of symbols) for (const each of exportedAs) if (!found.has(each)) found.set(each, name);
  return found;
}

/** What is declared, in its order: of that the other files of a package see all. */
const declared = ({ symbols }: FileFacts): string => JSON.stringify(symbols.map(({ name }) => name));

/**
 * Which names of a file mean something else to others: it does not matter where things stand and what they use, only what they are called
 * and who may take them.
 * @param unit what sees the file without an import
 */
export function changedNames(before: FileFacts, after: FileFacts, unit: Unit | undefined): ChangedNames {
  if (before === after) return new Set();
  const areSeen = unit !== undefined && isShared(unit);
  if (passedOn(before) !== passedOn(after) || (areSeen && declared(before) !== declared(after))) return 'all';
  const [one, other] = [offered(before), offered(after)];
  return new Set([...one.keys(), ...other.keys()].filter((name) => one.get(name) !== other.get(name)));
}

/** Whether the files of a unit see each other's names, exported or not. */
const isShared = ({ files }: Unit): boolean => files.length > 1;

/** A file that takes something from another, or sees it without an import. */
interface User {
  readonly path: string;
  /** What it takes; `null` where that may be anything. */
  readonly names: readonly ImportedName[] | null;
  /** Whether others get it there, too. */
  readonly isPassedOn: boolean;
}

/** By file, who takes something from it. */
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
      const isPassedOn = passesOn(language, fact);
      for (const each of taken) use(each.unit, { path, names: isShared(each.unit) ? null : each.names, isPassedOn });
    }
    const own = names.resolverOf(path)?.unitOf(path);
    if (own !== undefined && isShared(own)) use(own, { path, names: null, isPassedOn: true });
  }
  return users;
}

/** Whether a user may mean something else by what it takes. */
function isReached({ names }: User, changed: ChangedNames): boolean {
  return names === null || changed === 'all' || names.some(({ name }) => name === '*' || changed.has(name));
}

/** The names of a user that mean something else now, because it passes on what it takes. */
function passedBy({ names, isPassedOn }: User, changed: ChangedNames): ChangedNames {
  if (!isPassedOn) return new Set();
  if (names === null || changed === 'all') return 'all';
  return new Set(names.flatMap(({ name, local }) => (local === '*' ? [...changed] : changed.has(name) ? [local] : [])));
}

/** What is known to have changed of each file. */
class Spread {
  readonly #known = new Map<string, ChangedNames>();
  readonly open: { readonly path: string; readonly changed: ChangedNames }[] = [];

  /** Each node is visited once, so a cycle ends. */
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
 * The files whose edges may be others because of what these files offer now: whoever takes something from them that means something else,
 * also through files that pass it on, and whoever sees them without an import.
 */
export function dependentsOf(ground: StructureParts, all: ReadonlyMap<string, ChangedNames>): Set<string> {
  const found = new Set<string>();
  const spread = new Spread();
  for (const [path, changed] of all) spread.add(path, changed);
  const users: ReadonlyMap<string, readonly User[]> = spread.open.length === 0 ? new Map() : usersOf(ground);
  for (let next = spread.open.pop(); next !== undefined; next = spread.open.pop()) {
    for (const user of users.get(next.path) ?? []) {
      if (!isReached(user, next.changed)) continue;
      found.add(user.path);
      spread.add(user.path, passedBy(user, next.changed));
    }
  }
  return found;
}
