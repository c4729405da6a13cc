import type { ImportedName, ImportFact } from '../../../facts.ts';
import type { Project } from '../../unit.ts';
import { type Cargo, isStandard } from './cargo.ts';
import type { RustFile, RustModule, RustTree } from './rust-tree.ts';

/** A module that a path leads to, and the rest of the path, which names something in it. */
export interface RustFound {
  readonly module: RustModule;
  readonly rest: readonly string[];
  /** Files that re-export a part of the path. */
  readonly by: readonly string[];
  /** Files of the modules through which the path leads. */
  readonly through: readonly string[];
}

/** `outside`: the path starts with an external crate; `beyond`: it starts with a crate that a manifest places outside the project. */
type RustPlaces = readonly RustFound[] | 'outside' | 'beyond';

/** Maximum length of a chain of re-exports. */
const MAX_CHAIN_LENGTH = 16;
const NOTHING: readonly RustFound[] = [];

const whole = (module: RustModule): RustFound => ({ module, rest: [], by: [], through: [] });
/** Returns a file as a module. */
export const top = (file: RustFile): RustModule => ({ file, inline: [] });

/** Whether a module declares a child module whose file does not exist. */
export const isMissing = ({ file, inline }: RustModule, name: string): boolean => file.missing.has([...inline, name].join('::'));

/** Resolves Rust paths through modules, re-exports and other crates. */
export class RustPathFinder {
  /** Results by file and name during one lookup. A name that is still being resolved has no results, so that cycles end. */
  readonly #passed = new Map<RustFile, Map<string, readonly RustFound[]>>();

  readonly #imports = new WeakMap<RustFile, readonly ImportFact[]>();

  constructor(
    private readonly facts: Project['facts'],
    private readonly cargo: Cargo,
    private readonly tree: RustTree,
  ) {}

  /** @param path relative to the module @param isUse whether it is in a `use`, whose paths start at the crate root in edition 2015 */
  find(path: readonly string[], from: RustModule, isUse: boolean): RustPlaces {
    this.#passed.clear();
    return this.#find(path, from, isUse, 0);
  }

  /** Returns the modules that a name in a module means; empty if it is something else. */
  child(module: RustModule, name: string): readonly RustFound[] {
    this.#passed.clear();
    return this.#child(module, name, 0);
  }

  /** Returns the roots of the crates that a name in a module means; empty if a crate of the project is meant and not there. */
  crateModules(name: string, from: RustModule, isUse: boolean): readonly RustModule[] | 'outside' | 'beyond' {
    this.#passed.clear();
    const found = this.#crate(name, [], from, isUse, 0);
    return typeof found === 'string' ? found : found.map((each) => each.found.module);
  }

  #find(path: readonly string[], from: RustModule, isUse: boolean, chain: number): RustPlaces {
    const [first = '', ...rest] = path;
    if (chain > MAX_CHAIN_LENGTH) return NOTHING;
    const begin = this.#begin(first, rest, from, isUse, chain);
    if (typeof begin === 'string') return begin;
    return begin.flatMap(({ found, left }) => this.#walk(found, left, chain));
  }

