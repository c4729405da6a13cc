import type { FileFacts, ScopeFact, UsedPathFact } from '../../../facts.ts';
import type { Project } from '../../unit.ts';
import { type Cargo, isStandard } from './cargo.ts';
import type { RustMacros } from './rust-macros.ts';
import { asMeaning, CYCLE, MAYBE, type Meaning, NOTHING, OTHER, OUTSIDE, united } from './rust-meaning.ts';
import { above, isMissing, type RustPathFinder, top } from './rust-paths.ts';
import type { RustFile, RustModule } from './rust-tree.ts';

/** Where a path leads, or the part of it that its module lacks. */
export interface PathResult extends Meaning {
  /** Index of the lacking part. */
  readonly at: number;
  /** The modules that lack it. */
  readonly within: readonly RustModule[];
}

type Leading = Pick<UsedPathFact, 'path' | 'local' | 'isLocal'>;

/** Types that need no import and have variants or members to import. */
const PRELUDE = /^(?:Option|Result|Vec|Box|String)$/;
/** Longer chains of re-exports are not followed. */
const MAX_DEPTH = 64;

const isType = (name: string): boolean => /^\p{Lu}/u.test(name);

const isSame = (one: RustModule, other: RustModule): boolean => one.file === other.file && one.inline.join() === other.inline.join();

/** Whether a module is another one or below it, so that it sees the private names of the other. */
function isInside(module: RustModule, other: RustModule): boolean {
  for (let each: RustModule | null = module; each !== null; each = above(each)) if (isSame(each, other)) return true;
  return false;
}

/** Who asks for a name of a module. */
interface Asking {
  readonly seesPrivate: boolean;
  /** The module itself, in which a broken import is listed once. */
  readonly isOwn: boolean;
}

/** Looks up names in the modules of a project as a compiler does (decision 0034). */
export class RustLookup {
  readonly #known = new Map<RustFile, Map<string, Meaning>>();
  /** The names that are being looked up, so that modules may import each other's names. */
  readonly #open = new Map<RustFile, Map<string, Meaning>>();
  #depth = 0;

  constructor(
    private readonly facts: Project['facts'],
    private readonly paths: RustPathFinder,
    private readonly macros: RustMacros,
    private readonly cargo: Cargo,
  ) {}

  /** Resolves a path as written in a module. */
  path(path: readonly string[], from: RustModule, leading: Leading): PathResult {
    const [start, ...rest] = this.#begin(path, from, leading);
    let [at, meaning, within] = [path.length - rest.length - 1, start, [from]];
    for (const name of rest) {
      if (meaning.verdict !== 'yes' || (meaning.modules.length === 0 && meaning.enums.length === 0)) break;
      at += 1;
      within = [...meaning.modules];
      meaning = this.#step(meaning, name, from);
    }
    return { ...meaning, at, within };
  }

