import type { ImportedName, ImportFact } from '../../../facts.ts';
import { folderOf, joinPath } from '../../paths.ts';
import type { ImportsOf, Listed, Project, ResolvedImport, Uncertain, Unresolved } from '../../unit.ts';
import { DUNDER, type Folders, PythonMembers } from './python-members.ts';
import { isInit, type PythonModules } from './python-modules.ts';
import { PythonProvided, type Verdict } from './python-provided.ts';
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
    const lacking = this.#taken(resolved).filter(({ file, name: { name } }) => this.#verdict(file, name, path, importsOf) === 'no');
    const found = new Set(taken.flatMap(({ names }) => names.map(({ local }) => local)));
    const [first] = taken[0]?.unit.files ?? [];
    const folder = first === undefined ? null : folderOf(isInit(first) ? folderOf(first) : first);
    // A folder without `__init__` contains only modules.
    const isModule = (name: string): boolean => folder !== null && this.#provided.isModule(joinPath(folder, name));
    const notFound = fact.names.filter(({ name, local }) => name !== '*' && !found.has(local) && !isModule(name));
    return [...lacking.map(({ name }) => name), ...notFound].map((name) => described(fact, name));
  }

  /** Returns the imported names that a module may define when the program runs. Of a package they may also be modules that are not there. */
  uncertain(resolved: ResolvedImport, path: string, importsOf: ImportsOf): Uncertain[] {
    const all = this.#taken(resolved).filter(({ file, name: { name } }) => this.#verdict(file, name, path, importsOf) === 'maybe');
    return all.map(({ file, name }) => {
      const place = isInit(file) ? { place: joinPath(folderOf(file), name.name) } : {};
      return { ...described(resolved.fact, name), ...place, definer: file };
    });
  }

  /** Whether a module certainly lacks a name, so that a manifest which names it names nothing. */
  isMissing(file: string, name: string, importsOf: ImportsOf): boolean {
    return this.#verdict(file, name, null, importsOf) === 'no';
  }

  /** @param from the file that imports the name; `null` for a manifest */
  #verdict(file: string, name: string, from: string | null, importsOf: ImportsOf): Verdict {
    const verdict = this.#provided.verdict(file, name, importsOf);
    // Only a name of a package may be a file that is missing.
    if (verdict === 'yes' || isInit(file)) return verdict;
    const tried = from === null ? [] : (this.project.facts.get(from)?.attributes?.tried ?? []);
    if (file === from || tried.includes(name)) return 'yes';
    return this.#provided.mayBeSet(file, name, importsOf) ? 'maybe' : verdict;
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
function described({ specifier }: ImportFact, { name, line }: ImportedName): Unresolved {
  const place = line === undefined ? {} : { line };
  return { specifier: specifier.endsWith('.') ? specifier + name : `${specifier}.${name}`, names: [{ name }], ...place };
}
