import type { ModuleFact } from '../../../facts.ts';
import { asWritten } from '../../../languages/rust/rust-block-names.ts';
import { folderOf, joinPath, nameOf, resolvePath } from '../../paths.ts';
import { mayExist, type Project } from '../../unit.ts';
import type { Cargo, CargoPackage } from './cargo.ts';
import type { TargetKind } from './cargo-targets.ts';
import { includedFile } from './rust-included.ts';
import { type MacroModules, RustMacroModules } from './rust-macro-modules.ts';

/** A file as a module of a crate. The same file may be part of several crates. */
export interface RustFile {
  readonly path: string;
  readonly crate: RustCrate;
  /** The parent module (`super`); `null` for the root of a crate. */
  readonly above: RustModule | null;
  /** No known declaration leads to it; it is the module that its place suggests. Omitted otherwise. */
  readonly isLost?: true;
  /** The folder for the files of its child modules. */
  readonly folder: string;
  /** Modules with a file of their own, by module path from here; several if `#[cfg]` selects one. */
  readonly below: Map<string, RustFile[]>;
  /** Inline modules (`mod a { … }`), by module path from here. */
  readonly inline: Set<string>;
  /** Modules whose file does not exist, by module path from here. */
  readonly missing: Set<string>;
  /** The missing modules that `#[path]` places outside the project. */
  readonly beyond: Set<string>;
  /** Files that it includes with `include!`. */
  readonly included: string[];
  /** The macros of the project that it invokes. */
  readonly macros: MacroModules[];
  /** Files of modules that a macro declares in it, with the line of the invocation. */
  readonly byMacro: { readonly path: string; readonly name: string; readonly line: number }[];
}

/** A module: a file, or an inline module in it. */
export interface RustModule {
  readonly file: RustFile;
  /** Names of the inline modules, the outermost first. */
  readonly inline: readonly string[];
}

/** A crate: a Cargo target, or a file that no known declaration leads to. */
export interface RustCrate {
  readonly package: CargoPackage | null;
  readonly kind: TargetKind | 'unknown';
  root: RustFile | null;
}

/** A module file to be opened. */
interface Opened extends Pick<RustFile, 'path' | 'folder' | 'crate' | 'above' | 'isLost'> {
  /** The list that receives the opened file. */
  readonly into: RustFile[];
}

interface ModuleLocation {
  readonly path: string;
  readonly folder: string;
}

const moduleName = (path: string): string => nameOf(path).replace(/\.rs$/, '').replaceAll('-', '_');

const emptyFile = (): Omit<RustFile, keyof Opened> => ({
  below: new Map(),
  inline: new Set(),
  missing: new Set(),
  beyond: new Set(),
  included: [],
  macros: [],
  byMacro: [],
});

/** The module trees of all crates of a project. */
export class RustTree {
  /** By path, the modules as which a file is compiled; for an included file, the modules that include it. */
  readonly #files = new Map<string, RustFile[]>();
  readonly macros: RustMacroModules;
  /** Files that no known declaration leads to. */
  readonly #lostFiles: string[] = [];

  constructor(
    private readonly project: Project,
    private readonly cargo: Cargo,
  ) {
    const { facts } = project;
    this.macros = new RustMacroModules(facts, (path) => cargo.of(path)?.folder ?? '');
    for (const each of cargo.packages) for (const { kind, file } of each.targets) this.#crate({ package: each, kind, root: null }, file);
    const byDepth = [...facts.keys()].sort((one, other) => one.split('/').length - other.split('/').length);
    for (const path of byDepth) if (facts.get(path)?.language === 'rust' && !this.#files.has(path)) this.#lost(path);
  }

  of(path: string): readonly RustFile[] {
    return this.#files.get(path) ?? [];
  }

  /** Returns a file as the root of its crate, otherwise as a module of the first crate that contains it. */
  rootOf(path: string): RustFile | undefined {
    const all = this.of(path);
    return all.find((file) => file.above === null && file.path === path) ?? all[0];
  }

  /** Whether files that no known declaration leads to are in the folder of a file's modules. */
  mayLack(path: string): boolean {
    const folders = this.of(path).map(({ folder }) => (folder === '' ? '' : `${folder}/`));
    return !this.#lostFiles.includes(path) && this.#lostFiles.some((lost) => folders.some((folder) => lost.startsWith(folder)));
  }

  #crate(crate: RustCrate, path: string): void {
    this.#open({ path, folder: folderOf(path), crate, above: null, into: [] });
  }

  /** Adds a file without a visible declaration, for example because a macro declares it, to the module that it belongs to by convention. */
  #lost(path: string): void {
    this.#lostFiles.push(path);
    const isFolders = nameOf(path) === 'mod.rs';
    const folder = isFolders ? folderOf(folderOf(path)) : folderOf(path);
    const around = [...['mod.rs', 'lib.rs', 'main.rs'].map((name) => joinPath(folder, name)), `${folder}.rs`];
    const holders = around.map((each) => this.of(each).filter((file) => file.path !== path && file.folder === folder));
    const name = isFolders ? nameOf(folderOf(path)) : nameOf(path).replace(/\.rs$/, '');
    const inner = isFolders ? folderOf(path) : joinPath(folder, name);
    for (const file of holders.find((each) => each.length > 0) ?? []) {
      this.#open({ path, folder: inner, crate: file.crate, above: { file, inline: [] }, isLost: true, into: listIn(file.below, name) });
    }
    if (!this.#files.has(path)) this.#crate({ package: this.cargo.of(path), kind: 'unknown', root: null }, path);
  }