  /** Returns the meaning of the beginning of a path, and the rest of the path. */
  #begin([first = '', ...rest]: readonly string[], from: RustModule, leading: Leading): [Meaning, ...string[]] {
    const { root, kind } = from.file.crate;
    // The root of a file to which no declaration leads is not known.
    const isRoot = kind !== 'unknown';
    const at = (module: RustModule | null): [Meaning, ...string[]] => [asMeaning(module, isRoot ? NOTHING : MAYBE), ...rest];
    if (first === 'crate' || first === '$crate') return at(root && isRoot ? top(root) : null);
    if (first === 'self') return at(from);
    if (first === 'super') return at(above(from));
    // In edition 2015, `::a` and the paths of `use` begin at the root.
    const atRoot = from.file.crate.package?.isOldEdition && root ? [top(root)] : [];
    if (first === '') return [this.#first(rest[0] ?? '', atRoot, from, leading), ...rest.slice(1)];
    return [this.#first(first, leading.local === undefined ? [from] : [...atRoot, from], from, leading), ...rest];
  }

  /** Resolves the first name of a path that is no keyword. @param around the modules in which it begins */
  #first(name: string, around: readonly RustModule[], from: RustModule, leading: Leading): Meaning {
    // `use a;` does not mean itself.
    const isSelf = leading.path.replace(/^::/, '') === leading.local;
    const local = isSelf || (leading.local !== undefined && !leading.isLocal) ? NOTHING : this.#inFunctions(from, name);
    const own = around.filter((module) => !isSelf || !isSame(module, from)).map((module) => this.name(module, name, from));
    const found = united([local, ...own]);
    if (found.verdict === 'yes') return this.#besideCrate(name, found, from, leading);
    const inner = around.flatMap((module) => this.#scopes(module).flatMap((scope) => scope.inner ?? []));
    if (inner.includes(name) || inner.includes(`${name}!`)) return OTHER;
    if (around.some((module) => isMissing(module, name))) return NOTHING;
    return isType(name) ? (PRELUDE.test(name) ? OTHER : found) : this.#crate(name, from, leading, found);
  }

  /** Adds the crate of an imported name: `use regex::regex` may bring only a macro, so that `regex::a` still begins with the crate. */
  #besideCrate(name: string, found: Meaning, from: RustModule, leading: Leading): Meaning {
    const isImported = this.#scopes(from).some(({ paths }) => paths.some(({ local }) => local === name || local === '*'));
    return isImported ? united([found, this.#crate(name, from, leading, NOTHING)]) : found;
  }

  /** @param found what the name means if there is no such crate */
  #crate(name: string, from: RustModule, { local }: Leading, found: Meaning): Meaning {
    const crates = isStandard(name) ? 'outside' : this.paths.crateModules(name, from, local !== undefined);
    const { kind, package: of } = from.file.crate;
    if (crates === 'outside') {
      if (kind === 'unknown' || of === null || this.cargo.hasExternal(of, name)) return OUTSIDE;
      // The library of an external package may have another name than the package.
      if (!this.cargo.isUndeclared(of, name)) return MAYBE;
      return this.#isOfCompiler(name, from.file) ? OUTSIDE : found;
    }
    if (crates === 'beyond') return OUTSIDE;
    return crates.length > 0 ? { ...OTHER, modules: crates } : found;
  }

  /** Whether a crate is declared beside crates of the compiler, in the file or the root of its crate: what they depend on is there, too. */
  #isOfCompiler(name: string, { path, crate: { root } }: RustFile): boolean {
    return [path, root?.path ?? path].some((file) => {
      const bound = (this.facts.get(file)?.scopes ?? []).flatMap(({ paths }) =>
        paths.flatMap((each) => (each.local === undefined ? [] : each.path)),
      );
      return bound.includes(name) && bound.some((each) => /^rustc_/.test(each));
    });
  }

  /** Resolves a name through the imports in functions of a module. */
  #inFunctions(module: RustModule, name: string): Meaning {
    return this.#once(module.file, `${module.inline.join('::')} ${name} in functions`, () => {
      const used = this.#scopes(module).flatMap(({ paths }) => paths.filter(({ isLocal }) => isLocal === true));
      const named = used.filter(({ local }) => local === name).map((each) => this.#bound(module, each, true));
      return united([...named, ...used.filter(({ local }) => local === '*').map((each) => this.#byGlob(module, each, name))]);
    });
  }

  #step({ modules, enums, isOutside }: Meaning, name: string, from: RustModule): Meaning {
    if (name === '*') return OTHER;
    if (name === 'self') return { ...OTHER, modules };
    if (name === 'super') return united(modules.map((module) => asMeaning(above(module), MAYBE)));
    const variants = enums.map((each) => (each === null ? MAYBE : each.includes(name) ? OTHER : NOTHING));
    return united([...variants, ...modules.map((module) => this.name(module, name, from)), ...(isOutside ? [MAYBE] : [])]);
  }

  /** Returns what a name means in a module. @param from the module that asks, which may not see private imports */
  name(module: RustModule, name: string, from: RustModule): Meaning {
    const seesPrivate = isInside(from, module);
    const isOwn = isSame(from, module);
    const key = `${module.inline.join('::')} ${name} ${seesPrivate} ${isOwn}`;
    return this.#once(module.file, key, () => this.#own(module, name, { seesPrivate, isOwn }));
  }

