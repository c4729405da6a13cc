import type { ImportedName, ImportFact } from '../../facts.ts';
import type { Names } from '../names.ts';
import type { ImportedUnit, Project, Unit } from '../unit.ts';

/** All imports of one file from another. */
export interface Use {
  readonly facts: ImportFact[];
  readonly names: Set<string>;
  /** The file that re-exports the names, if they are not imported directly. */
  readonly by?: string;
}

/** Maps each local name to the members that a file uses: `login` of `auth.login`. */
function membersUsed({ facts }: Project, path: string): Map<string, Set<string>> {
  const members = new Map<string, Set<string>>();
  const { symbols = [], usedInTests = [], usedAtTop = [] } = facts.get(path) ?? {};
  const inSymbols = symbols.flatMap(({ uses, extends: above, implements: promised }) => [...uses, ...above, ...promised]);
  const own = new Set(symbols.map(({ name }) => name));
  const foreignAtTop = usedAtTop.filter((name) => name.includes('.') || !own.has(name));
  for (const used of [...inSymbols, ...usedInTests, ...foreignAtTop]) {
    // Which members a module used as a value has does not matter for the file: it depends on the module.
    if (used.endsWith('.*')) continue;
    const cut = used.indexOf('.');
    // Names without a qualifier come from `import *` or from the file's own package.
    const [local, member] = cut < 0 ? ['*', used] : [used.slice(0, cut), used.slice(cut + 1)];
    const known = members.get(local);
    if (known === undefined) members.set(local, new Set([member]));
    else known.add(member);
  }
  return members;
}

/** The imports of a file, by target file. */
export class ImportUses {
  readonly found = new Map<string, Use>();
  /** Names that are imported through a re-export, by the file that declares them. */
  readonly passedOn = new Map<string, Use>();
  /** Files that imports only pass through, each with the first such import. */
  readonly onWay = new Map<string, ImportFact>();
  #members: ReadonlyMap<string, ReadonlySet<string>> | undefined;

  constructor(
    private readonly project: Project,
    private readonly names: Names,
    private readonly path: string,
  ) {
    for (const resolved of names.importsOf(path)) {
      const missing = names.missingNames(path, resolved);
      for (const { unit, names: all, isOnWay, isForTypes } of resolved.taken) {
        if (isOnWay) this.#pass(resolved.fact, unit);
        else
          this.#take(isForTypes ? { ...resolved.fact, isTypeOnly: true } : resolved.fact, {
            unit,
            names: all.filter(({ name }) => !missing.has(name)),
          });
      }
    }
  }

  /** Type-only imports run no code, and idle files contain none, so they are skipped. */
  #pass(fact: ImportFact, { files }: Unit): void {
    for (const file of fact.isTypeOnly ? [] : files) {
      if (!this.onWay.has(file) && !this.project.facts.get(file)?.isIdle) this.onWay.set(file, fact);
    }
  }

  /** For a package, the targets are the files that declare the used names. */
  #take(fact: ImportFact, { unit, names: taken }: ImportedUnit): void {
    const [only] = unit.files;
    if (unit.files.length !== 1 || only === undefined) {
      for (const name of taken.flatMap((each) => [...this.#namesOf(each)])) {
        for (const { path } of this.names.findAll(unit, name)) this.#use(path, fact).names.add(name);
      }
      return;
    }
    const use = this.#use(only, fact);
    for (const each of taken) {
      use.names.add(each.name);
      for (const name of this.#namesOf(each)) if (this.#gets(unit, each, name)) this.#takePassedOn(fact, unit, name);
    }
  }

  /** A re-exported name also makes the file that declares it a dependency, because changes there affect the importing file. */
  #takePassedOn(fact: ImportFact, unit: Unit, name: string): void {
    const [by = ''] = unit.files;
    for (const declarer of this.names.declarersOf(unit, name)) {
      if (declarer === by || declarer === this.path) continue;
      const use = this.passedOn.get(declarer) ?? { facts: [], names: new Set<string>(), by };
      if (use.facts.length === 0) this.passedOn.set(declarer, use);
      if (!use.facts.includes(fact)) use.facts.push(fact);
      use.names.add(name);
    }
  }

  #namesOf({ name, local }: ImportedName): Iterable<string> {
    if (name !== '*') return [name];
    this.#members ??= membersUsed(this.project, this.path);
    return this.#members.get(local) ?? [];
  }

  /** Whether the file gets a name from a unit. */
  #gets(unit: Unit, { local }: ImportedName, name: string): boolean {
    return local !== '*' || this.names.isBrought(unit, name);
  }

  #use(target: string, fact: ImportFact): Use {
    const use = this.found.get(target) ?? { facts: [], names: new Set() };
    if (use.facts.length === 0) this.found.set(target, use);
    if (!use.facts.includes(fact)) use.facts.push(fact);
    return use;
  }
}
