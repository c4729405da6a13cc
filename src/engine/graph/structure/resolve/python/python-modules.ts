import type { FileFacts, ImportedName } from '../../../facts.ts';
import { asDeadLink, folderOf, joinPath, nameOf, resolvePath } from '../../paths.ts';
import { type ImportedUnit, mayExist, type Project, type Resolution, singleUnits } from '../../unit.ts';

const NONE: ReadonlySet<string> = new Set();
const ENDINGS = ['.py', '.pyi', '.pyw'];
/** File endings of everything that can be imported, including compiled modules, which are not sources. */
const UNREAD = ['.py', '.pyi', '.pyw', '.pyx', '.pyd', '.so', '/__init__.py', '/__init__.pyi', '/__init__.pyx'];

/** Whether a file can be imported. A script without an ending only runs. */
export const isImportable = (path: string): boolean => ENDINGS.some((ending) => path.endsWith(ending));

/** Returns the place of a file's module: its path without extension. */
export const modulePath = (path: string): string => path.replace(/\.py[iw]?$/, '');

/**
 * The kind of a module: `folder` if it contains sources but no `__init__` (PEP 420) or extends its `__path__`, `link` for a listed path
 * without sources, such as a symlink to a folder or to nothing.
 */
export type ModuleKind = 'package' | 'module' | 'folder' | 'link' | null;

/** The modules of a project by place: the path without extension. */
export class PythonModules {
  /** All folders that contain a source, at any depth. */
  readonly folders = new Set<string>();
  readonly unitOf = singleUnits();
  readonly #inside = new Map<string, Set<string>>();
  /** Packages that extend their `__path__` by folders of the same name elsewhere. */
  readonly #extended = new Set<string>();

