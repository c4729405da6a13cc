import type { FileFacts } from '../../../facts.ts';
import { folderOf, joinPath, nameOf } from '../../paths.ts';
import { type ImportsOf, mayExist, type Project } from '../../unit.ts';
import { Reach } from '../reach.ts';
import { extendsPath, isInit, type PythonModules } from './python-modules.ts';
import type { PythonStars } from './python-stars.ts';

/** Names that the interpreter defines in every module. */
const ALWAYS = /^__(?:name|file|doc|path|package|spec|loader|dict|builtins|annotations|cached|class)__$/;

/** Whether a module has a name: `maybe` if the program may add it when it runs, or a module that is not read may bring it. */
export type Verdict = 'yes' | 'no' | 'maybe';

/** What a module binds itself. */
interface Own {
  readonly names: ReadonlySet<string>;
  /** It may have any other name. */
  readonly isOpen: boolean;
  /** It may have any other name, and only because it has a function `__getattr__`. */
  readonly isAsked: boolean;
  /** The modules from which it imports all names, and its stub. */
  readonly stars: readonly string[];
  readonly stub: string | null;
  /** It imports all names of a module outside the project, or of one that is not found. */
  readonly isFromOutside: boolean;
  readonly isFromLost: boolean;
}

/** The names that any module binds, or may have as a module, and those in any `__all__`. */
interface Words {
  readonly bound: ReadonlySet<string>;
  readonly listed: ReadonlySet<string>;
  /** Names of attributes that some file sets, and modules on which some file may set any attribute. */
  readonly set: ReadonlySet<string>;
  readonly open: ReadonlySet<string>;
}

/** Returns the modules on which a file may set any attribute. */
function opened(path: string, { attributes }: FileFacts, importsOf: ImportsOf): string[] {
  const objects = new Set(attributes?.set.flatMap((name) => (name.endsWith('.*') ? [name.slice(0, -2)] : [])));
  const taken = objects.size === 0 ? [] : importsOf(path).flatMap((each) => each.taken);
  return taken.flatMap(({ unit, names }) => (names.some(({ local }) => objects.has(local)) ? unit.files : []));
}

function wordsIn({ facts, files }: Project, importsOf: ImportsOf): Words {
  const firstOf = (name: string): string => name.split('.', 1)[0] ?? '';
  const read = [...facts.values()].filter(({ language }) => language === 'python');
  const bound = new Set<string>();
  for (const { topNames = [], symbols, imports } of read) {
    for (const name of topNames) bound.add(name);
    for (const { name } of symbols) bound.add(name);
    for (const { local } of imports.flatMap(({ names }) => names)) bound.add(firstOf(local));
  }
  for (const path of [...facts.keys(), ...files]) for (const part of path.split('/')) bound.add(firstOf(part));
  return {
    bound,
    listed: new Set(read.flatMap(({ offered }) => offered?.names ?? [])),
    set: new Set(read.flatMap(({ attributes }) => attributes?.set ?? [])),
    open: new Set([...facts].flatMap(([path, each]) => opened(path, each, importsOf))),
  };
}

/** Decides which names modules have (decision 0033). */
export class PythonProvided {
  readonly #own = new Map<string, Own>();
  #words: Words | undefined;
  readonly #found = new Reach();
  readonly #open = new Reach();

  constructor(
    private readonly project: Project,
    private readonly modules: PythonModules,
    private readonly stars: PythonStars,
  ) {}

  /** Forgets what it knows, after facts changed. */
  forget(): void {
    this.#own.clear();
    this.#words = undefined;
    this.#found.forget();
    this.#open.forget();
  }

