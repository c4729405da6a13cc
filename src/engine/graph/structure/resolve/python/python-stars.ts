import { folderOf, joinPath } from '../../paths.ts';
import type { ImportsOf, Project } from '../../unit.ts';
import { Reach } from '../reach.ts';
import { isInit, type PythonModules } from './python-modules.ts';

const LIST = '__all__';
const OF_MODULE = `.${LIST}`;

/** Decides which names `import *` brings from a module (decision 0033). */
export class PythonStars {
  readonly #reach = new Reach();
  readonly #listed = new Map<string, ReadonlySet<string>>();
  readonly #lists = new Map<string, readonly (string | null)[]>();

  constructor(
    private readonly project: Project,
    private readonly modules: PythonModules,
  ) {}

  /** Forgets what it knows, after facts changed. */
  forget(): void {
    this.#reach.forget();
    this.#listed.clear();
    this.#lists.clear();
  }

  /** Whether `import *` may bring a name from a module that has it: what `__all__` lists, otherwise all names without a leading `_`. */
  brings(file: string, name: string, importsOf: ImportsOf): boolean {
    if (this.project.facts.get(file)?.offered === undefined) return !name.startsWith('_');
    const lists = (from: string): readonly (string | null)[] => this.#listsIn(from, importsOf);
    return this.#reach.holds(
      file,
      name,
      (each) => this.#namesIn(each).has(name) || this.#isOpen(each) || lists(each).includes(null),
      (each) => lists(each).filter((list) => list !== null),
    );
  }

  #namesIn(file: string): ReadonlySet<string> {
    const known = this.#listed.get(file) ?? new Set(this.project.facts.get(file)?.offered?.names);
    this.#listed.set(file, known);
    return known;
  }

  #isOpen(file: string): boolean {
    const facts = this.project.facts.get(file);
    return facts?.offered === undefined || facts.offered.isOpen === true || facts.isBroken;
  }

  /** Returns the modules whose lists are part of the list of a module; `null` for one that is not known. */
  #listsIn(file: string, importsOf: ImportsOf): readonly (string | null)[] {
    const known = this.#lists.get(file);
    if (known !== undefined) return known;
    const made = (this.project.facts.get(file)?.offered?.lists ?? []).map((list) => this.#listOf(file, list, importsOf));
    this.#lists.set(file, made);
    return made;
  }

  /** Returns the module of a list that is written `base.__all__`, or that is imported under a name. */
  #listOf(file: string, written: string, importsOf: ImportsOf): string | null {
    const isOfModule = written.endsWith(OF_MODULE);
    const local = isOfModule ? written.slice(0, -OF_MODULE.length) : written;
    for (const { unit, names } of importsOf(file).flatMap(({ taken }) => taken)) {
      if (names.some((each) => each.local === local && each.name === (isOfModule ? '*' : LIST))) return unit.files[0] ?? null;
    }
    // Importing a module of a package makes it a name of the package.
    return isOfModule && isInit(file) ? this.modules.fileAt(joinPath(folderOf(file), local.replaceAll('.', '/'))) : null;
  }
}
