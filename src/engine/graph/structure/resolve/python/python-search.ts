import type { ImportedName } from '../../../facts.ts';
import { folderOf, joinPath, nameOf, sharedFolders } from '../../paths.ts';
import type { Project, Resolution } from '../../unit.ts';
import { ExtendedPaths } from './python-extended-paths.ts';
import { libraryModule } from './python-library.ts';
import { isImportable, type ModuleKind, modulePath, type PythonModules } from './python-modules.ts';
import { type Root, SearchRoots } from './python-roots.ts';
import type { Mount } from './python-settings.ts';

/** Returns the number of names in a specifier. */
const depthOf = (specifier: string): number => specifier.split('.').length;

/** An absolute import. */
interface AbsoluteImport {
  readonly specifier: string;
  readonly first: string;
  readonly names: readonly ImportedName[];
  readonly from: string;
}

const slashed = (name: string): string => name.replaceAll('.', '/');

/**
 * Resolves absolute imports (decision 0033): first in the folders that the interpreter would search for the importing file, the nearest
 * first, then elsewhere in the project if only one place is possible.
 */
export class PythonSearch {
  readonly #roots: SearchRoots;
  readonly #extended: ExtendedPaths;
  /** Places of top-level modules by name: modules and folders that are in no package. */
  readonly #places = new Map<string, Set<string>>();

  constructor(
    private readonly project: Project,
    private readonly modules: PythonModules,
  ) {
    this.#roots = new SearchRoots(project, modules);
    this.#extended = new ExtendedPaths(project, modules);
    this.#collect();
  }

  #collect(): void {
    const add = (place: string): void => {
      if (this.#roots.isInLayout(folderOf(place))) return;
      const known = this.#places.get(nameOf(place));
      if (known === undefined) this.#places.set(nameOf(place), new Set([place]));
      else known.add(place);
    };
    for (const folder of this.modules.folders) {
      if (folder !== '' && !this.modules.isPackage(folderOf(folder))) add(folder);
    }
    for (const [path, { language }] of this.project.facts) {
      if (language === 'python' && isImportable(path) && !this.modules.isPackage(folderOf(path))) add(modulePath(path));
    }
  }