  #begin(first: string, rest: readonly string[], from: RustModule, isUse: boolean, chain: number): Beginning[] | 'outside' | 'beyond' {
    const { root } = from.file.crate;
    const at = (module: RustModule | null | undefined): Beginning[] => (module ? [{ found: whole(module), left: rest }] : []);
    if (first === 'crate') return at(root && top(root));
    if (first === 'self') return at(from);
    if (first === 'super') return at(above(from));
    if (first === '') return this.#fromCrates(rest, from, isUse, chain);
    if (isStandard(first) && !this.#binds(from, first)) return 'outside';
    const isOld = from.file.crate.package?.isOldEdition === true;
    const own = [...(isOld && isUse && root ? [top(root)] : []), from];
    const local = own.map((module) => this.#child(module, first, chain)).find((found) => found.length > 0);
    if (local !== undefined) return local.map((found) => ({ found: { ...found, through: [] }, left: rest }));
    const declared = own.find((module) => isMissing(module, first));
    if (declared !== undefined) return [{ found: whole(declared), left: [first, ...rest] }];
    return this.#crate(first, rest, from, isUse, chain);
  }

  /** Begins a path after `::`: at the crates, never at a module of the same name. The 2015 edition begins it at the root of the crate. */
  #fromCrates(
    [first = '', ...rest]: readonly string[],
    from: RustModule,
    isUse: boolean,
    chain: number,
  ): Beginning[] | 'outside' | 'beyond' {
    const { root, package: own } = from.file.crate;
    if (own === null || own.isOldEdition) return this.#begin(first, rest, root === null ? from : top(root), isUse, chain);
    return isStandard(first) ? 'outside' : this.#crate(first, rest, from, isUse, chain);
  }

  #crate(first: string, rest: readonly string[], from: RustModule, isUse: boolean, chain: number): Beginning[] | 'outside' | 'beyond' {
    const { root } = from.file.crate;
    const file = this.cargo.crate(from.file.crate.package, first, from.file.crate.kind === 'lib');
    if (file === 'outside') {
      const renamed = this.#renamed(first, root, chain)?.map((found) => ({ found, left: rest }));
      return renamed ?? (isUse && !this.mayImport(from, first) && this.cargo.isMissing(first) ? [] : 'outside');
    }
    if (file === 'beyond') return file;
    if (file === null && this.#bindsOther(from, first)) return 'outside';
    const crate = file === null ? undefined : this.tree.rootOf(file);
    return crate === undefined ? [] : [{ found: whole(top(crate)), left: rest }];
  }

