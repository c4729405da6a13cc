import type { ImportedName, ImportFact } from '../facts.ts';
import { NOT_LOADED } from '../loading.ts';
import { type Edges, named } from './edges.ts';
import type { Names } from './names.ts';
import { folderOf, sharedFolders } from './paths.ts';
import { Scope } from './scope.ts';
import { stemOf, subjectOf, type TestFiles } from './tests.ts';
import { addUsesAtTop } from './top-uses.ts';
import type { Project, Taken, Unit } from './unit.ts';
import { useLinesOf } from './use-lines.ts';

/** An import weighs this, and for each name that it takes something more. */
const IMPORT = { base: 0.5, perName: 0.1, most: 1, dynamic: 0.4, typesOnly: 0.5 } as const;
/** A test depends most on what it is named after. */
const TESTED = { imported: 0.6, namesake: 1, nameAlone: 0.5 } as const;
/** Nothing is taken from a file that is only passed through: few changes of it reach who passes. */
const ON_WAY = 0.3;
/** All of a module counts as so many names. */
const WHOLE = 3;
/** A name that more files have tells of none of them. */
const MOST_NAMESAKES = 3;

/** What one file takes from another, over all its imports. */
interface Use {
  readonly facts: ImportFact[];
  readonly names: Set<string>;
  /** The file from which it takes them, where that only passes them on. */
  readonly by?: string;
}

/** By local name, the members that a file uses of it: `login` of `auth.login`. */
function membersUsed({ facts }: Project, path: string): Map<string, Set<string>> {
  const members = new Map<string, Set<string>>();
  const { symbols = [], usedInTests = [], usedAtTop = [] } = facts.get(path) ?? {};
  const inSymbols = symbols.flatMap(({ uses, extends: above, implements: promised }) => [...uses, ...above, ...promised]);
  const wholesAtTop = usedAtTop.filter((name) => name.includes('.'));
  for (const used of [...inSymbols, ...usedInTests, ...wholesAtTop]) {
    const cut = used.indexOf('.');
    // What is seen without a name before it comes from `import *` or the own package.
    const [local, member] = cut < 0 ? ['*', used] : [used.slice(0, cut), used.slice(cut + 1)];
    const known = members.get(local);
    if (known === undefined) members.set(local, new Set([member]));
    else known.add(member);
  }
  return members;
}

/** What a file takes from each other file of the project. */
class Uses {
  readonly found = new Map<string, Use>();
  /** What others pass on to it, by who declares it. */
  readonly passedOn = new Map<string, Use>();
  /** The files that imports only pass through, each with the first that does. */
  readonly onWay = new Map<string, ImportFact>();
  #members: ReadonlyMap<string, ReadonlySet<string>> | undefined;

  constructor(
    private readonly project: Project,
    private readonly names: Names,
    private readonly path: string,
  ) {
    for (const resolved of names.importsOf(path)) {
      const missing = names.missingNames(path, resolved);
      for (const { unit, names: all, isOnWay } of resolved.taken) {
        if (isOnWay) this.#pass(resolved.fact, unit);
        else this.#take(resolved.fact, { unit, names: all.filter(({ name }) => !missing.has(name)) });
      }
    }
  }

