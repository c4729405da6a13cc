import type { ImportedName, ImportFact } from '../../../facts.ts';
import { below, folderOf, nameOf, pathFrom } from '../../paths.ts';
import { type Project, type Resolution, singleUnits, type Taken } from '../../unit.ts';

const NONE: ReadonlySet<string> = new Set();
const ENDINGS = ['.py', '.pyi', '.pyw'];
/** What is compiled, or read from elsewhere: it can be imported, and is no source. */
const UNREAD = ['.py', '.pyi', '.pyw', '.pyx', '.pyd', '.so', '/__init__.py', '/__init__.pyi', '/__init__.pyx'];

/** Where the module of a file is. */
export const placeOf = (path: string): string => path.replace(/\.py[iw]?$/, '');

/** What a name is in a folder: `folder` where sources lie below it and it has no `__init__` (PEP 420), `link` where it leads elsewhere. */
export type ModuleKind = 'package' | 'module' | 'folder' | 'link' | null;

/** The modules of a project by their places, a place being a path without its ending. */
export class PythonModules {
  /** All folders in which a source lies, however deep. */
  readonly folders = new Set<string>();
  readonly unitOf = singleUnits();
  readonly #inside = new Map<string, Set<string>>();
  /** The folders that extend their `__path__` by folders of the same name elsewhere. */
  readonly #extended = new Set<string>();

  constructor(private readonly project: Project) {
    for (const [path, { language, imports }] of project.facts) {
      if (language !== 'python') continue;
      this.#put(placeOf(path));
      if (nameOf(path).startsWith('__init__.') && extendsPath(imports)) this.#extended.add(folderOf(path));
    }
  }

  #put(place: string): void {
    for (let at = place; at !== ''; at = folderOf(at)) {
      const folder = folderOf(at);
      const known = this.#inside.get(folder) ?? new Set();
      this.#inside.set(folder, known.add(nameOf(at)));
      if (this.folders.has(folder)) return;
      this.folders.add(folder);
    }
  }

  /** Whether a folder is a package with an `__init__`. */
  isPackage(folder: string): boolean {
    return ENDINGS.some((ending) => this.#exists(below(folder, `__init__${ending}`)));
  }

  kindOf(place: string): ModuleKind {
    if (this.isPackage(place)) return this.#extended.has(place) ? 'folder' : 'package';
    if (UNREAD.some((ending) => this.#exists(place + ending))) return 'module';
    if (this.folders.has(place)) return 'folder';
    return this.project.files.has(place) ? 'link' : null;
  }

  /** The names of modules in a folder. */
  inside(folder: string): ReadonlySet<string> {
    return this.#inside.get(folder) ?? NONE;
  }

  /** The file of a module, a package's being its `__init__`; `null` where there is none. */
  fileAt(place: string): string | null {
    const files = [...ENDINGS.map((ending) => below(place, `__init__${ending}`)), ...ENDINGS.map((ending) => place + ending)];
    return files.find((file) => this.project.facts.has(file)) ?? null;
  }

  /**
   * What is taken from a module, its sub-modules being files of their own; `null` where there is nothing.
   * @param depth how many names lead to the module: so many packages less one are imported before it
   */
  takenAt(place: string, names: readonly ImportedName[], depth: number): Resolution | null {
    const taken = this.#takenFrom(place, names);
    if (taken === null || typeof taken === 'string') return taken;
    const running = this.#packagesUp(place, depth).map((folder) => below(folder, '__init__.py'));
    return [
      ...taken,
      ...running
        .filter((file) => this.project.facts.has(file))
        .map((file): Taken => ({ unit: this.unitOf(file), names: [], isOnWay: true })),
    ];
  }

  /** The folder of a module, if it is a package, and the packages around it that are imported with it. */
  #packagesUp(place: string, depth: number): string[] {
    const found = [place];
    for (let folder = place; found.length < depth && folder !== ''; ) {
      folder = folderOf(folder);
      // How deep a relative import stands is not written: its packages are those that follow each other.
      if (depth === Number.POSITIVE_INFINITY && !this.isPackage(folder)) break;
      found.push(folder);
    }
    return found;
  }

  #takenFrom(place: string, names: readonly ImportedName[]): Resolution | null {
    const [inner, own]: [Taken[], ImportedName[]] = [[], []];
    for (const name of names) {
      const file = name.name === '*' ? null : this.fileAt(below(place, name.name));
      if (file === null) own.push(name);
      else inner.push({ unit: this.unitOf(file), names: [{ name: '*', local: name.local }] });
    }
    const file = this.fileAt(place);
    if (file !== null && (own.length > 0 || inner.length === 0)) return [{ unit: this.unitOf(file), names: own }, ...inner];
    return inner.length > 0 ? inner : this.#nothingRead(place, own);
  }

  /** What is there and holds nothing that is read: what is compiled or generated, and a folder without an `__init__` as a whole. */
  #nothingRead(place: string, names: readonly ImportedName[]): 'outside' | null {
    const isWhole = this.folders.has(place) && names.every(({ name }) => name === '*');
    const places = [place, ...names.map(({ name }) => below(place, name))];
    return isWhole || places.some((each) => UNREAD.some((ending) => this.#exists(each + ending))) ? 'outside' : null;
  }

  #exists(path: string): boolean {
    return this.project.facts.has(path) || this.project.files.has(path);
  }

  /** Where a relative import leads; `null` where it leads out of the project. */
  relativePlace(specifier: string, from: string): string | null {
    const dots = dotsOf(specifier);
    const rest = specifier.slice(dots).replaceAll('.', '/');
    return pathFrom(folderOf(from), `${'../'.repeat(dots - 1)}${rest || '.'}`);
  }
}

/** How many dots a specifier begins with. */
export const dotsOf = (specifier: string): number => /^\.*/.exec(specifier)?.[0].length ?? 0;

/** Whether a package says that its other parts lie elsewhere: `__path__ = __import__('pkgutil').extend_path(__path__, __name__)`. */
export function extendsPath(imports: readonly ImportFact[]): boolean {
  return imports.some(({ specifier }) => specifier === 'pkgutil' || specifier === 'pkg_resources');
}