  constructor(private readonly project: Project) {
    for (const [path, facts] of project.facts) {
      if (facts.language !== 'python' || !isImportable(path)) continue;
      this.#put(modulePath(path));
      if (nameOf(path).startsWith('__init__.') && extendsPath(facts)) this.#extended.add(folderOf(path));
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

  /** Whether a folder has an `__init__` file. */
  isPackage(folder: string): boolean {
    return ENDINGS.some((ending) => this.#exists(joinPath(folder, `__init__${ending}`)));
  }

  kindOf(place: string): ModuleKind {
    if (this.isPackage(place)) return this.#extended.has(place) ? 'folder' : 'package';
    if (UNREAD.some((ending) => this.#exists(place + ending))) return 'module';
    if (this.folders.has(place)) return 'folder';
    if (['', '.py'].some((ending) => this.project.files.has(asDeadLink(place + ending)))) return 'link';
    // A script may have the name of a package that it imports.
    return this.project.files.has(place) && !this.project.facts.has(place) ? 'link' : null;
  }

  /** Returns the names of the modules in a folder. */
  inside(folder: string): ReadonlySet<string> {
    return this.#inside.get(folder) ?? NONE;
  }

  /** Returns the file of a module, which for a package is its `__init__`; `null` if there is none. */
  fileAt(place: string): string | null {
    const files = [...ENDINGS.map((ending) => joinPath(place, `__init__${ending}`)), ...ENDINGS.map((ending) => place + ending)];
    return files.find((file) => this.project.facts.has(file)) ?? null;
  }

  /**
   * Resolves an import from a module to files, including submodules that are imported by name; `null` if nothing is found.
   * @param depth the number of names in the import path; the packages above the module, up to this depth, are imported before it
   */
  takenAt(place: string, names: readonly ImportedName[], depth: number): Resolution | null {
    const taken = this.#takenFrom(place, names);
    if (taken === null || typeof taken === 'string') return taken;
    const running = this.#packagesUp(place, depth).map((folder) => joinPath(folder, '__init__.py'));
    return [
      ...taken,
      ...taken.flatMap((each) => this.#stubOf(each)),
      ...running
        .filter((file) => this.project.facts.has(file))
        .map((file): ImportedUnit => ({ unit: this.unitOf(file), names: [], isOnWay: true })),
    ];
  }

  /** Returns the stub (`a.pyi`) of an imported module, which type checkers read instead of the module. */
  #stubOf({ unit, names }: ImportedUnit): ImportedUnit[] {
    const [file = ''] = unit.files;
    const stub = `${file}i`;
    return file.endsWith('.py') && this.project.facts.has(stub) ? [{ unit: this.unitOf(stub), names, isForTypes: true }] : [];
  }

  /** Returns the place of a module, and the packages above it that are imported with it. */
  #packagesUp(place: string, depth: number): string[] {
    const found = [place];
    for (let folder = place; found.length < depth && folder !== ''; ) {
      folder = folderOf(folder);
      // A relative import does not show its depth: it counts all consecutive packages above it.
      if (depth === Number.POSITIVE_INFINITY && !this.isPackage(folder)) break;
      found.push(folder);
    }
    return found;
  }

  #takenFrom(place: string, names: readonly ImportedName[]): Resolution | null {
    const [inner, own]: [ImportedUnit[], ImportedName[]] = [[], []];
    for (const name of [...names, ...this.#listedModules(place, names)]) {
      const file = name.name === '*' ? null : this.fileAt(joinPath(place, name.name));
      if (file === null) own.push(name);
      else inner.push({ unit: this.unitOf(file), names: [{ name: '*', local: name.local }] });
    }
    const file = this.fileAt(place);
    if (file !== null && (own.length > 0 || inner.length === 0)) return [{ unit: this.unitOf(file), names: own }, ...inner];
    return inner.length > 0 ? inner : this.#nothingRead(place, own);
  }

  /** Returns the modules that `import *` imports from a package, because `__all__` lists them. */
  #listedModules(place: string, names: readonly ImportedName[]): ImportedName[] {
    const file = names.some(({ local }) => local === '*') ? this.fileAt(place) : null;
    const facts = file !== null && isInit(file) ? this.project.facts.get(file) : undefined;
    const listed = facts?.offered?.names ?? [];
    const modules = listed.filter((name) => this.fileAt(joinPath(place, name)) !== null);
    return modules.filter((name) => facts?.symbols.every((symbol) => symbol.name !== name)).map((name) => ({ name, local: name }));
  }

  /**
   * Returns `outside` for compiled or too large modules and for folders without `__init__` as a whole, which exist but are not read;
   * otherwise `null`. `import *` brings nothing from such a folder, so its `__init__` is missing.
   */
  #nothingRead(place: string, names: readonly ImportedName[]): 'outside' | null {
    const isFolder = (name: string): boolean => this.folders.has(joinPath(place, name));
    const isStar = names.some(({ local }) => local === '*') && !mayExist(this.project, joinPath(place, '__init__.py'));
    const isWhole = this.folders.has(place) && !isStar && names.every(({ name }) => name === '*' || isFolder(name));
    const places = [place, ...names.map(({ name }) => joinPath(place, name))];
    return isWhole || places.some((each) => UNREAD.some((ending) => this.#exists(each + ending))) ? 'outside' : null;
  }

  #exists(path: string): boolean {
    return this.project.facts.has(path) || this.project.files.has(path);
  }

  /** Returns the place of a relative import; `null` if it leads out of the project. */
  relativePlace(specifier: string, from: string): string | null {
    const dots = countLeadingDots(specifier);
    const rest = specifier.slice(dots).replaceAll('.', '/');
    return resolvePath(folderOf(from), `${'../'.repeat(dots - 1)}${rest || '.'}`);
  }
}

/** Returns the number of leading dots of a specifier. */
export const countLeadingDots = (specifier: string): number => /^\.*/.exec(specifier)?.[0].length ?? 0;

/** Whether a package extends its `__path__`: `__path__ = __import__('pkgutil').extend_path(__path__, __name__)`. */
export const extendsPath = (facts: Pick<FileFacts, 'topNames'> | undefined): boolean => facts?.topNames?.includes('__path__') === true;

/** Whether a file is that of a package. */
export const isInit = (path: string): boolean => /^__init__\.pyi?$/.test(nameOf(path));
