import type { ImportedName } from '../../../facts.ts';
import { below, folderOf, foldersUp, nameOf } from '../../paths.ts';
import type { Project } from '../../unit.ts';
import { dotsOf, type PythonModules } from './python-modules.ts';
import { type Mount, type ProjectFolder, projectFolders } from './python-settings.ts';

/** Files that stand where a project or a program begins. */
const BEGINS =
  /^(?:pyproject\.toml|setup\.(?:cfg|py)|requirements[^/]*\.txt|Pipfile|manage\.py|(?:pytest|tox|mypy)\.ini|pyrightconfig\.json|Dockerfile)$/;

/** A folder in which the absolute imports of a file may be looked up. */
export interface Root {
  readonly folder: string;
  /** It is searched in any case, and before the standard library. */
  readonly isSure: boolean;
}

/** In which folders the absolute imports of each file are looked up, the nearest first. */
export class SearchRoots {
  readonly #settings: ReadonlyMap<string, ProjectFolder>;
  /** Where projects and programs begin. */
  readonly #begins = new Set<string>(['']);
  /** Folders that settings name, and each `src`. */
  readonly #named = new Set<string>();
  readonly #known = new Map<string, readonly Root[]>();
  /** By the folder of a file, the folders of the projects on which its own depends. */
  readonly #neighbours = new Map<string, ReadonlySet<string>>();

  constructor(
    private readonly project: Project,
    private readonly modules: PythonModules,
  ) {
    this.#settings = projectFolders(project.configs);
    for (const path of [...project.files, ...project.configs.keys()]) if (BEGINS.test(nameOf(path))) this.#begins.add(folderOf(path));
    for (const { roots } of this.#settings.values()) for (const root of roots) this.#named.add(root);
    for (const folder of modules.folders) if (nameOf(folder) === 'src') this.#named.add(folder);
  }

  /** Those that are named, the folders around a file that are no packages, and `src` in each. */
  of(from: string): readonly Root[] {
    const folder = folderOf(from);
    const relative = this.project.facts.get(from)?.imports.map(({ specifier }) => dotsOf(specifier)) ?? [];
    // A file with `from ..a import b` lies in a package in a package.
    const depth = Math.max(0, ...relative);
    const key = `${depth} ${folder}`;
    const known = this.#known.get(key) ?? this.#rootsOf(folder, depth);
    this.#known.set(key, known);
    return known;
  }

  #rootsOf(own: string, depth: number): Root[] {
    const found = new Set<string>();
    for (const [level, folder] of [...foldersUp(own)].entries()) {
      for (const root of this.#settings.get(folder)?.roots ?? []) found.add(root);
      if (level >= depth && !this.modules.isPackage(folder)) found.add(folder);
      const source = below(folder, 'src');
      if (this.#named.has(source) && !this.modules.isPackage(source)) found.add(source);
    }
    const isSure = (folder: string): boolean => this.#begins.has(folder) || (folder === own && this.#named.has(folder));
    return Array.from(found, (folder) => ({ folder, isSure: isSure(folder) }));
  }

  isNamed(folder: string): boolean {
    return this.#named.has(folder);
  }

  /** Whether two files belong to the same project: the nearest folder above them in which one begins. */
  areOfOneProject(one: string, other: string): boolean {
    return this.#projectOf(one) === this.#projectOf(other);
  }

  #projectOf(path: string): string {
    for (const folder of foldersUp(folderOf(path))) if (this.#begins.has(folder)) return folder;
    return '';
  }

  /** Whether a place lies in a project of the repository on which a file's project depends, also through others. */
  isOfNeighbour(place: string, from: string): boolean {
    const maker = [...foldersUp(folderOf(place))].find((folder) => (this.#settings.get(folder)?.own.size ?? 0) > 0);
    return maker !== undefined && this.#neighboursOf(from).has(maker);
  }

  #neighboursOf(from: string): ReadonlySet<string> {
    const folder = folderOf(from);
    const known = this.#neighbours.get(folder);
    if (known !== undefined) return known;
    const found = new Set(this.#settingsOf(from).flatMap(({ neighbours }) => [...neighbours]));
    // The set grows while it is walked.
    for (const each of found) for (const next of this.#settings.get(each)?.neighbours ?? []) found.add(next);
    this.#neighbours.set(folder, found);
    return found;
  }

  /** Packages of other names than their folders, as a file's project has them. */
  mountsOf(from: string): Mount[] {
    return this.#settingsOf(from).flatMap(({ mounts }) => mounts);
  }

  /** Whether a module is one that a file's project gets from others. */
  isDependency(name: string, from: string): boolean {
    return this.#settingsOf(from).some(({ dependencies }) => dependencies.has(name.toLowerCase()));
  }

  /** Whether packages begin in a folder: settings name it, or a project or a program begins in it. */
  isTop(folder: string): boolean {
    return this.#named.has(folder) || this.#begins.has(folder);
  }

  /**
   * Whether a distribution that a file's project gets from others may have a module, although both begin as the project's own do: by its
   * name, as `google-cloud-storage` has `google.cloud.storage` and `protobuf` has `google.protobuf`.
   */
  isProvided(specifier: string, names: readonly ImportedName[], from: string): boolean {
    const [first = '', ...rest] = specifier.toLowerCase().split('.');
    const ways = [rest, ...names.map(({ name }) => [...rest, name.toLowerCase()])];
    const may = ways.flatMap((way) => [[first, ...way].join('_'), way.join('_')]).map((each) => `${each}_`);
    return this.#settingsOf(from).some(({ dependencies }) =>
      [...dependencies].some((name) => name !== first && may.some((each) => each.startsWith(`${name}_`))),
    );
  }

  /** Whether a file's project says what it gets from others. */
  hasDependencies(from: string): boolean {
    return this.#settingsOf(from).some(({ dependencies }) => dependencies.size > 0);
  }

  #settingsOf(from: string): ProjectFolder[] {
    return [...foldersUp(folderOf(from))].flatMap((folder) => this.#settings.get(folder) ?? []);
  }
}
