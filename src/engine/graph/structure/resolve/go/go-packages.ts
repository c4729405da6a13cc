import type { ImportFact } from '../../../facts.ts';
import { GENERATED } from '../../../languages/go/go-members.ts';
import { goPackageName } from '../../../languages/go/go-package-name.ts';
import { folderOf, nameOf } from '../../paths.ts';
import { listImportedUnits, type Project, type Resolution, type Unit } from '../../unit.ts';
import { isIgnoredByGo } from './go-modules.ts';

/** A declared name with the files that declare it. There are several if it differs between operating systems. */
export interface GoDeclared {
  readonly files: readonly string[];
  readonly is: string;
}

const isTest = (path: string): boolean => path.endsWith('_test.go');

/** The files of one folder with the same package clause. */
export class GoPackage {
  /** The files that other packages see: all except tests. */
  readonly unit: Unit;
  #declared: Map<string, { file: string; is: string }[]> | undefined;
  #methods: Map<string, GoDeclared[]> | undefined;

  constructor(
    private readonly facts: Project['facts'],
    readonly folder: string,
    readonly name: string,
    readonly files: readonly string[],
  ) {
    this.unit = { files: files.filter((file) => !isTest(file)) };
  }

  /**
   * Returns the declaration of a name or of a member of a type (`Command.Run`).
   * @param from the using file; a test also sees what other tests of the package declare
   */
  declared(name: string, from: string): GoDeclared | undefined {
    const all = this.#all.get(name)?.filter(({ file }) => !isTest(file) || (isTest(from) && folderOf(from) === this.folder));
    const [first] = all ?? [];
    return first === undefined ? undefined : { files: [...new Set(all?.map(({ file }) => file))], is: first.is };
  }

  isType(name: string): boolean {
    return this.files.some((file) => this.facts.get(file)?.symbols.some((symbol) => symbol.name === name && symbol.kind === 'type'));
  }

  /** Whether it may have names that its files do not show: one is read only in part, or has `//go:generate`. */
  get isIncomplete(): boolean {
    return this.#all.has(GENERATED) || this.files.some((file) => this.facts.get(file)?.isBroken !== false);
  }

  /** Returns the methods of a name, one for each type that has it. */
  methods(name: string): readonly GoDeclared[] {
    this.#methods ??= this.#byMethod();
    return this.#methods.get(name) ?? [];
  }

  #byMethod(): Map<string, GoDeclared[]> {
    const found = new Map<string, GoDeclared[]>();
    for (const [name, all] of this.#all) {
      const dot = name.indexOf('.');
      const [first] = all;
      if (dot < 0 || first === undefined || !first.is.startsWith('(')) continue;
      const method = name.slice(dot + 1);
      found.set(method, [...(found.get(method) ?? []), { files: [...new Set(all.map(({ file }) => file))], is: first.is }]);
    }
    return found;
  }

  get #all(): Map<string, { file: string; is: string }[]> {
    if (this.#declared !== undefined) return this.#declared;
    const found = new Map<string, { file: string; is: string }[]>();
    for (const file of this.files) {
      for (const [name, is] of this.facts.get(file)?.types?.declared ?? []) {
        const known = found.get(name);
        if (known === undefined) found.set(name, [{ file, is }]);
        else known.push({ file, is });
      }
    }
    this.#declared = found;
    return found;
  }
}

/** The packages of a project, and which of them each file sees. */
export class GoPackages {
  readonly #byFolder = new Map<string, GoPackage[]>();
  readonly #imports = new Map<string, ReadonlyMap<string, GoPackage | 'outside'>>();

  constructor(
    readonly facts: Project['facts'],
    private readonly resolve: (fact: ImportFact, from: string) => Resolution,
  ) {
    const files = new Map<string, Map<string, string[]>>();
    for (const [path, { language, packageName }] of facts) {
      if (language !== 'go' || isIgnoredByGo(nameOf(path))) continue;
      const folder = files.get(folderOf(path)) ?? new Map<string, string[]>();
      files.set(folderOf(path), folder);
      folder.set(packageName, [...(folder.get(packageName) ?? []), path]);
    }
    for (const [folder, byName] of files)
      this.#byFolder.set(
        folder,
        Array.from(byName, ([name, all]) => new GoPackage(facts, folder, name, all)),
      );
  }

  get folders(): Iterable<string> {
    return this.#byFolder.keys();
  }

  /**
   * Returns the package that an import of a folder means: the one with the most files, without test packages. A `main` package counts only
   * if there is no other.
   */
  inFolder(folder: string): GoPackage | undefined {
    const all = (this.#byFolder.get(folder) ?? []).filter(({ unit }) => unit.files.length > 0);
    const libraries = all.filter(({ name }) => name !== 'main');
    return (libraries.length > 0 ? libraries : all).reduce<GoPackage | undefined>(
      (most, each) => (most === undefined || each.unit.files.length > most.unit.files.length ? each : most),
      undefined,
    );
  }

  of(file: string): GoPackage | undefined {
    const name = isIgnoredByGo(nameOf(file)) ? undefined : this.facts.get(file)?.packageName;
    return this.#byFolder.get(folderOf(file))?.find((each) => each.name === name);
  }

  /**
   * Returns the package that a file imports under a local name. Without an explicit name, the name in the package clause counts, not the
   * folder name.
   */
  importedAs(file: string, name: string): GoPackage | 'outside' | undefined {
    return this.#importsOf(file).get(name);
  }

  /** Yields the packages whose names a file uses without a qualifier: its own package and dot imports. */
  *openIn(file: string): Generator<GoPackage> {
    const own = this.of(file);
    if (own !== undefined) yield own;
    for (const fact of this.facts.get(file)?.imports ?? []) {
      if (!fact.names.some(({ local }) => local === '*')) continue;
      const of = this.meaning(fact, file);
      if (of instanceof GoPackage) yield of;
    }
  }

  /** Returns the package of a file and those that it imports. */
  seenFrom(file: string): Set<GoPackage> {
    return new Set([...this.openIn(file), ...[...this.#importsOf(file).values()].filter((each) => each instanceof GoPackage)]);
  }

  #importsOf(file: string): ReadonlyMap<string, GoPackage | 'outside'> {
    const known = this.#imports.get(file);
    if (known !== undefined) return known;
    const found = new Map<string, GoPackage | 'outside'>();
    for (const fact of this.facts.get(file)?.imports ?? []) {
      const of = this.meaning(fact, file);
      for (const { local } of fact.names) found.set(of instanceof GoPackage && !isRenamed(fact) ? of.name : local, of);
    }
    this.#imports.set(file, found);
    return found;
  }

  /** Whether a folder has several packages that can be imported, such as one for each platform. */
  hasSeveral(folder: string): boolean {
    return (this.#byFolder.get(folder) ?? []).filter(({ name, unit }) => name !== 'main' && unit.files.length > 0).length > 1;
  }

  /** Returns the package that an import means. */
  meaning(fact: ImportFact, from: string): GoPackage | 'outside' {
    const resolution = this.resolve(fact, from);
    const file = listImportedUnits(resolution)[0]?.unit.files[0];
    return (file === undefined ? undefined : this.of(file)) ?? 'outside';
  }
}

/** Whether an import has an explicit local name. A name that was derived from the path does not count. */
const isRenamed = ({ specifier, names, isNamed }: ImportFact): boolean =>
  isNamed === true || names.some(({ local }) => local !== goPackageName(specifier));
