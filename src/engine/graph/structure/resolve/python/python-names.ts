import type { ImportedName, ImportFact } from '../../../facts.ts';
import { folderOf, joinPath, nameOf } from '../../paths.ts';
import { type ImportsOf, mayExist, type Project, type ResolvedImport, type Unresolved } from '../../unit.ts';
import { extendsPath, type PythonModules } from './python-modules.ts';

/** Names that the interpreter defines in every module. */
const ALWAYS = /^__(?:name|file|doc|path|package|spec|loader|dict|builtins|annotations|cached|class)__$/;
const INIT = /^__init__\.pyi?$/;

/** Decides which names other files can import from a module (decision 0033). */
export class PythonNames {
  constructor(
    private readonly project: Project,
    private readonly modules: PythonModules,
  ) {}

  /** Returns the imported names that a package has neither as a module nor in its `__init__`. */
  missing({ fact, taken, isLost }: ResolvedImport, importsOf: ImportsOf): Unresolved[] {
    if (taken.length === 0 && !isLost) return [];
    const lacking = taken.flatMap(({ unit, names, isForTypes }) => {
      const [file = ''] = unit.files;
      return INIT.test(nameOf(file)) && !isForTypes
        ? names.filter(({ name }) => name !== '*' && !this.#has(file, name, importsOf, new Set()))
        : [];
    });
    const found = new Set(taken.flatMap(({ names }) => names.map(({ local }) => local)));
    const [first] = taken[0]?.unit.files ?? [];
    const folder = first === undefined ? null : folderOf(INIT.test(nameOf(first)) ? folderOf(first) : first);
    // A folder without `__init__` contains only modules.
    const isModule = (name: string): boolean => folder !== null && this.#isModule(joinPath(folder, name));
    const notFound = fact.names.filter(({ name, local }) => name !== '*' && !found.has(local) && !isModule(name));
    return [...lacking, ...notFound].map((name) => described(fact, name));
  }

  /** Whether a module may have a name. @param seen files that were checked already, because star imports may form a cycle */
  #has(file: string, name: string, importsOf: ImportsOf, seen: Set<string>): boolean {
    if (seen.has(file)) return false;
    seen.add(file);
    return this.#declares(file, name) || this.#imports(file, name, importsOf, seen) || this.#holds(file, name);
  }

  #declares(file: string, name: string): boolean {
    const facts = this.project.facts.get(file);
    if (facts === undefined || facts.isBroken || ALWAYS.test(name)) return true;
    const own = [...(facts.topNames ?? []), ...facts.symbols.map((symbol) => symbol.name)];
    return own.some((each) => each === name || each === '*' || each === '__getattr__');
  }

  /** Whether a package has a submodule of the name, read or not. A package that extends its `__path__` may have any. */
  #holds(file: string, name: string): boolean {
    if (!INIT.test(nameOf(file))) return false;
    return extendsPath(this.project.facts.get(file)?.imports ?? []) || this.#isModule(joinPath(folderOf(file), name));
  }

  #isModule(place: string): boolean {
    return this.modules.kindOf(place) !== null || mayExist(this.project, `${place}.py`) || mayExist(this.project, `${place}/__init__.py`);
  }

  #imports(file: string, name: string, importsOf: ImportsOf, seen: Set<string>): boolean {
    const typed = file.endsWith('.py') ? `${file}i` : '';
    if (this.project.facts.has(typed) && this.#has(typed, name, importsOf, seen)) return true;
    const all = importsOf(file).filter(({ fact }) => fact.kind === 'import');
    if (all.some(({ fact }) => fact.names.some(({ local }) => local.split('.', 1)[0] === name))) return true;
    const stars = all.filter(({ fact }) => fact.names.some(({ local }) => local === '*'));
    // A star import from outside the project, or of a module that is not found, may bring any name.
    return stars.some(({ taken }) => taken.length === 0 || taken.some(({ unit }) => this.#has(unit.files[0] ?? '', name, importsOf, seen)));
  }
}

/** Describes the missing module rather than its package: `shop.cart` for `from shop import cart`, `..cart` for `from .. import cart`. */
function described({ specifier }: ImportFact, { name }: ImportedName): Unresolved {
  return { specifier: specifier.endsWith('.') ? specifier + name : `${specifier}.${name}`, names: [{ name }] };
}
