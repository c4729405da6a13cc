import type { FileFacts, ImportFact } from '../../../facts.ts';
import { joinPath } from '../../paths.ts';
import type { Project } from '../../unit.ts';
import type { Cargo } from './cargo.ts';
import type { RustMacros } from './rust-macros.ts';
import { isMissing, type RustPathFinder } from './rust-paths.ts';
import type { RustFile, RustModule } from './rust-tree.ts';

/** Whether a module has a name. `maybe`: a macro or a glob import may bring it. */
type Verdict = 'yes' | 'no' | 'maybe';

/** A name that a module lacks, or may lack. */
export interface LackingName {
  readonly name: string;
  readonly isCertain: boolean;
  /** Path of the file that may be missing, without its extension. */
  readonly place: string;
  /** The file of the module. */
  readonly definer: string;
}

/** Macros that declare no modules. */
export const NO_MODULES =
  /^(?:lazy_static|bitflags|cfg_if|criterion_(?:group|main)|proptest|quickcheck|static_assertions|const_assert\w*|doctest|pin_project)$/;
/** Names that a file may have: modules and functions. Types often come from derives, and have no file. */
const MAY_BE_MODULE = /^(?:r#)?[a-z_][a-z0-9_]*$/;
/** Names that a crate may have, without the keywords that begin a path. */
const CRATE = /^(?!(?:crate|self|super)$)[a-z][a-z0-9_]*$/;

/** Finds imported names that no module has (decision 0034). */
export class RustNames {
  readonly #known = new Map<RustFile, Map<string, Verdict>>();

  constructor(
    private readonly facts: Project['facts'],
    private readonly paths: RustPathFinder,
    private readonly macros: RustMacros,
    private readonly cargo: Cargo,
  ) {}

  /** Returns the first part of an import that its module lacks; of a `use`, each imported name. @param file one module of the importing file */
  lacking({ specifier, names, macro }: ImportFact, file: RustFile): LackingName[] {
    // An import in a macro is checked if the file invokes the macro itself.
    const isElsewhere = macro !== undefined && !file.macros.some((each) => each.macro === macro && each.definedIn === file.path);
    if (isElsewhere || specifier.includes('!')) return [];
    const isUse = names.every(({ local }) => !local.includes('.'));
    const places = this.paths.find(specifier.split('::'), { file, inline: [] }, isUse);
    if (typeof places === 'string') return [];
    const plain = names.map(({ name }) => name).filter((name) => name !== '*');
    return places.flatMap(({ module, rest: [first] }) => {
      if (first !== undefined || isUse) return (first === undefined ? plain : [first]).flatMap((name) => this.#lackingIn(module, name));
      // A path in an expression may also lead to what only a compiler finds, so only what is certain counts.
      return plain.flatMap((name) => this.#lackingIn(module, name)).filter(({ isCertain }) => isCertain);
    });
  }

  /** Whether an import takes something from a crate that no manifest declares, and that nothing in the file may bring. */
  isUndeclared({ specifier, names, macro }: ImportFact, file: RustFile): boolean {
    const [name = ''] = specifier.replace(/^::/, '').split('::');
    const isUse = macro === undefined && names.every(({ local }) => !/[.!]/.test(local));
    const of = file.crate.kind === 'unknown' ? null : file.crate.package;
    if (!isUse || of === null || !CRATE.test(name) || !this.cargo.isUndeclared(of, name)) return false;
    return this.paths.find(specifier.split('::'), { file, inline: [] }, true) === 'outside' && !this.#mayBind(file, name);
  }

  /** Whether a file may have a name that is no crate. */
  #mayBind(file: RustFile, name: string): boolean {
    const imports = this.paths.importsOf(file).filter(({ specifier }) => specifier.replace(/^::/, '') !== name);
    if (imports.some(({ names }) => names.some(({ local }) => local === name))) return true;
    const texts = [file.path, ...file.included].flatMap((path) => this.facts.get(path) ?? []);
    const hasModule = ({ modules = [] }: FileFacts): boolean => modules.some(({ path }) => path.split('::').includes(name));
    if (texts.length === 0 || texts.some((text) => declares(text, name) || hasModule(text) || mayDeclareMore(text))) return true;
    const inside = imports.filter(({ specifier }) => /^(?:crate|self|super)(?:::|$)/.test(specifier));
    return this.#byGlobs(file, inside, name) !== 'no';
  }

  #lackingIn(module: RustModule, name: string): LackingName[] {
    const verdict = MAY_BE_MODULE.test(name) ? this.#has(module, name, true) : 'yes';
    const { file, inline } = module;
    const place = joinPath([file.folder, ...inline].filter((part) => part !== '').join('/'), name);
    return verdict === 'yes' ? [] : [{ name, isCertain: verdict === 'no', place, definer: file.path }];
  }

  /** @param seesPrivate whether the private imports of the module count */
  #has(module: RustModule, name: string, seesPrivate: boolean): Verdict {
    if (this.paths.child(module, name).length > 0) return 'yes';
    // What else an inline module declares is not known by module.
    if (module.inline.length > 0) return isMissing(module, name) ? 'no' : 'yes';
    const known = this.#known.get(module.file) ?? new Map<string, Verdict>();
    this.#known.set(module.file, known);
    const key = seesPrivate ? name : `pub ${name}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    // Modules may import each other's names by globs.
    known.set(key, 'no');
    const verdict = this.#inFile(module.file, name, seesPrivate);
    known.set(key, verdict);
    return verdict;
  }

  #inFile(file: RustFile, name: string, seesPrivate: boolean): Verdict {
    const texts = [file.path, ...file.included].flatMap((path) => this.facts.get(path) ?? []);
    const imports = this.paths.importsOf(file).filter(({ kind }) => seesPrivate || kind === 're-export');
    const isLost = isMissing({ file, inline: [] }, name);
    const isImported = imports.some(({ names }) => names.some(({ local, name: taken }) => local === name && !(isLost && taken === '*')));
    if (isImported || texts.some((text) => declares(text, name)) || this.macros.exportedBy(file, name).length > 0) return 'yes';
    if (isLost) return 'no';
    const isOpen = file.crate.kind === 'unknown' || texts.length === 0 || texts.some(mayDeclareMore);
    return isOpen ? 'maybe' : this.#byGlobs(file, imports, name);
  }

  /** Whether a glob import of an inline module may bring a name. What the file declares is not known by module. */
  #inInline(module: RustModule, name: string): Verdict {
    const { file } = module;
    const isImported = this.paths.importsOf(file).some(({ names }) => names.some(({ local }) => local === name));
    const isDeclared = [file.path, ...file.included].some((path) => declares(this.facts.get(path), name));
    if (isImported || isDeclared || this.paths.child(module, name).length > 0) return 'yes';
    return isMissing(module, name) ? 'no' : 'maybe';
  }

  #byGlobs(file: RustFile, imports: readonly ImportFact[], name: string): Verdict {
    const globs = imports.filter(({ names }) => names.some(({ local }) => local === '*'));
    const verdicts = globs.map(({ specifier }) => this.#byGlob(file, specifier, name));
    return verdicts.find((each) => each === 'yes') ?? verdicts.find((each) => each === 'maybe') ?? 'no';
  }

  #byGlob(file: RustFile, specifier: string, name: string): Verdict {
    const places = this.paths.find(specifier.split('::'), { file, inline: [] }, true);
    if (typeof places === 'string' || places.length === 0) return 'maybe';
    const verdicts = places.map(({ module, rest: [first] }) => {
      // The variants of an enum are no modules.
      if (first !== undefined) return /^[A-Z]/.test(first) ? 'no' : 'maybe';
      return module.inline.length > 0 ? this.#inInline(module, name) : this.#has(module, name, isInside(file, module.file));
    });
    return verdicts.find((each) => each === 'yes') ?? verdicts.find((each) => each === 'maybe') ?? 'no';
  }
}

/** Whether a file is the module itself or below it, so that it sees the private names of the module. */
function isInside(file: RustFile, module: RustFile): boolean {
  for (let each: RustFile | undefined = file; each !== undefined; each = each.above?.file) if (each === module) return true;
  return false;
}

const declares = (facts: FileFacts | undefined, name: string): boolean =>
  facts?.topNames?.includes(name) === true || facts?.symbols.some((symbol) => symbol.name === name) === true;

/** Whether macros or unread parts of a file may declare more names. */
function mayDeclareMore({ imports, isBroken, unread, doubtAt }: FileFacts): boolean {
  const isOpen = ({ kind, isItem, specifier, names }: ImportFact): boolean =>
    kind === 'computed' || (isItem === true && !NO_MODULES.test((names[0]?.name ?? specifier).replace(/!$/, '')));
  return isBroken || unread !== undefined || doubtAt !== undefined || imports.some(isOpen);
}
