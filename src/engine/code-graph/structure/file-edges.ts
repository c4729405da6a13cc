import type { ImportedName, ImportFact } from '../facts.ts';
import { type Edges, named } from './edges.ts';
import type { Names } from './names.ts';
import { folderOf } from './paths.ts';
import { Scope } from './scope.ts';
import { isForTests, isTestFile, stemOf, subjectOf } from './tests.ts';
import type { Project, Taken } from './unit.ts';

/** An import weighs this, and for each name that it takes something more. */
const IMPORT = { base: 0.5, perName: 0.1, most: 1, dynamic: 0.4, typesOnly: 0.5 } as const;
/** A test leans most on what it is named after. */
const TESTED = { imported: 0.6, namesake: 1, nameAlone: 0.5 } as const;
/** All of a module counts as so many names. */
const WHOLE = 3;
/** A name that more files have tells of none of them. */
const MOST_NAMESAKES = 3;

/** What one file takes from another, over all its imports. */
interface Use {
  readonly facts: ImportFact[];
  readonly names: Set<string>;
}

/** The files that a name of an import leads to: in a package those that declare what is used of it. */
function filesTaken(names: Names, { unit, names: taken }: Taken, members: ReadonlyMap<string, ReadonlySet<string>>): [string, string][] {
  const [only] = unit.files;
  if (unit.files.length === 1 && only !== undefined) return taken.length === 0 ? [[only, '']] : taken.map(({ name }) => [only, name]);
  const used = taken.flatMap(({ name, local }: ImportedName) => (name === '*' ? [...(members.get(local) ?? [])] : [name]));
  return used.flatMap((name) => {
    const meant = names.find(unit, name);
    return meant === null ? [] : [[meant.path, name] as [string, string]];
  });
}

/** By local name, the members that a file uses of it: `login` of `auth.login`. */
function membersUsed({ facts }: Project, path: string): Map<string, Set<string>> {
  const members = new Map<string, Set<string>>();
  for (const { uses, extends: above, implements: promised } of facts.get(path)?.symbols ?? []) {
    for (const used of [...uses, ...above, ...promised]) {
      const cut = used.indexOf('.');
      // What is seen without a name before it comes from `import *` or the own package.
      const [local, member] = cut < 0 ? ['*', used] : [used.slice(0, cut), used.slice(cut + 1)];
      const known = members.get(local);
      if (known === undefined) members.set(local, new Set([member]));
      else known.add(member);
    }
  }
  return members;
}

/** What a file takes from each other file of the project. */
function usesOf(project: Project, names: Names, path: string): Map<string, Use> {
  const uses = new Map<string, Use>();
  const members = membersUsed(project, path);
  for (const { fact, taken } of names.importsOf(path)) {
    for (const [target, name] of taken.flatMap((each) => filesTaken(names, each, members))) {
      const use = uses.get(target) ?? { facts: [], names: new Set() };
      uses.set(target, use);
      if (!use.facts.includes(fact)) use.facts.push(fact);
      if (name !== '') use.names.add(name);
    }
  }
  return uses;
}

function importWeight({ facts, names }: Use): number {
  const counted = names.has('*') ? Math.max(WHOLE, names.size) : names.size;
  const weight = facts.every(({ kind }) => kind === 'dynamic')
    ? IMPORT.dynamic
    : Math.min(IMPORT.most, IMPORT.base + IMPORT.perName * counted);
  return facts.every(({ isTypeOnly }) => isTypeOnly) ? weight * IMPORT.typesOnly : weight;
}

function sentence(path: string, target: string, { facts, names }: Use): string {
  const [first] = facts;
  const what =
    names.size === 0 || names.has('*') ? '' : `${named([...names].map((name) => (name === 'default' ? 'the default' : name)))} from `;
  const how = facts.every(({ kind }) => kind === 're-export')
    ? 'passes on'
    : facts.every(({ kind }) => kind === 'dynamic')
      ? 'loads'
      : 'imports';
  const types = facts.every(({ isTypeOnly }) => isTypeOnly) ? ', types only' : '';
  return `${path} ${how} ${what}${target} (line ${first?.line ?? 1}${types})`;
}

/** `tests` from a test to what it tests, else `depends`. @param weight of `depends` */
function connect({ facts }: Project, edges: Edges, { path, target, weight, why }: Connection): void {
  const [own, other] = [facts.get(path), facts.get(target)];
  if (own === undefined || other === undefined) return;
  if (!isTestFile(path, own) || isForTests(target, other)) edges.add('depends', path, target, weight, why);
  else edges.add('tests', path, target, subjectOf(path) === stemOf(target) ? TESTED.namesake : TESTED.imported, why);
}

interface Connection {
  readonly path: string;
  readonly target: string;
  readonly weight: number;
  readonly why: string;
}

/** `depends` and `tests` between files, by what they import. */
export function addImports(project: Project, names: Names, edges: Edges): void {
  for (const path of project.facts.keys()) {
    for (const [target, use] of usesOf(project, names, path)) {
      connect(project, edges, { path, target, weight: importWeight(use), why: sentence(path, target, use) });
    }
  }
}

/** The same in packages whose files see one another without an import (Go, Java), by what they use. */
export function addPackageEdges(project: Project, names: Names, edges: Edges): void {
  for (const [path, { symbols }] of project.facts) {
    const unit = names.resolverOf(path)?.unitOf(path);
    if (unit === undefined || unit.files.length < 2) continue;
    const scope = new Scope(names, path);
    for (const { name, line, uses, extends: above, implements: promised } of symbols) {
      for (const used of [...uses, ...above, ...promised]) {
        const meant = scope.meaning(used);
        if (meant === null || !unit.files.includes(meant.path)) continue;
        const why = `${path} uses ${meant.symbol?.name ?? meant.path} in ${name} (line ${line})`;
        connect(project, edges, { path, target: meant.path, weight: IMPORT.base + IMPORT.perName, why });
      }
    }
  }
}

/** The files of programs by what tests of them would be named after. */
function byStem({ facts: all }: Project): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [path, facts] of all) {
    if (isForTests(path, facts)) continue;
    const known = found.get(stemOf(path));
    if (known === undefined) found.set(stemOf(path), [path]);
    else known.push(path);
  }
  return found;
}

/** `tests` by name alone, for tests that import nothing of the project: `tests/login.test.ts` and `src/login.ts`. */
export function addNamesakes(project: Project, names: Names, edges: Edges): void {
  const stems = byStem(project);
  const leansOnNothing = (path: string): boolean => names.importsOf(path).every(({ taken }) => taken.length === 0);
  for (const [path, facts] of project.facts) {
    if (!isTestFile(path, facts) || !leansOnNothing(path)) continue;
    const all = (stems.get(subjectOf(path)) ?? []).filter((each) => project.facts.get(each)?.language === facts.language);
    const beside = all.filter((each) => folderOf(each) === folderOf(path));
    const meant = beside.length > 0 ? beside : all;
    if (meant.length > MOST_NAMESAKES) continue;
    for (const each of meant) edges.add('tests', path, each, TESTED.nameAlone, `${path} is named after ${each}`);
  }
}
