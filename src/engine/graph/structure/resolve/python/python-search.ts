import type { ImportedName } from '../../../facts.ts';
import { below, folderOf, nameOf, sharedFolders } from '../../paths.ts';
import type { Project, Resolution } from '../../unit.ts';
import { libraryModule } from './python-library.ts';
import { type ModuleKind, type PythonModules, placeOf } from './python-modules.ts';
import { type Root, SearchRoots } from './python-roots.ts';

/** How many names a specifier has. */
const depthOf = (specifier: string): number => specifier.split('.').length;

/** An absolute import. */
interface Asked {
  readonly specifier: string;
  readonly first: string;
  readonly names: readonly ImportedName[];
  readonly from: string;
}

const slashed = (name: string): string => name.replaceAll('.', '/');

/**
 * Finds what absolute imports mean (decision 0033): first in the folders that the interpreter would search for the importing file, the
 * nearest first, then elsewhere in the project, where only one place can be meant.
 */
export class PythonSearch {
  readonly #roots: SearchRoots;
  /** By name, where a module of it may be that stands in no package. */
  readonly #places = new Map<string, Set<string>>();

  constructor(
    private readonly project: Project,
    private readonly modules: PythonModules,
  ) {
    this.#roots = new SearchRoots(project, modules);
    this.#collect();
  }