  /** Of what is only there for those who check types nothing runs, and of a file that has nothing to run neither. */
  #pass(fact: ImportFact, { files }: Unit): void {
    for (const file of fact.isTypeOnly ? [] : files) {
      if (!this.onWay.has(file) && !this.project.facts.get(file)?.isIdle) this.onWay.set(file, fact);
    }
  }

  /** From a package it takes the files that declare what is used of it. */
  #take(fact: ImportFact, { unit, names: taken }: Taken): void {
    const [only] = unit.files;
    if (unit.files.length !== 1 || only === undefined) {
      for (const name of taken.flatMap((each) => [...this.#namesOf(each)])) {
        const meant = this.names.find(unit, name);
        if (meant !== null) this.#use(meant.path, fact).names.add(name);
      }
      return;
    }
    const use = this.#use(only, fact);
    for (const each of taken) {
      use.names.add(each.name);
      for (const name of this.#namesOf(each)) this.#takePassedOn(fact, unit, name);
    }
  }

  /** Of a file that only passes a name on, the one that declares it is a dependency, too: what changes there reaches who asked here. */
  #takePassedOn(fact: ImportFact, unit: Unit, name: string): void {
    const declarer = this.names.declarerOf(unit, name);
    const [by = ''] = unit.files;
    if (declarer === null || declarer === by || declarer === this.path) return;
    const use = this.passedOn.get(declarer) ?? { facts: [], names: new Set<string>(), by };
    if (use.facts.length === 0) this.passedOn.set(declarer, use);
    if (!use.facts.includes(fact)) use.facts.push(fact);
    use.names.add(name);
  }

  #namesOf({ name, local }: ImportedName): Iterable<string> {
    if (name !== '*') return [name];
    this.#members ??= membersUsed(this.project, this.path);
    return this.#members.get(local) ?? [];
  }

  #use(target: string, fact: ImportFact): Use {
    const use = this.found.get(target) ?? { facts: [], names: new Set() };
    if (use.facts.length === 0) this.found.set(target, use);
    if (!use.facts.includes(fact)) use.facts.push(fact);
    return use;
  }
}

/** Whether it is not loaded with the file that names it. */
const isLater = ({ kind }: ImportFact): boolean => kind === 'dynamic' || kind === 'glob' || kind === 'url';

function importWeight({ facts, names }: Use): number {
  const counted = names.has('*') ? Math.max(WHOLE, names.size) : names.size;
  const weight = facts.every(isLater) ? IMPORT.dynamic : Math.min(IMPORT.most, IMPORT.base + IMPORT.perName * counted);
  return facts.every(({ isTypeOnly }) => isTypeOnly) ? weight * IMPORT.typesOnly : weight;
}

/** Why the target is not loaded with the file, behind the line; empty where it is. */
function loadingOf({ facts, by }: Use): string {
  const atRun = facts.filter(({ isTypeOnly }) => !isTypeOnly);
  if (atRun.length === 0) return `, ${NOT_LOADED.types}`;
  if (atRun.every(isLater)) return `, ${NOT_LOADED.later}`;
  return by === undefined ? '' : `, ${NOT_LOADED.through}`;
}

/** `line 3`, `lines 3 and 9`: where the imports stand. */
function linesIn(facts: readonly ImportFact[]): string {
  const lines = [...new Set(facts.map(({ line }) => line))].sort((one, other) => one - other);
  return `${lines.length > 1 ? 'lines' : 'line'} ${named(lines.map(String))}`;
}

function sentence(path: string, target: string, use: Use): string {
  const { facts, names, by } = use;
  const what =
    names.size === 0 || names.has('*') ? '' : `${named([...names].map((name) => (name === 'default' ? 'the default' : name)))} from `;
  const how = facts.every(({ kind }) => kind === 're-export') ? 're-exports' : facts.every(isLater) ? 'loads' : 'imports';
  const way = by === undefined ? '' : `, which ${by} re-exports`;
  return `${path} ${how} ${what}${target}${way} (${linesIn(facts)}${loadingOf(use)})`;
}

interface Connection {
  readonly path: string;
  readonly target: string;
  readonly weight: number;
  /** What an edge of a test may weigh. Default: what tests weigh. */
  readonly most?: number;
  readonly why: string;
}

/** What the edges between files are made from. */
export interface StructureParts {
  readonly project: Project;
  readonly names: Names;
  readonly tests: TestFiles;
}

/** `tests` from a test to what it tests, else `depends`. @param weight of `depends` */
export function connect({ project, tests }: StructureParts, edges: Edges, { path, target, weight, most = 1, why }: Connection): void {
  if (!project.facts.has(target)) return;
  if (!tests.isTest(path) || tests.isForTests(target)) edges.add('depends', path, target, weight, why);
  else edges.add('tests', path, target, Math.min(most, subjectOf(path) === stemOf(target) ? TESTED.namesake : TESTED.imported), why);
}