  /** Resolves an absolute import. @param specifier without leading dots */
  find(specifier: string, names: readonly ImportedName[], from: string): Resolution {
    const asked: AbsoluteImport = { specifier, first: specifier.split('.', 1)[0] ?? '', names, from };
    const library = libraryModule(asked.first);
    if (library === 'first') return 'outside';
    const near = this.#mounted(asked, this.#roots.mountsOf(from)) ?? this.#near(asked, library === 'library');
    if (near !== null && near !== 'part') return this.#withOtherParts(asked, near);
    const isOthers = library === 'library' || this.#roots.isDependency(asked.first, from);
    const far = isOthers ? null : this.#far(asked, near === 'part');
    if (far !== null) return far;
    return (near === 'part' || (!isOthers && this.#isOfProject(asked))) && !this.#roots.isProvided(asked.specifier, names, from)
      ? []
      : 'outside';
  }

  /** Looks outside the search folders of the file. @param isPart whether they contain a part of the package, without `__init__` */
  #far(asked: AbsoluteImport, isPart: boolean): Resolution | null {
    const found = this.#elsewhere(asked, isPart);
    return found !== null || isPart ? found : (this.#mounted(asked, this.#roots.mountsBeside(asked.from)) ?? this.#beside(asked));
  }

  /** Returns the first folder without `__init__` that an absolute import may mean as a whole; `null` if there is none. */
  folderAt(specifier: string): string | null {
    // A folder of examples may have the name of the installed package that they use.
    const all = [...(this.#places.get(specifier.split('.', 1)[0] ?? '') ?? [])];
    const places = all.filter((place) => this.#roots.isTop(folderOf(place)));
    const folders = places.map((place) => joinPath(folderOf(place), slashed(specifier)));
    return folders.find((folder) => this.modules.kindOf(folder) === 'folder') ?? null;
  }

  /** Returns the files that an absolute import may mean, anywhere in the project; empty if an installed module is meant. */
  candidates(specifier: string, from: string): string[] {
    const [first = ''] = specifier.split('.', 1);
    if (libraryModule(first) !== null || this.#roots.isDependency(first, from)) return [];
    const places = [...(this.#places.get(first) ?? [])].map((place) => joinPath(folderOf(place), slashed(specifier)));
    return places.flatMap((place) => this.modules.fileAt(place) ?? []).sort();
  }

  /** Whether a module that is nowhere was probably one of the project. */
  #isOfProject(asked: AbsoluteImport): boolean {
    return this.#isNamespace(asked) || this.#isOfOwnName(asked);
  }

  /**
   * Whether a top-level folder without `__init__` (PEP 420) has the first name of the import, so that the missing module was probably part
   * of it.
   */
  #isNamespace({ first, specifier, names }: AbsoluteImport): boolean {
    if (!specifier.includes('.') && names.every(({ name }) => name === '*')) return false;
    const places = [...(this.#places.get(first) ?? [])];
    return places.some((place) => this.modules.kindOf(place) === 'folder' && this.#roots.isTop(folderOf(place)));
  }

  /**
   * Whether the first name is that of the distribution that the file's project builds, and the project has no module of this name: the
   * package was deleted or renamed.
   */
  #isOfOwnName({ first, from }: AbsoluteImport): boolean {
    const places = [...(this.#places.get(first) ?? [])];
    return places.every((place) => this.#roots.examplesAround(folderOf(place)) !== null) && this.#roots.buildsFromPython(first, from);
  }

  /**
   * Adds names from other parts of a namespace package: `from acme import a, b`, where `acme` has no `__init__` and its modules are in
   * several projects.
   */
  #withOtherParts(asked: AbsoluteImport, near: Resolution): Resolution {
    if (typeof near === 'string' || near.length === 0) return near;
    const found = new Set(near.flatMap(({ names }) => names.map(({ local }) => local)));
    const names = asked.names.filter(({ local }) => !found.has(local));
    const far = names.length === 0 ? null : this.#elsewhere({ ...asked, names }, true);
    return far === null || typeof far === 'string' ? near : [...near, ...far];
  }

  /** Looks in packages whose folders have other names. */
  #mounted({ specifier, names }: AbsoluteImport, mounts: readonly Mount[]): Resolution | null {
    for (const { name, folder } of mounts) {
      if (specifier !== name && !specifier.startsWith(`${name}.`)) continue;
      return this.modules.takenAt(joinPath(folder, slashed(specifier.slice(name.length + 1))), names, depthOf(specifier)) ?? [];
    }
    return null;
  }

  /**
   * Looks in the search folders of the file. Returns `null` if none contains the first name, `part` if only folders without `__init__` do.
   */
  #near(asked: AbsoluteImport, isLibrary: boolean): Resolution | 'part' | null {
    let found: 'part' | null = null;
    for (const root of this.#roots.of(asked.from)) {
      const place = joinPath(root.folder, asked.first);
      const kind = this.modules.kindOf(place);
      if (kind === null || this.#isHidden(asked, root, kind, isLibrary)) continue;
      const taken =
        kind === 'link' ? [] : this.modules.takenAt(joinPath(root.folder, slashed(asked.specifier)), asked.names, depthOf(asked.specifier));
      if (kind === 'folder' && this.#isOnlyAround(place, asked.first, taken)) continue;
      if (taken !== null) return taken;
      // A package with `__init__` is a single folder. A folder without may have other parts elsewhere.
      if (kind === 'package') return [];
      if (kind === 'folder') found = 'part';
    }
    return found;
  }

  /** Whether a folder only contains the project that builds the package of its name. A module of the folder itself counts, though. */
  #isOnlyAround(folder: string, name: string, taken: Resolution | null): boolean {
    return (taken === null || taken === 'outside') && this.#roots.buildsFrom(folder, name);
  }

  /** Whether an installed package or the standard library takes precedence. */
  #isHidden({ first, from }: AbsoluteImport, { folder, isSure }: Root, kind: ModuleKind, isLibrary: boolean): boolean {
    if (isLibrary) return !isSure || kind === 'folder' || kind === 'link';
    if (this.#roots.examplesAround(folder) !== null && this.#roots.isRequired(first)) return true;
    const file = this.modules.fileAt(joinPath(folder, first));
    if (kind === 'module' && file === from) return true;
    return (kind !== 'package' || file?.endsWith('.pyi') === true) && this.#roots.isDependency(first, from);
  }

  /**
   * Looks outside the search folders: in other projects of the repository, and in places that only a program's own settings make visible.
   * @param isPart whether only other parts of a namespace package are searched
   * @returns `null` if nothing has the name; empty if several places are equally near, or none is certain
   */
  #elsewhere(asked: AbsoluteImport, isPart: boolean): Resolution | null {
    const places = [...(this.#places.get(asked.first) ?? [])].filter((place) => this.#isReached(place, asked, isPart));
    const found = places.flatMap((place) => {
      const taken = this.modules.takenAt(joinPath(folderOf(place), slashed(asked.specifier)), asked.names, depthOf(asked.specifier));
      const isWhole = taken === 'outside' && this.modules.kindOf(place) === 'folder';
      return taken === null || isWhole ? [] : [{ place, taken, nearness: sharedFolders(place, asked.from) }];
    });
    // Declared dependencies take precedence over places that are only nearer.
    const declared = found.filter(({ place }) => this.#roots.isOfNeighbour(place, asked.from));
    const meant = declared.length > 0 ? declared : found;
    const nearest = Math.max(...meant.map(({ nearness }) => nearness));
    const [best, ...others] = meant.filter(({ nearness }) => nearness === nearest);
    const isOnly = others.length === 0 && best !== undefined && !this.#isApart(best.place, asked.from);
    const isCertain = isOnly && this.#isSure(best.place, asked.from) && this.#isOnPath(best.place, asked.from);
    if (best !== undefined) return isCertain ? best.taken : [];
    return places.some((place) => this.modules.kindOf(place) === 'package') ? [] : null;
  }

  /**
   * A program may put any folder of its own project on the search path. A folder of another project counts only if it is a package, is
   * named in settings, or belongs to a declared dependency.
   */
  #isSure(place: string, from: string): boolean {
    if (this.modules.isPackage(place) || this.#roots.isNamed(folderOf(place))) return true;
    return this.#roots.areOfOneProject(place, from) || this.#roots.isOfNeighbour(place, from);
  }

  /** Whether the folder of a place may be on the search path of a file. Elsewhere a file may have the name of an installed package. */
  #isOnPath(place: string, from: string): boolean {
    const folder = folderOf(place);
    if (folder === folderOf(from) || this.#roots.isTop(folder) || this.#roots.isOfNeighbour(place, from)) return true;
    return this.#extended.mayHave(folder, from);
  }

  /** Whether a place is in a distribution beside that of a file, which does not require it. */
  #isApart(place: string, from: string): boolean {
    if (this.#roots.isNamed(folderOf(place)) || this.#roots.isOfNeighbour(place, from)) return false;
    return this.#roots.areApart(place, from);
  }

  #isReached(place: string, asked: AbsoluteImport, isPart: boolean): boolean {
    const kind = this.modules.kindOf(place);
    const examples = this.#roots.examplesAround(folderOf(place));
    if (examples !== null && (!asked.from.startsWith(`${examples}/`) || this.#roots.isRequired(asked.first))) return false;
    if (isPart && this.#roots.isOfNeighbour(place, asked.from)) return kind === 'folder';
    if (isPart) return kind === 'folder' && this.#roots.isNamed(folderOf(place)) && this.#isOtherPart(place, asked);
    return kind === 'folder' || this.#isSure(place, asked.from);
  }

  /** Parts of one namespace package contain different modules. Folders with a common module are different packages of the same name. */
  #isOtherPart(place: string, { first, from }: AbsoluteImport): boolean {
    const others = this.#roots.of(from).map(({ folder }) => joinPath(folder, first));
    const inside = this.modules.inside(place);
    return !others.some((other) => [...this.modules.inside(other)].some((name) => inside.has(name)));
  }

  /** Looks beside a file that is part of a package but may be started as a script. */
  #beside({ specifier, names, from, first }: AbsoluteImport): Resolution | null {
    const place = joinPath(folderOf(from), first);
    const kind = this.modules.kindOf(place);
    const file = this.modules.fileAt(place);
    if ((kind !== 'module' && kind !== 'package') || file === from || !this.#roots.mayBeStarted(from)) return null;
    // `celery.py`, which itself imports the installed `celery`.
    const own = file === null ? [] : (this.project.facts.get(file)?.imports ?? []);
    if (own.some((each) => each.specifier.split('.', 1)[0] === first)) return null;
    const taken = this.modules.takenAt(joinPath(folderOf(from), slashed(specifier)), names, depthOf(specifier));
    // The name may also mean an installed package.
    return taken === null || this.#roots.isStarted(from) ? taken : [];
  }
}
