import { folderOf, nameOf } from '../../paths.ts';
import type { Project, Unit } from '../../unit.ts';
import type { JavaBuilds } from './java-builds.ts';
import { JavaNamespace } from './java-namespace.ts';

/** Names of source sets that only tests see: `src/test/java`, `src/integrationTest/java`, `src/jmh/java`. */
const TESTS = /test|fixture|bench|jmh|spec|^it$/i;
/** Sources in languages that are not read, but whose classes Java code can use. */
const UNREAD = /(?:^|\/)src\/\w+\/(?:kotlin|groovy|scala|java)\/(.+)\/[^/]+\.(?:kt|groovy|scala)$/;

/** The module and source set of a source. */
interface SourceLocation {
  readonly module: string;
  readonly set: string;
}

/** A class of the project, and the names below it: `Inner` and `MAX` for `a.b.User.Inner.MAX`. */
interface ClassPath {
  /** The files that declare it, the nearest first. */
  readonly files: readonly string[];
  readonly name: string;
  readonly below: readonly string[];
  /** Which of the files is meant is known. */
  readonly isClear: boolean;
}

/** Returns the source root of a file: its folder without the folders of its package. */
function sourceRoot(path: string, packageName: string): string {
  const [folder, own] = [folderOf(path), packageName.replaceAll('.', '/')];
  if (folder === own) return '';
  return own !== '' && folder.endsWith(`/${own}`) ? folder.slice(0, -own.length - 1) : folder;
}

/** The packages of a project, their files, and which of them a file sees. */
export class JavaPackages {
  readonly #places = new Map<string, SourceLocation>();
  /** By module, by set, by package. */
  readonly #files = new Map<string, Map<string, Map<string, string[]>>>();
  /** By package, in all modules. */
  readonly #all = new Map<string, string[]>();
  readonly #seen = new Map<string, Unit | null>();
  readonly #classes = new WeakMap<readonly string[], ReadonlyMap<string, readonly string[]>>();
  readonly #own = new Set<string>();
  /** Java files that exist but are not read, because they are too large or unreadable. */
  readonly #unread: readonly string[];
  #namespace: JavaNamespace | undefined;
  /** Modules that no build covers. They see each other. */
  readonly #unbuilt = new Set<string>();

  constructor(
    private readonly project: Project,
    private readonly builds: JavaBuilds,
  ) {
    for (const [path, { language, packageName }] of project.facts) if (language === 'java') this.#put(path, packageName);
    this.#unread = [...project.files].filter((path) => path.endsWith('.java') && !project.facts.has(path));
    for (const path of project.files) this.#owns(UNREAD.exec(path)?.[1]?.replaceAll('/', '.'));
  }