  #collect(): void {
    const add = (place: string): void => {
      const known = this.#places.get(nameOf(place));
      if (known === undefined) this.#places.set(nameOf(place), new Set([place]));
      else known.add(place);
    };
    for (const folder of this.modules.folders) {
      if (folder !== '' && !this.modules.isPackage(folderOf(folder))) add(folder);
    }
    for (const [path, { language }] of this.project.facts) {
      if (language === 'python' && !this.modules.isPackage(folderOf(path))) add(placeOf(path));
    }
  }

  /** What an absolute import means. @param specifier without dots at its beginning */
  find(specifier: string, names: readonly ImportedName[], from: string): Resolution {
    const asked: Asked = { specifier, first: specifier.split('.', 1)[0] ?? '', names, from };
    const library = libraryModule(asked.first);
    if (library === 'first') return 'outside';
    const near = this.#mounted(asked) ?? this.#near(asked, library === 'library');
    if (near !== null && near !== 'part') return this.#withOtherParts(asked, near);
    const isOthers = library === 'library' || this.#roots.isDependency(asked.first, from);
    const far = isOthers ? null : (this.#elsewhere(asked, near === 'part') ?? (near === null ? this.#beside(asked) : null));
    if (far !== null) return far;
    return (near === 'part' || (!isOthers && this.#isNamespace(asked))) && !this.#roots.isProvided(asked.specifier, names, from)
      ? []
      : 'outside';
  }

  /** Whether another project of the repository has modules in a folder without `__init__` of this name, so that this one may have lost some. */
  #isNamespace({ first, specifier, names }: Asked): boolean {
    if (!specifier.includes('.') && names.every(({ name }) => name === '*')) return false;
    const places = [...(this.#places.get(first) ?? [])];
    return places.some((place) => this.modules.kindOf(place) === 'folder' && this.#roots.isTop(folderOf(place)));
  }

  /** `from acme import a, b`, where the folder `acme` has no `__init__`, and its modules lie in several projects. */
  #withOtherParts(asked: Asked, near: Resolution): Resolution {
    if (typeof near === 'string' || near.length === 0) return near;
    const found = new Set(near.flatMap(({ names }) => names.map(({ local }) => local)));
    const names = asked.names.filter(({ local }) => !found.has(local));
    const far = names.length === 0 ? null : this.#elsewhere({ ...asked, names }, true);
    return far === null || typeof far === 'string' ? near : [...near, ...far];
  }

  /** Packages whose folders have other names than they. */
  #mounted({ specifier, names, from }: Asked): Resolution | null {
    for (const { name, folder } of this.#roots.mountsOf(from)) {
      if (specifier !== name && !specifier.startsWith(`${name}.`)) continue;
      return this.modules.takenAt(below(folder, slashed(specifier.slice(name.length + 1))), names, depthOf(specifier)) ?? [];
    }
    return null;
  }

  /** In the folders that are searched for a file: `null` where none holds its first name, `part` where only folders without `__init__` do. */
  #near(asked: Asked, isLibrary: boolean): Resolution | 'part' | null {
    let found: 'part' | null = null;
    for (const root of this.#roots.of(asked.from)) {
      const place = below(root.folder, asked.first);
      const kind = this.modules.kindOf(place);
      if (kind === null || this.#isHidden(asked, root, kind, isLibrary)) continue;
      const taken =
        kind === 'link' ? [] : this.modules.takenAt(below(root.folder, slashed(asked.specifier)), asked.names, depthOf(asked.specifier));
      if (taken !== null) return taken;
      // A package is one folder; without an __init__ it may have other parts.
      if (kind === 'package') return [];
      if (kind === 'folder') found = 'part';
    }
    return found;
  }

  /** Whether what is installed, or comes with the interpreter, is meant instead. */
  #isHidden({ first, from }: Asked, { folder, isSure }: Root, kind: ModuleKind, isLibrary: boolean): boolean {
    if (isLibrary) return !isSure || kind === 'folder' || kind === 'link';
    const file = this.modules.fileAt(below(folder, first));
    if (kind === 'module' && file === from) return true;
    return (kind !== 'package' || file?.endsWith('.pyi') === true) && this.#roots.isDependency(first, from);
  }

  /**
   * Outside of these folders: in another project of the repository, or where only a program's own settings lead.
   * @param isPart whether only other parts of a package are asked for
   * @returns `null` where nothing has such a name; empty where several are equally near, or none is sure
   */
  #elsewhere(asked: Asked, isPart: boolean): Resolution | null {
    const places = [...(this.#places.get(asked.first) ?? [])].filter((place) => this.#isReached(place, asked, isPart));
    const found = places.flatMap((place) => {
      const taken = this.modules.takenAt(below(folderOf(place), slashed(asked.specifier)), asked.names, depthOf(asked.specifier));
      const isWhole = taken === 'outside' && this.modules.kindOf(place) === 'folder';
      return taken === null || isWhole ? [] : [{ place, taken, nearness: sharedFolders(place, asked.from) }];
    });
    // What the project says to depend on is meant rather than what only lies nearer.
    const declared = found.filter(({ place }) => this.#roots.isOfNeighbour(place, asked.from));
    const meant = declared.length > 0 ? declared : found;
    const nearest = Math.max(...meant.map(({ nearness }) => nearness));
    const [best, ...others] = meant.filter(({ nearness }) => nearness === nearest);
    if (best !== undefined) return others.length === 0 && this.#isSure(best.place, asked.from) ? best.taken : [];
    return places.some((place) => this.modules.kindOf(place) === 'package') ? [] : null;
  }

  /** Any folder may be searched by a program that is started in some way, but not by that of another project that this one does not name. */
  #isSure(place: string, from: string): boolean {
    if (this.modules.isPackage(place) || this.#roots.isNamed(folderOf(place))) return true;
    return this.#roots.areOfOneProject(place, from) || this.#roots.isOfNeighbour(place, from);
  }

  #isReached(place: string, asked: Asked, isPart: boolean): boolean {
    const kind = this.modules.kindOf(place);
    if (isPart && this.#roots.isOfNeighbour(place, asked.from)) return kind === 'folder';
    if (isPart) return kind === 'folder' && this.#roots.isNamed(folderOf(place)) && this.#isOtherPart(place, asked);
    return kind === 'folder' || this.#isSure(place, asked.from);
  }

  /** Parts of one package hold different modules; those that hold the same ones are different packages of one name. */
  #isOtherPart(place: string, { first, from }: Asked): boolean {
    const others = this.#roots.of(from).map(({ folder }) => below(folder, first));
    const inside = this.modules.inside(place);
    return !others.some((other) => [...this.modules.inside(other)].some((name) => inside.has(name)));
  }

  /** Beside a file that is part of a package, but may be started as a program. */
  #beside({ specifier, names, from, first }: Asked): Resolution | null {
    const place = below(folderOf(from), first);
    const kind = this.modules.kindOf(place);
    if ((kind !== 'module' && kind !== 'package') || this.modules.fileAt(place) === from) return null;
    const taken = this.modules.takenAt(below(folderOf(from), slashed(specifier)), names, depthOf(specifier));
    // Where nothing says what is installed, it may as well be that.
    return taken === null || this.#roots.hasDependencies(from) ? taken : [];
  }
}
