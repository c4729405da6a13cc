import type { ImportedName, ImportFact } from '../../../facts.ts';
import { folderOf, joinPath } from '../../paths.ts';
import type { ImportsOf, Listed, Project, ResolvedImport, Uncertain, Unresolved } from '../../unit.ts';
import { DUNDER, type Folders, PythonMembers } from './python-members.ts';
import { isInit, type PythonModules } from './python-modules.ts';
import { PythonProvided } from './python-provided.ts';
import { PythonStars } from './python-stars.ts';

/** Finds imported names that no module has (decision 0033). */
export class PythonNames {
  readonly #stars: PythonStars;
  readonly #provided: PythonProvided;
  readonly #members: PythonMembers;

  constructor(
    private readonly project: Project,
    modules: PythonModules,
    folders: Folders,
  ) {
    this.#stars = new PythonStars(project, modules);
    this.#provided = new PythonProvided(project, modules, this.#stars);
    this.#members = new PythonMembers(project, modules, this.#provided, folders);
  }

  /** Forgets what it knows, after facts changed. */
  forget(): void {
    this.#stars.forget();
    this.#provided.forget();
  }

  /** Whether `import *` may bring a name from a module that has it. */
  brings(file: string, name: string, importsOf: ImportsOf): boolean {
    return this.#stars.brings(file, name, importsOf);
  }

  /** Returns the members of imported modules that a file uses and that these do not have. */
  missingMembers(path: string, importsOf: ImportsOf): Listed[] {
    return this.#members.missing(path, importsOf);
  }

  /** Returns the imported names that a module does not have, a package neither as a module nor in its `__init__`. */
  missing(resolved: ResolvedImport, path: string, importsOf: ImportsOf): Unresolved[] {
    const { fact, taken, isLost } = resolved;
    if (taken.length === 0 && !isLost) return [];
    const tried = this.project.facts.get(path)?.attributes?.tried ?? [];
    // Only a name of a package may be a file that is missing.
    const isExpected = (file: string, name: string): boolean =>
      !isInit(file) && (file === path || tried.includes(name) || this.#provided.mayBeSet(file, name, importsOf));
    const lacking = this.#taken(resolved).filter(
      ({ file, name: { name } }) => this.#provided.verdict(file, name, importsOf) === 'no' && !isExpected(file, name),
    );
    const found = new Set(taken.flatMap(({ names }) => names.map(({ local }) => local)));
    const [first] = taken[0]?.unit.files ?? [];
    const folder = first === undefined ? null : folderOf(isInit(first) ? folderOf(first) : first);
    // A folder without `__init__` contains only modules.
    const isModule = (name: string): boolean => folder !== null && this.#provided.isModule(joinPath(folder, name));
    const notFound = fact.names.filter(({ name, local }) => name !== '*' && !found.has(local) && !isModule(name));
    return [...lacking.map(({ name }) => name), ...notFound].map((name) => described(fact, name));
  }

  /** Returns the imported names that a package may define when the program runs, or that may be modules which are not there. */
  uncertain(resolved: ResolvedImport, importsOf: ImportsOf): Uncertain[] {
    const all = this.#taken(resolved).filter(
      ({ file, name }) => isInit(file) && this.#provided.verdict(file, name.name, importsOf) === 'maybe',
    );
    return all.map(({ file, name }) => {
      return { specifier: described(resolved.fact, name).specifier, place: joinPath(folderOf(file), name.name), definer: file };
    });
  }

  /** Returns the names in `__all__` of a package that it has neither as a module nor in its `__init__`. */
  missingInList(file: string, importsOf: ImportsOf): Listed[] {
    const offered = isInit(file) ? this.project.facts.get(file)?.offered : undefined;
    const missing = offered?.names.filter((name) => !DUNDER.test(name) && this.#provided.verdict(file, name, importsOf) === 'no') ?? [];
    return missing.map((name) => ({ line: offered?.line ?? 1, specifier: `.${name}`, names: [] }));
  }

  #taken({ taken }: ResolvedImport): { file: string; name: ImportedName }[] {
    return taken.flatMap(({ unit, names, isForTypes }) => {
      const [file = ''] = unit.files;
      return isForTypes ? [] : names.filter(({ name }) => name !== '*').map((name) => ({ file, name }));
    });
  }
}

/** Describes the missing module rather than its package: `shop.cart` for `from shop import cart`, `..cart` for `from .. import cart`. */
function described({ specifier }: ImportFact, { name }: ImportedName): Unresolved {
  return { specifier: specifier.endsWith('.') ? specifier + name : `${specifier}.${name}`, names: [{ name }] };
}