  /** Opens a file and, recursively, the files of its modules. */
  #open(first: Opened): void {
    const seen = new Map<string, RustFile>();
    const open: Opened[] = [first];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { into, ...opened } = next;
      const known = seen.get(opened.path);
      const file = known ?? { ...opened, ...emptyFile() };
      into.push(file);
      if (known !== undefined) continue;
      seen.set(file.path, file);
      file.crate.root ??= file;
      listIn(this.#files, file.path).push(file);
      open.push(...this.#modules(file, file), ...this.#fromMacros(file), ...this.#included(file));
    }
  }

  /** Returns the modules that a file declares. @param text the file itself, or a file that it includes */
  #modules(file: RustFile, text: ModuleLocation): Opened[] {
    const own = (this.project.facts.get(text.path)?.modules ?? []).filter(({ macro }) => macro === undefined);
    return own.flatMap((fact) => (fact.path.endsWith('*') ? this.#folder(file, fact) : this.#module(file, text, fact)));
  }

  #module(file: RustFile, text: ModuleLocation, fact: ModuleFact): Opened[] {
    if (fact.isInline) file.inline.add(fact.path);
    const into = fact.isInline ? [] : listIn(file.below, fact.path);
    const above = { file, inline: fact.path.split('::').slice(0, -1) };
    const places = this.#places(fact, text);
    const isBeyond = !fact.isInline && this.#leadsOut(fact, text);
    if (this.#areMissing(places, fact, file, text, isBeyond)) {
      file.missing.add(fact.path);
      if (isBeyond) file.beyond.add(fact.path);
    }
    const read = places.filter(({ path }) => this.project.facts.get(path)?.language === 'rust');
    return read.map((place) => ({ ...place, crate: file.crate, above, into }));
  }

  /** Returns the modules that `automod::dir!` declares. */
  #folder(file: RustFile, fact: ModuleFact): Opened[] {
    const inline = fact.path.split('::').slice(0, -1);
    return this.filesOfFolder(fact.folder, file.crate.package).map((path) => {
      const into = listIn(file.below, [...inline, moduleName(path)].join('::'));
      return { path, folder: folderOf(path), crate: file.crate, above: { file, inline }, into };
    });
  }

  /** Returns the files that `automod::dir!` declares as modules. @param folder relative to the package */
  filesOfFolder(folder: string, of: CargoPackage | null): string[] {
    const place = resolvePath(of?.folder ?? '', folder);
    return [...this.project.facts].flatMap(([path, { language }]) =>
      language === 'rust' && folderOf(path) === place && !/^(?:mod|lib|main)\.rs$/.test(nameOf(path)) ? [path] : [],
    );
  }

  /** Returns the modules that macros declare which a file invokes. */
  #fromMacros(file: RustFile): Opened[] {
    return (this.project.facts.get(file.path)?.imports ?? []).flatMap((fact) =>
      this.macros.invokedBy(fact, file.path).flatMap((macro) => {
        file.macros.push(macro);
        return macro.modules.flatMap((module) => {
          const opened = this.#module(file, file, module);
          for (const { path } of opened) file.byMacro.push({ path, name: module.path, line: fact.line });
          return opened;
        });
      }),
    );
  }

  #included(file: RustFile): Opened[] {
    return (this.project.facts.get(file.path)?.imports ?? []).flatMap(({ specifier, kind }) => {
      const path = kind === 're-export' ? includedFile(specifier, file.path, file.crate.package) : undefined;
      if (typeof path !== 'string' || path === file.path || !this.project.facts.has(path)) return [];
      file.included.push(path);
      listIn(this.#files, path).push(file);
      return this.#modules(file, { path, folder: folderOf(path) });
    });
  }

  /**
   * Whether none of a module's possible files exists. If nothing leads to the declaring file, it may be a crate root or a module. As a
   * module, its children are in a folder of its name, so that folder is checked, too.
   */
  #areMissing(places: readonly ModuleLocation[], fact: ModuleFact, { crate }: RustFile, text: ModuleLocation, isBeyond: boolean): boolean {
    const asModule = crate.kind === 'unknown' ? this.#places(fact, { ...text, folder: text.path.replace(/\.rs$/, '') }) : [];
    return (places.length > 0 || isBeyond) && ![...places, ...asModule].some(({ path }) => mayExist(this.project, path));
  }

  #leadsOut({ folder, named }: ModuleFact, text: ModuleLocation): boolean {
    const base = folder === '' ? folderOf(text.path) : this.#baseOf(folder, text);
    return base === null || named.some((each) => resolvePath(base, each) === null);
  }

  /** Returns the folder of a module's file; `null` if it is outside the project. */
  #baseOf(folder: string, text: ModuleLocation): string | null {
    return folder.startsWith('./') ? resolvePath(folderOf(text.path), folder) : resolvePath(text.folder, folder || '.');
  }

  /** Returns the possible files of a module, whether they exist or not. */
  #places({ path, isInline, folder, named, isByName }: ModuleFact, text: ModuleLocation): ModuleLocation[] {
    if (isInline) return [];
    const base = this.#baseOf(folder, text);
    if (base === null) return [];
    const own = joinPath(base, nameOf(asWritten(path).replaceAll('::', '/')));
    const custom = isByName
      ? [
          { path: `${own}.rs`, folder: own },
          { path: joinPath(own, 'mod.rs'), folder: own },
        ]
      : [];
    // A file that `#[path]` names has its child modules beside it.
    const others = named.flatMap((each) => {
      const file = resolvePath(folder === '' ? folderOf(text.path) : base, each);
      return file === null ? [] : [{ path: file, folder: folderOf(file) }];
    });
    return [...others, ...custom];
  }
}

function listIn<T>(lists: Map<string, T[]>, key: string): T[] {
  const known = lists.get(key) ?? [];
  if (known.length === 0) lists.set(key, known);
  return known;
}