/**
 * `depends` and `tests` from a file to others, by what it imports.
 * @param onWay takes the edges to what the imports only pass through
 */
export function addImports(ground: StructureParts, path: string, edges: Edges, onWay: Edges): void {
  const { found, passedOn, onWay: passed } = new Uses(ground.project, ground.names, path);
  for (const [target, use] of [...found, ...passedOn]) {
    // What is taken from where it is declared, too, says more.
    if (use.by !== undefined && found.has(target)) continue;
    connect(ground, edges, { path, target, weight: importWeight(use), why: sentence(path, target, use) });
  }
  for (const [target, { specifier, line }] of passed) {
    if (found.has(target) || passedOn.has(target)) continue;
    const why = `${path} imports ${specifier} through ${target} (line ${line}, ${NOT_LOADED.onWay})`;
    connect(ground, onWay, { path, target, weight: ON_WAY, most: ON_WAY, why });
  }
  if (!ground.tests.isTest(path)) addUsesAtTop(ground.project, ground.names, path, edges);
}

/** The same in packages whose files see one another without an import (Go, Java), by what they use. */
export function addPackageEdges(ground: StructureParts, path: string, edges: Edges): void {
  const { names, project } = ground;
  const unit = names.resolverOf(path)?.unitOf(path);
  if (unit === undefined || unit.files.length < 2) return;
  const scope = new Scope(names, path);
  for (const symbol of project.facts.get(path)?.symbols ?? []) {
    const { name, uses, extends: above, implements: promised } = symbol;
    const lineOf = useLinesOf(symbol);
    for (const used of [...uses, ...above, ...promised]) {
      const meant = scope.meaning(used);
      if (meant === null || !unit.files.includes(meant.path)) continue;
      const why = `${path} uses ${meant.symbol?.name ?? meant.path} in ${name} (line ${lineOf(used)})`;
      connect(ground, edges, { path, target: meant.path, weight: IMPORT.base + IMPORT.perName, why });
    }
  }
}

/** The files of programs by what tests of them would be named after. */
function byStem({ project: { facts }, tests }: StructureParts): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const path of facts.keys()) {
    if (tests.isForTests(path)) continue;
    const stem = stemOf(path);
    const known = found.get(stem);
    if (known === undefined) found.set(stem, [path]);
    else known.push(path);
  }
  return found;
}

/**
 * `tests` by name alone, for tests that import nothing of the project: `tests/login.test.ts` and `src/login.ts`.
 * @param isLeanedOn whether there is such an edge already, by what the test uses: that weighs more
 */
export function addNamesakes(ground: StructureParts, edges: Edges, isLeanedOn: (path: string, target: string) => boolean): void {
  const { project, names, tests } = ground;
  const usesProgram = (path: string): boolean =>
    names
      .resolverOf(path)
      ?.used?.(path)
      ?.some(({ files }) => files.some((file) => !tests.isForTests(file))) === true;
  const leansOnNothing = (path: string): boolean => names.importsOf(path).every(({ taken }) => taken.length === 0) && !usesProgram(path);
  const alone = [...project.facts].filter(([path]) => tests.isTest(path) && leansOnNothing(path));
  const stems = alone.length === 0 ? new Map<string, string[]>() : byStem(ground);
  for (const [path, facts] of alone) {
    const all = (stems.get(subjectOf(path)) ?? []).filter((each) => project.facts.get(each)?.language === facts.language);
    const nearest = Math.max(...all.map((each) => sharedFolders(each, path)));
    const beside = all.filter((each) => folderOf(each) === folderOf(path));
    const meant = beside.length > 0 ? beside : all.filter((each) => sharedFolders(each, path) === nearest);
    if (meant.length > MOST_NAMESAKES) continue;
    for (const each of meant) {
      if (!isLeanedOn(path, each)) edges.add('tests', path, each, TESTED.nameAlone, `${path} is named after ${each}`);
    }
  }
}
