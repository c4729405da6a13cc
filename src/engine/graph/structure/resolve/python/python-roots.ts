import type { ImportedName, ImportFact } from '../../../facts.ts';
import { folderOf, joinPath, listAncestors, nameOf } from '../../paths.ts';
import type { Project } from '../../unit.ts';
import { countLeadingDots, type PythonModules } from './python-modules.ts';
import { type Mount, type ProjectFolder, projectFolders } from './python-settings.ts';

/** Files that mark the folder where a project or program begins. */
const BEGINS =
  /^(?:pyproject\.toml|setup\.(?:cfg|py)|requirements[^/]*\.txt|Pipfile|manage\.py|(?:pytest|tox|mypy)\.ini|pyrightconfig\.json|Dockerfile)$/;

/** Folders of examples, whose folders often have the name of the package that they show. */
const EXAMPLES = /^(?:examples?|samples?|demos?)$/;

/** Sources of compiled modules, and files that build them. */
const COMPILED = /(?:^|\/)(?:Cargo\.toml|CMakeLists\.txt|meson\.build)$|\.(?:pyx|pxd|pyd|so|c|cc|cpp|cxx|m|rs|go|f|f90|zig|swift|proto)$/;

/** A folder in which absolute imports of a file may be looked up. */
export interface Root {
  readonly folder: string;
  /** Certainly on the search path, and before the standard library. */
  readonly isSure: boolean;
}

/** Determines the folders in which absolute imports of each file are looked up, the nearest first. */
export class SearchRoots {
  readonly #settings: ReadonlyMap<string, ProjectFolder>;
  /** Folders where projects and programs begin. */
  readonly #begins = new Set<string>(['']);
  /** Folders that contain the packages of a distribution. */
  readonly #layouts: ReadonlySet<string>;
  /** Folders that settings name, and all folders called `src`. */
  readonly #named = new Set<string>();
  readonly #known = new Map<string, readonly Root[]>();
  /** Folders with a program, which puts its folder on the search path. */
  #started: ReadonlySet<string> | undefined;
  /** By the imports of a file. */
  readonly #depths = new WeakMap<readonly ImportFact[], number>();
  /** By the folder of a file, the folders of the projects on which its project depends. */
  readonly #neighbours = new Map<string, ReadonlySet<string>>();

  constructor(
    private readonly project: Project,
    private readonly modules: PythonModules,
  ) {
    this.#settings = projectFolders(project.configs);
    this.#layouts = new Set([...this.#settings.values()].flatMap(({ layouts }) => [...layouts]));
    for (const path of [...project.files, ...project.configs.keys()]) if (BEGINS.test(nameOf(path))) this.#begins.add(folderOf(path));
    for (const { roots } of this.#settings.values()) for (const root of roots) this.#named.add(root);
    for (const folder of modules.folders) if (nameOf(folder) === 'src') this.#named.add(folder);
  }

  /**
   * Returns the search folders of a file: folders that settings name, the folders around the file that are not packages, and `src` in each.
   */
  of(from: string): readonly Root[] {
    const folder = folderOf(from);
    const depth = this.#depthOf(this.project.facts.get(from)?.imports ?? []);
    const key = `${depth} ${folder}`;
    const known = this.#known.get(key) ?? this.#rootsOf(folder, depth);
    this.#known.set(key, known);
    return known;
  }

  /** Returns how many packages deep a file is at least: two with `from ..a import b`. */
  #depthOf(imports: readonly ImportFact[]): number {
    const known = this.#depths.get(imports) ?? imports.reduce((most, { specifier }) => Math.max(most, countLeadingDots(specifier)), 0);
    this.#depths.set(imports, known);
    return known;
  }