  /** Returns the packages of each module, without tests. */
  #byModule(): string[][] {
    return Array.from(this.#files.values(), (sets) => {
      const programs = [...sets].filter(([set]) => !TESTS.test(set));
      return programs.flatMap(([, packages]) => [...packages.keys()].filter(Boolean));
    });
  }

  #owns(name: string | null | undefined): void {
    if (name) this.#own.add(name);
  }

  #put(path: string, packageName: string): void {
    const place = this.#placeOf(path, packageName);
    this.#places.set(path, place);
    this.#owns(packageName);
    const sets = this.#files.get(place.module) ?? new Map<string, Map<string, string[]>>();
    this.#files.set(place.module, sets);
    const packages = sets.get(place.set) ?? new Map<string, string[]>();
    sets.set(place.set, packages);
    for (const map of [packages, this.#all]) map.set(packageName, [...(map.get(packageName) ?? []), path]);
  }

  #placeOf(path: string, packageName: string): SourceLocation {
    const root = sourceRoot(path, packageName);
    const [folders = '', set] = /(?:^|\/)src\/(\w+)\/(?:java\d*|kotlin|groovy)$/.exec(root) ?? [];
    const built = this.builds.moduleOf(folderOf(path));
    const module = built ?? (set === undefined ? folderOf(root) : root.slice(0, root.length - folders.length));
    if (built === null) this.#unbuilt.add(module);
    const isNamed = set === undefined ? /^tests?$/i.test(nameOf(root)) : false;
    return { module, set: isNamed || (!TESTS.test(set ?? '') && this.builds.hasTests(root)) ? 'test' : (set ?? 'main') };
  }

  /** Returns the files of a package that a file sees, those of its own source set first; `null` if there are none. */
  seenFrom(from: string, packageName: string): Unit | null {
    const place = this.#places.get(from);
    if (place === undefined) return null;
    const key = `${place.module}\0${place.set}\0${packageName}`;
    const known = this.#seen.get(key);
    if (known !== undefined) return known;
    const files = [...new Set(this.#searched(place).flatMap((packages) => packages.get(packageName) ?? []))];
    const unit = files.length === 0 ? null : { files };
    this.#seen.set(key, unit);
    return unit;
  }

  /** Returns the visible packages by source set. Tests see other sources, but not the other way round. */
  #searched({ module, set }: SourceLocation): ReadonlyMap<string, string[]>[] {
    const isTest = TESTS.test(set);
    const setsOf = (each: string): ReadonlyMap<string, string[]>[] => {
      const all = [...(this.#files.get(each) ?? [])].map(([name, packages]) => ({ name, packages, isTest: TESTS.test(name) }));
      const rank = (name: string): number => (each === module && name === set ? 0 : name === 'main' ? 1 : TESTS.test(name) ? 3 : 2);
      return all
        .filter((one) => isTest || !one.isTest)
        .sort((one, other) => rank(one.name) - rank(other.name))
        .map(({ packages }) => packages);
    };
    const others = this.#unbuilt.has(module) ? [...this.#unbuilt] : this.builds.dependenciesOf(module);
    return [...new Set([module, ...others])].flatMap(setsOf);
  }

  /** Returns a package as a whole if only one module has it, otherwise `null`. Only tests see packages of tests. */
  onlyOne(packageName: string, from: string): Unit | null {
    const files = (this.#all.get(packageName) ?? []).filter((path) => this.#isTest(from) || !this.#isTest(path));
    const modules = new Set(files.map((path) => this.#places.get(path)?.module));
    return modules.size === 1 ? { files } : null;
  }

  has(packageName: string): boolean {
    return this.#all.has(packageName);
  }

  /** Whether the project has a source of a package, read or not. @param files those that also count */
  isKnown(packageName: string, files: Iterable<string> = []): boolean {
    const folder = `/${packageName.replaceAll('.', '/')}`;
    return this.#own.has(packageName) || [...this.#unread, ...files].some((path) => `/${folderOf(path)}`.endsWith(folder));
  }

  /** Whether a class has a file that exists but is not read. @param name qualified */
  isUnread(name: string): boolean {
    const file = `/${name.replaceAll('.', '/')}.java`;
    return this.#unread.some((path) => `/${path}`.endsWith(file));
  }

  /**
   * Finds the class that a qualified name means, or is below: `a.b.User` for `a.b.User.Inner.MAX`. @param name the last part; `*` for all
   * names @returns `null` if it means none
   */
  classIn(specifier: string, name: string, from: string): ClassPath | null {
    const parts = name === '*' ? specifier.split('.') : [...specifier.split('.'), name];
    for (let count = parts.length; count > 1; count -= 1) {
      const own = parts[count - 1] ?? '';
      const found = this.#classOf(from, parts.slice(0, count - 1).join('.'), own);
      if (found.files.length > 0) return { ...found, name: own, below: parts.slice(count) };
    }
    return null;
  }

  /** Returns the files that declare a class: the visible ones, otherwise all in the repository. */
  #classOf(from: string, packageName: string, name: string): Pick<ClassPath, 'files' | 'isClear'> {
    const seen = this.#declaring(this.seenFrom(from, packageName)?.files ?? [], name);
    if (seen.length > 0) return { files: seen, isClear: true };
    const all = this.#declaring(this.#all.get(packageName) ?? [], name).filter((path) => this.#isTest(from) || !this.#isTest(path));
    return { files: all, isClear: all.length === 1 };
  }

  #isTest(path: string): boolean {
    return TESTS.test(this.#places.get(path)?.set ?? '');
  }

  #declaring(files: readonly string[], name: string): readonly string[] {
    const known = this.#classes.get(files) ?? this.#classesIn(files);
    this.#classes.set(files, known);
    return known.get(name) ?? [];
  }

  #classesIn(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
    const found = new Map<string, string[]>();
    for (const path of files) {
      for (const { name } of this.project.facts.get(path)?.symbols ?? []) found.set(name, [...(found.get(name) ?? []), path]);
    }
    return found;
  }

  /**
   * Whether a package, or one that contains it, belongs to the project. A class that is missing there may be generated, or written in a
   * language that is not read.
   * @param from the importing file
   */
  isOwn(name: string, from: string): boolean {
    this.#namespace ??= new JavaNamespace(this.builds, [...this.#own], this.#byModule());
    if (this.#namespace.has(name, from)) return true;
    for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1)) if (this.#own.has(name.slice(0, end))) return true;
    return false;
  }
}