  /** Returns the known answer for a name, or finds it. A name that is being looked up has no meaning yet, so that cycles end. */
  #once(file: RustFile, key: string, find: () => Meaning): Meaning {
    const known = this.#known.get(file)?.get(key) ?? this.#open.get(file)?.get(key);
    if (known !== undefined) return known;
    if (this.#depth > MAX_DEPTH) return MAYBE;
    setIn(this.#open, file, key, CYCLE);
    this.#depth += 1;
    const found = find();
    this.#depth -= 1;
    setIn(this.#open, file, key, found);
    if (this.#depth > 0) return found;
    // Answers on the way may lack what is found through the open names.
    this.#open.clear();
    setIn(this.#known, file, key, found);
    return found;
  }

  #own(module: RustModule, name: string, { seesPrivate, isOwn }: Asking): Meaning {
    const scopes = this.#scopes(module);
    const used = scopes.flatMap(({ paths }) => paths).filter((each) => !each.isLocal && (seesPrivate || each.isPublic));
    const imported = used.filter(({ local }) => local === name).map((each) => this.#bound(module, each, isOwn));
    const own = united([this.#declared(module, scopes, name), ...imported]);
    if (own.verdict === 'yes') return own;
    if (isMissing(module, name)) return NOTHING;
    if (scopes.some((each) => each.modules?.includes(name))) return MAYBE;
    const globs = used.filter(({ local }) => local === '*').map((each) => this.#byGlob(module, each, name));
    return united([...globs, this.#isOpen(module, scopes, name) ? MAYBE : NOTHING]);
  }

  #declared({ file, inline }: RustModule, scopes: readonly ScopeFact[], name: string): Meaning {
    const path = [...inline, name];
    const key = path.join('::');
    // A file to which no declaration leads is no module.
    const below = (file.below.get(key) ?? []).filter(({ isLost }) => isLost !== true);
    const modules = [...below.map(top), ...(file.inline.has(key) ? [{ file, inline: path }] : [])];
    const enums = scopes.flatMap(({ enums: all = [] }) => all.filter(([each]) => each === name).map(([, variants]) => variants));
    const isMacro = inline.length === 0 && this.macros.exportedBy(file, name).length > 0;
    const isFound = isMacro || modules.length > 0 || scopes.some(({ items }) => items.includes(name));
    return { verdict: isFound ? 'yes' : 'no', modules, enums };
  }

  /** Returns what an imported name means. In its own module it exists even if the import leads nowhere, except back to itself. */
  #bound(module: RustModule, used: UsedPathFact, isOwn: boolean): Meaning {
    const parts = used.path.split('::');
    const found = this.path(parts, module, used);
    if (found.isCycle || (found.verdict === 'no' && !isOwn)) return NOTHING;
    return found.at === parts.length - 1 && found.verdict === 'yes' ? found : OUTSIDE;
  }

  #byGlob(module: RustModule, used: UsedPathFact, name: string): Meaning {
    const parts = used.path.split('::').slice(0, -1);
    const found = this.path(parts, module, used);
    const isKnown = found.verdict === 'yes' && found.at === parts.length - 1 && found.modules.length + found.enums.length > 0;
    return isKnown ? this.#step(found, name, module) : MAYBE;
  }

  /** Whether a module may have names that its text does not show. */
  #isOpen({ file, inline }: RustModule, scopes: readonly ScopeFact[], name: string): boolean {
    // Which of the inline modules includes a file is not read.
    if (file.crate.kind === 'unknown' || scopes.length === 0 || (inline.length > 0 && file.included.length > 0)) return true;
    if (scopes.some(({ isOpen }) => isOpen === 'all' || (isOpen === 'types' && isType(name)))) return true;
    return this.#texts(file).some(({ unread, doubtAt }) => unread !== undefined || doubtAt !== undefined);
  }

  #texts(file: RustFile): readonly FileFacts[] {
    return [file.path, ...file.included].flatMap((path) => this.facts.get(path) ?? []);
  }

  /** Returns what a module declares in its text, also by macros of the project. */
  #scopes({ file, inline }: RustModule): readonly ScopeFact[] {
    const module = inline.join('::');
    const own = this.#texts(file).flatMap(({ scopes = [] }) => scopes.filter((each) => each.module === module && each.macro === undefined));
    const invoked = file.macros.flatMap(({ macro, definedIn }) =>
      (this.facts.get(definedIn)?.scopes ?? []).filter((each) => each.module === module && each.macro === macro),
    );
    return [...own, ...invoked];
  }
}

function setIn<T>(all: Map<RustFile, Map<string, T>>, file: RustFile, key: string, value: T): void {
  all.set(file, (all.get(file) ?? new Map<string, T>()).set(key, value));
}