  #rootsOf(own: string, depth: number): Root[] {
    const found = new Set<string>();
    for (const [level, folder] of [...listAncestors(own)].entries()) {
      for (const root of this.#settings.get(folder)?.roots ?? []) found.add(root);
      if (level >= depth && !this.modules.isPackage(folder) && !this.isInLayout(folder)) found.add(folder);
      const source = joinPath(folder, 'src');
      if (this.#named.has(source) && !this.modules.isPackage(source)) found.add(source);
    }
    const isSure = (folder: string): boolean => this.#begins.has(folder) || (folder === own && this.#named.has(folder));
    return Array.from(found, (folder) => ({ folder, isSure: isSure(folder) }));
  }

  /** Whether a folder is below a folder of packages, and so part of a package even without `__init__`, unless a program begins in it. */
  isInLayout(folder: string): boolean {
    for (const each of listAncestors(folder)) {
      if (this.#layouts.has(each)) return each !== folder;
      if (this.#begins.has(each)) return false;
    }
    return false;
  }

  /** Returns the folder of examples around a folder that no setting puts on the search path; `null` if there is none. */
  examplesAround(folder: string): string | null {
    if (this.#named.has(folder)) return null;
    return [...listAncestors(folder)].find((each) => EXAMPLES.test(nameOf(each))) ?? null;
  }

  /** Whether any project of the repository requires a distribution of this name. */
  isRequired(name: string): boolean {
    return [...this.#settings.values()].some(({ dependencies }) => dependencies.has(name.toLowerCase()));
  }

  isNamed(folder: string): boolean {
    return this.#named.has(folder);
  }

  /** Whether two files belong to the same project, which is the nearest folder above them where one begins. */
  areOfOneProject(one: string, other: string): boolean {
    return this.#projectOf(one) === this.#projectOf(other);
  }

  /** Whether two files belong to different distributions, and none of the two contains the other. */
  areApart(one: string, other: string): boolean {
    const [first, second] = [this.#projectOf(one), this.#projectOf(other)];
    const isMade = [first, second].every((folder) => (this.#settings.get(folder)?.own.size ?? 0) > 0);
    return isMade && ![...listAncestors(first)].includes(second) && ![...listAncestors(second)].includes(first);
  }

  #projectOf(path: string): string {
    for (const folder of listAncestors(folderOf(path))) if (this.#begins.has(folder)) return folder;
    return '';
  }

  /** Whether a place is in a project of the repository on which a file's project depends, directly or transitively. */
  isOfNeighbour(place: string, from: string): boolean {
    const maker = [...listAncestors(folderOf(place))].find((folder) => (this.#settings.get(folder)?.own.size ?? 0) > 0);
    return maker !== undefined && this.#neighboursOf(from).has(maker);
  }

  #neighboursOf(from: string): ReadonlySet<string> {
    const folder = folderOf(from);
    const known = this.#neighbours.get(folder);
    if (known !== undefined) return known;
    const found = new Set(this.#settingsOf(from).flatMap(({ neighbours }) => [...neighbours]));
    // The loop also visits entries that it adds.
    for (const each of found) for (const next of this.#settings.get(each)?.neighbours ?? []) found.add(next);
    this.#neighbours.set(folder, found);
    return found;
  }

  /** Returns the packages of a file's project whose names differ from their folders. */
  mountsOf(from: string): Mount[] {
    return this.#settingsOf(from).flatMap(({ mounts }) => mounts);
  }

  /** Returns those packages of the projects in the repository on which a file's project depends. */
  mountsBeside(from: string): Mount[] {
    return [...this.#neighboursOf(from)].flatMap((folder) => this.#settings.get(folder)?.mounts ?? []);
  }

  /** Whether a module comes from a dependency of the file's project. */
  isDependency(name: string, from: string): boolean {
    return this.#settingsOf(from).some(({ dependencies }) => dependencies.has(name.toLowerCase()));
  }

  /** Whether top-level packages are in a folder: settings name it, or a project or program begins in it. */
  isTop(folder: string): boolean {
    return this.#named.has(folder) || this.#begins.has(folder);
  }

  /**
   * Whether a dependency of a file's project may provide a module, judged by its name, although the project has a package of the same first
   * name. `google-cloud-storage` provides `google.cloud.storage`, and `protobuf` provides `google.protobuf`.
   */
  isProvided(specifier: string, names: readonly ImportedName[], from: string): boolean {
    const [first = '', ...rest] = specifier.toLowerCase().split('.');
    const ways = [rest, ...names.map(({ name }) => [...rest, name.toLowerCase()])];
    const may = ways.flatMap((way) => [[first, ...way].join('_'), way.join('_')]).map((each) => `${each}_`);
    return this.#settingsOf(from).some(({ dependencies }) =>
      [...dependencies].some((name) => name !== first && may.some((each) => each.startsWith(`${name}_`))),
    );
  }

  /** Whether the project of a file builds a distribution of this name, and has nothing from which the build may compile a module. */
  buildsFromPython(name: string, from: string): boolean {
    const maker = [...listAncestors(folderOf(from))].find((folder) => this.#settings.get(folder)?.own.has(name.toLowerCase()));
    if (maker === undefined) return false;
    return ![...this.project.files].some((path) => COMPILED.test(path) && (maker === '' || path.startsWith(`${maker}/`)));
  }

  /**
   * Whether a folder is that of a project which builds a package from a folder or file in it. That package counts before the folder, even if
   * both have the same name.
   */
  buildsFrom(folder: string, name: string): boolean {
    const { own, roots = [] } = this.#settings.get(folder) ?? {};
    const places = [folder, joinPath(folder, 'src'), ...roots].filter((each) => each === folder || each.startsWith(`${folder}/`));
    const isMade = (place: string): boolean => /^(?:package|module)$/.test(this.modules.kindOf(joinPath(place, name)) ?? '');
    return (own?.size ?? 0) > 0 && places.some(isMade);
  }

  /** Whether a file may be run, or imported by a program in its folder. pytest imports a test as a module of its package. */
  mayBeStarted(from: string): boolean {
    return !/^(?:test_.*|.*_test|conftest)\.py$/.test(nameOf(from));
  }

  /** Whether a program in the folder of a file is run, and the file's project lists its dependencies, so that other names are modules. */
  isStarted(from: string): boolean {
    this.#started ??= new Set([...this.project.facts].flatMap(([path, { isProgram }]) => (isProgram === true ? [folderOf(path)] : [])));
    return this.#started.has(folderOf(from)) && this.#settingsOf(from).some(({ dependencies }) => dependencies.size > 0);
  }

  #settingsOf(from: string): ProjectFolder[] {
    return [...listAncestors(folderOf(from))].flatMap((folder) => this.#settings.get(folder) ?? []);
  }
}