  /** Returns whether other files can import a name from a module. */
  verdict(file: string, name: string, importsOf: ImportsOf): Verdict {
    // Almost all names are found here.
    if (ALWAYS.test(name) || this.#ownOf(file, importsOf).names.has(name)) return 'yes';
    this.#words ??= wordsIn(this.project, importsOf);
    const { bound, listed } = this.#words;
    const ways = (from: string): readonly string[] => this.#waysFrom(from, name, importsOf);
    const isBound = (each: string): boolean => this.#binds(each, name, importsOf);
    if (bound.has(name) && this.#found.holds(file, name, isBound, ways)) return 'yes';
    if (this.#isOfLost(file, name, importsOf)) return 'no';
    // All names in no list are brought by the same modules.
    const question = listed.has(name) ? name : name.startsWith('_') ? ' _' : ' ';
    return this.#open.holds(file, question, (each) => this.#mayBind(each, name, importsOf), ways) ? 'maybe' : 'no';
  }

  /** Whether another file may set an attribute of a module. @param file `null` for a folder without `__init__` */
  mayBeSet(file: string | null, name: string, importsOf: ImportsOf): boolean {
    this.#words ??= wordsIn(this.project, importsOf);
    return this.#words.set.has(name) || (file !== null && this.#words.open.has(file));
  }

  /** Whether a package has something else than its module by the name of that module: `from .cart import cart`. */
  bindsOther(init: string, name: string, module: string, importsOf: ImportsOf): Verdict {
    const { names, isOpen, isAsked, isFromOutside, stars } = this.#ownOf(init, importsOf);
    // Python asks `__getattr__` only for names that the package lacks. It may give a module's name to the object of that name in the module.
    const isWide = isAsked ? this.#ownOf(module, importsOf).names.has(name) : isOpen;
    if (isWide || isFromOutside) return 'maybe';
    const isModule = importsOf(init).some(({ taken }) =>
      taken.some(({ unit, names: all }) => unit.files.includes(module) && all.some((each) => each.name === '*' && each.local === name)),
    );
    if (names.has(name)) return isModule ? 'no' : 'yes';
    const isBrought = stars.some((each) => this.stars.brings(each, name, importsOf) && this.verdict(each, name, importsOf) === 'yes');
    return isBrought ? 'yes' : 'no';
  }

  /** Whether a place contains a module, read or not. */
  isModule(place: string): boolean {
    return this.modules.kindOf(place) !== null || mayExist(this.project, `${place}.py`) || mayExist(this.project, `${place}/__init__.py`);
  }

  /** Also a submodule, although `import *` brings it only if `__all__` lists it or something has loaded it. */
  #binds(file: string, name: string, importsOf: ImportsOf): boolean {
    return this.#ownOf(file, importsOf).names.has(name) || (isInit(file) && this.isModule(joinPath(folderOf(file), name)));
  }

  #mayBind(file: string, name: string, importsOf: ImportsOf): boolean {
    const { isOpen, isFromOutside, isFromLost } = this.#ownOf(file, importsOf);
    // A module without `__all__` brings no such names, and hardly a compiled module has one.
    return isOpen || isFromOutside || (isFromLost && !name.startsWith('_'));
  }

  #waysFrom(file: string, name: string, importsOf: ImportsOf): readonly string[] {
    const { stars, stub } = this.#ownOf(file, importsOf);
    const bringing = stars.filter((each) => this.stars.brings(each, name, importsOf));
    return stub === null ? bringing : [stub, ...bringing];
  }

  /**
   * Whether a package imports from its module of this name, which is not found: `from .gone import x` makes `gone` a name of the package,
   * too.
   */
  #isOfLost(file: string, name: string, importsOf: ImportsOf): boolean {
    if (!isInit(file)) return false;
    const own = `.${nameOf(folderOf(file))}.${name}.`;
    return importsOf(file).some(({ fact: { specifier }, isLost }) => {
      return isLost && (specifier === `.${name}` || specifier.startsWith(`.${name}.`) || `.${specifier}.`.includes(own));
    });
  }

  #ownOf(file: string, importsOf: ImportsOf): Own {
    const known = this.#own.get(file) ?? this.#read(file, importsOf);
    this.#own.set(file, known);
    return known;
  }

  #read(file: string, importsOf: ImportsOf): Own {
    const facts = this.project.facts.get(file);
    const all = importsOf(file).filter(({ fact }) => fact.kind === 'import');
    const imported = all.flatMap(({ fact }) => fact.names).map(({ local }) => local.split('.', 1)[0] ?? '');
    const names = new Set([...(facts?.topNames ?? []), ...(facts?.symbols ?? []).map((symbol) => symbol.name), ...imported]);
    const stars = all.filter(({ fact }) => fact.names.some(({ local }) => local === '*'));
    const isRead = facts !== undefined && !facts.isBroken && facts.unread === undefined;
    const stub = file.endsWith('.py') && this.project.facts.has(`${file}i`) ? `${file}i` : null;
    const isWide = names.has('*') && (facts?.topNames ?? []).includes('*');
    const isUnsure = !isRead || isWide || (isInit(file) && extendsPath(facts));
    return {
      names,
      isOpen: isUnsure || names.has('__getattr__'),
      isAsked: !isUnsure && names.has('__getattr__'),
      // The first is the module itself. The others are its stub, and files that run on the way.
      stars: stars.flatMap(({ taken }) => taken.slice(0, 1).flatMap(({ unit }) => unit.files)),
      stub,
      isFromOutside: stars.some(({ taken, isLost }) => taken.length === 0 && !isLost),
      isFromLost: stars.some(({ isLost }) => isLost),
    };
  }
}