  /**
   * Resolves a name from `extern crate a as b;` at the crate root, which is visible in all modules. `extern crate self as b;` means the
   * crate itself.
   */
  #renamed(name: string, root: RustFile | null, chain: number): readonly RustFound[] | null {
    const wholes = this.importsOf(root).filter(
      ({ specifier, names }) => !specifier.includes('::') && specifier !== name && names.some(({ local }) => local === name),
    );
    if (root === null || wholes.length === 0) return null;
    if (wholes.some(({ specifier }) => specifier === 'crate')) return [whole(top(root))];
    const found = this.#child(top(root), name, chain);
    return found.length > 0 ? found : null;
  }

  /** Follows a path through modules as far as possible. */
  #walk(begin: RustFound, path: readonly string[], chain: number): RustFound[] {
    let open: readonly RustFound[] = [begin];
    for (let at = 0; at < path.length; at += 1) {
      const next = open.flatMap((found) => this.#step(found, path[at] ?? '', chain));
      if (next.length === 0) return open.map((found) => ({ ...found, rest: path.slice(at) }));
      open = next;
    }
    return [...open];
  }

  #step({ module, by, through }: RustFound, name: string, chain: number): RustFound[] {
    return this.#next(module, name, chain).map((found) => ({
      ...found,
      by: [...by, ...found.by],
      through: found.module.file === module.file ? through : [...through, module.file.path],
    }));
  }

  #next(module: RustModule, name: string, chain: number): readonly RustFound[] {
    if (name !== 'super' && name !== 'self') return this.#child(module, name, chain);
    const next = name === 'self' ? module : above(module);
    return next === null ? NOTHING : [whole(next)];
  }

  #child({ file, inline }: RustModule, name: string, chain: number): readonly RustFound[] {
    const path = [...inline, name];
    const own = file.below.get(path.join('::'));
    if (own !== undefined && own.length > 0) return own.map((each) => whole(top(each)));
    return file.inline.has(path.join('::')) ? [whole({ file, inline: path })] : this.#passedOn(file, name, chain);
  }

  #passedOn(file: RustFile, name: string, chain: number): readonly RustFound[] {
    const known = this.#passed.get(file) ?? new Map<string, readonly RustFound[]>();
    if (known.size === 0) this.#passed.set(file, known);
    const before = known.get(name);
    if (before !== undefined) return before;
    known.set(name, NOTHING);
    const found = this.#namedBy(file, name, chain);
    known.set(name, found);
    return found;
  }

  /** Resolves a name through the imports of a file: those that bind it, otherwise globs. */
  #namedBy(file: RustFile, name: string, chain: number): readonly RustFound[] {
    const imports = this.importsOf(file);
    const named: string[][] = [];
    const open: string[][] = [];
    for (const { specifier, names } of imports) {
      for (const taken of names) {
        if (taken.local === name) named.push(pathOf(specifier, taken));
        else if (taken.local === '*') open.push(specifier.split('::'));
      }
    }
    const by = [file.path];
    const places = named.flatMap((path) => this.#modulesAt(path, file, chain));
    const found = places.length > 0 ? places : open.flatMap((path) => this.#modulesAt([...path, name], file, chain));
    return found.map((each) => ({ ...each, by: [...by, ...each.by] }));
  }

  #modulesAt(path: readonly string[], file: RustFile, chain: number): RustFound[] {
    // A path that resolves to the file itself is skipped, because it would look for a name through itself.
    const found = this.#find(path, top(file), true, chain + 1);
    return typeof found === 'string'
      ? []
      : found.filter(({ rest, module }) => rest.length === 0 && !(module.file === file && module.inline.length === 0));
  }

  /** Returns the imports of a file, also those of files and macros that count as its text. */
  importsOf(file: RustFile | null): readonly ImportFact[] {
    if (file === null) return [];
    const known = this.#imports.get(file) ?? this.#importsIn(file);
    this.#imports.set(file, known);
    return known;
  }

  #importsIn(file: RustFile): readonly ImportFact[] {
    const own = [file.path, ...file.included].flatMap((path) => (this.facts.get(path)?.imports ?? []).filter(({ macro }) => !macro));
    const invoked = file.macros.flatMap(({ macro, definedIn }) =>
      (this.facts.get(definedIn)?.imports ?? []).filter((fact) => fact.macro === macro),
    );
    return [...own, ...invoked].filter(({ specifier }) => !specifier.endsWith('!'));
  }

  /** Whether a module binds a name by itself, not by a glob. */
  #binds({ file, inline }: RustModule, name: string): boolean {
    const path = [...inline, name].join('::');
    return (
      file.inline.has(path) || file.below.has(path) || this.importsOf(file).some(({ names }) => names.some((each) => each.local === name))
    );
  }

  /** Whether an import of a file binds a name to something else than the crate of that name. */
  #bindsOther({ file }: RustModule, name: string): boolean {
    return this.importsOf(file).some(({ specifier, names }) => specifier !== name && names.some(({ local }) => local === name));
  }

  /** Whether a name in a module may come from one of its imports, internal or external. */
  mayImport({ file }: RustModule, name: string): boolean {
    return this.importsOf(file).some(({ names }) => names.some(({ local }) => local === name || local === '*'));
  }

  /** Whether a file has another item with the name of one of its modules: `mod a; pub use a::a;`. */
  namesBeside({ file, inline }: RustModule, name: string): boolean {
    if (inline.length > 0 || !file.below.has(name)) return false;
    const isDeclared = this.facts.get(file.path)?.symbols.some((symbol) => symbol.name === name) === true;
    return isDeclared || this.importsOf(file).some(({ names }) => names.some((each) => each.local === name && each.name !== '*'));
  }
}

interface Beginning {
  readonly found: RustFound;
  readonly left: readonly string[];
}

function pathOf(specifier: string, { name }: ImportedName): string[] {
  const path = specifier.split('::');
  return name === '*' ? path : [...path, name];
}

/** Returns the parent of a module (`super`). */
export function above({ file, inline }: RustModule): RustModule | null {
  return inline.length > 0 ? { file, inline: inline.slice(0, -1) } : file.above;
}
