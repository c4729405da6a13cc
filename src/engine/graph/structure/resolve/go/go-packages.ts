import type { ImportFact } from '../../../facts.ts';
import { goPackageName } from '../../../languages/go/go-package-name.ts';
import { folderOf, nameOf } from '../../paths.ts';
import { type Project, type Resolution, takenOf, type Unit } from '../../unit.ts';
import { isPassedOver } from './go-modules.ts';

/** Something that is declared, with the files that do: of one that differs between systems each has it. */
export interface GoDeclared {
  readonly files: readonly string[];
  readonly is: string;
}

const isTest = (path: string): boolean => path.endsWith('_test.go');

/** The files of one folder that begin with the same package clause. */
export class GoPackage {
  /** What others see of it: not its tests. */
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

  /** What is declared by a name, or as a member of a type: `Command.Run`. @param from tests see what other tests of the package declare */
  declared(name: string, from: string): GoDeclared | undefined {
    const all = this.#all.get(name)?.filter(({ file }) => !isTest(file) || (isTest(from) && folderOf(from) === this.folder));
    const [first] = all ?? [];
    return first === undefined ? undefined : { files: [...new Set(all?.map(({ file }) => file))], is: first.is };
  }

  isType(name: string): boolean {
    return this.files.some((file) => this.facts.get(file)?.symbols.some((symbol) => symbol.name === name && symbol.kind === 'type'));
  }

  /** Of each type that has it, a method by its name. */
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

/** The packages of a project, and what its files see of them. */
export class GoPackages {
  readonly #byFolder = new Map<string, GoPackage[]>();
  readonly #imports = new Map<string, ReadonlyMap<string, GoPackage | 'outside'>>();

  constructor(
    readonly facts: Project['facts'],
    private readonly resolve: (fact: ImportFact, from: string) => Resolution,
  ) {
    const files = new Map<string, Map<string, string[]>>();
    for (const [path, { language, packageName }] of facts) {
      if (language !== 'go' || isPassedOver(nameOf(path))) continue;
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

  /** The package that others get from a folder: that of most files, which is no test and no program that stands beside it. */
  inFolder(folder: string): GoPackage | undefined {
    const all = (this.#byFolder.get(folder) ?? []).filter(({ unit }) => unit.files.length > 0);
    const libraries = all.filter(({ name }) => name !== 'main');
    return (libraries.length > 0 ? libraries : all).reduce<GoPackage | undefined>(
      (most, each) => (most === undefined || each.unit.files.length > most.unit.files.length ? each : most),
      undefined,
    );
  }

  of(file: string): GoPackage | undefined {
    const name = isPassedOver(nameOf(file)) ? undefined : this.facts.get(file)?.packageName;
    return this.#byFolder.get(folderOf(file))?.find((each) => each.name === name);
  }

  /** What a file imports by a name: where it says none, that of the package's clause, whatever its folder is called. */
  importedAs(file: string, name: string): GoPackage | 'outside' | undefined {
    return this.#importsOf(file).get(name);
  }

  /** Packages whose names a file sees without another name before them. */
  *openIn(file: string): Generator<GoPackage> {
    const own = this.of(file);
    if (own !== undefined) yield own;
    for (const fact of this.facts.get(file)?.imports ?? []) {
      if (!fact.names.some(({ local }) => local === '*')) continue;
      const of = this.#packageOf(fact, file);
      if (of instanceof GoPackage) yield of;
    }
  }

  /** The own package of a file, and those that it imports. */
  seenFrom(file: string): Set<GoPackage> {
    return new Set([...this.openIn(file), ...[...this.#importsOf(file).values()].filter((each) => each instanceof GoPackage)]);
  }

  #importsOf(file: string): ReadonlyMap<string, GoPackage | 'outside'> {
    const known = this.#imports.get(file);
    if (known !== undefined) return known;
    const found = new Map<string, GoPackage | 'outside'>();
    for (const fact of this.facts.get(file)?.imports ?? []) {
      const of = this.#packageOf(fact, file);
      for (const { local } of fact.names) found.set(of instanceof GoPackage && !isRenamed(fact) ? of.name : local, of);
    }
    this.#imports.set(file, found);
    return found;
  }

  #packageOf(fact: ImportFact, from: string): GoPackage | 'outside' {
    const resolution = this.resolve(fact, from);
    const file = takenOf(resolution)[0]?.unit.files[0];
    return (file === undefined ? undefined : this.of(file)) ?? 'outside';
  }
}

/** Whether an import says by which name it goes; a name that is guessed from the path is the package's own. */
const isRenamed = ({ specifier, names }: ImportFact): boolean => names.some(({ local }) => local !== goPackageName(specifier));
