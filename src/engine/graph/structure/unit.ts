import type { UnresolvedImport } from '../../crtx/index.ts';
import type { FileFacts, ImportedName, ImportFact, SymbolFact } from '../facts.ts';
import type { ExistingPlaces } from './manifests/existing-places.ts';
import { folderOf, listAncestors } from './paths.ts';

/** Files that see each other's names: a single file in most languages, a package in Go and Java. */
export interface Unit {
  readonly files: readonly string[];
}

/** Returns a function that makes single-file units. The same path always returns the same object. */
export function singleUnits(): (path: string) => Unit {
  const units = new Map<string, Unit>();
  return (path) => {
    const unit = units.get(path) ?? { files: [path] };
    units.set(path, unit);
    return unit;
  };
}

/** The names that an import takes from a unit of the project. */
export interface ImportedUnit {
  readonly unit: Unit;
  readonly names: readonly ImportedName[];
  /**
   * No names are imported from it, but the import passes through it: a parent module of a path, or a file that runs when its package is
   * imported.
   */
  readonly isOnWay?: true;
  /** Only a type checker reads it; the import loads another file. */
  readonly isForTypes?: true;
}

/**
 * Whether other files can get the import from the importing file: re-exports, and all imports in Python and Rust (in Rust for modules below
 * it).
 */
export function isReExported(language: string, { kind }: ImportFact): boolean {
  return kind === 're-export' || (kind === 'import' && (language === 'python' || language === 'rust'));
}

/**
 * `outside`: no source of the project is meant. `beyond`: the import leads to a file outside the project, which is not read (unresolved).
 * An empty list: a file of the project is meant but not found (unresolved).
 */
export type Resolution = readonly ImportedUnit[] | 'outside' | 'beyond';

/** Returns the units of a resolution; empty for `outside` and `beyond`. */
export const listImportedUnits = (resolution: Resolution): readonly ImportedUnit[] => (typeof resolution === 'string' ? [] : resolution);

/** An import with its resolution. */
export interface ResolvedImport {
  readonly fact: ImportFact;
  readonly taken: readonly ImportedUnit[];
  /** The import should lead to a file of the project but does not. */
  readonly isLost: boolean;
  /** The import is lost because it leads out of the project. Omitted otherwise. */
  readonly isBeyond?: true;
}

/** An entry in the list of unresolved imports. */
export interface Unresolved {
  readonly specifier: string;
  /** 1-based line of the names. Omitted if it is that of the import. */
  readonly line?: number;
  readonly names: readonly Pick<ImportedName, 'name'>[];
  /** Whether it leads out of the project. If omitted, `ResolvedImport.isBeyond` applies. */
  readonly isBeyond?: boolean;
  /** The target is only known at run or build time. Omitted otherwise. */
  readonly isComputed?: true;
  /** Several files that may be meant. Omitted if there are none. */
  readonly candidates?: readonly string[];
  /** The files that are found, and do not export the names. Omitted if no file is found. */
  readonly definers?: readonly string[];
}

/**
 * Names that an import takes from a file whose text does not show them, although it may define them: when the program runs, by a macro, or
 * because it takes all names of a file outside the project.
 */
export interface Uncertain extends Pick<Unresolved, 'specifier' | 'line' | 'names'> {
  /** Path without extension of the module that the name may also mean, and that is not there. Omitted if it can mean none. */
  readonly place?: string;
  /** The file that may define the names. */
  readonly definer: string;
}

/** An unresolved name that no import has: in a list of names, such as `__all__`, or a member of a module. */
export interface Listed extends Unresolved {
  /** 1-based. */
  readonly line: number;
  /** The file that may define it although its text does not show it. Omitted if it is certainly missing. */
  readonly definer?: string;
  /** As in `Uncertain`. */
  readonly place?: string;
}

export type ImportsOf = (path: string) => readonly ResolvedImport[];

/** What a name refers to: a symbol of a file, or the whole file if `symbol` is `null`. */
export interface NameTarget {
  readonly path: string;
  readonly symbol: SymbolFact | null;
}

/** Resolves a name that is used in a file. */
export type Meanings = (path: string, used: string) => readonly NameTarget[];

/** Resolves the imports and names of one language. */
export interface Resolver {
  resolve(fact: ImportFact, from: string): Resolution;
  /**
   * Returns the unresolved parts of an import, as they are listed, also if it leads to a file that lacks an imported name. If this method
   * is omitted, the specifiers of lost imports are listed.
   * @param importsOf the imports of any file
   */
  unresolvedOf?(resolved: ResolvedImport, from: string, importsOf: ImportsOf): readonly Unresolved[];
  /** Returns the names that an import takes from a file which lacks them. If omitted, those of `unresolvedOf`. */
  lackedBy?(resolved: ResolvedImport, from: string): ReadonlySet<string>;
  /** Returns the names of an import that a file may define although its text does not show them. Omitted if the language has none. */
  uncertainOf?(resolved: ResolvedImport, from: string, importsOf: ImportsOf): readonly Uncertain[];
  /** Returns what a file offers to its importers by name although it does not have it. Omitted if the language has no such lists. */
  missingOffers?(path: string, importsOf: ImportsOf): readonly Listed[];
  /** Returns the names that a file uses or imports and that other files lack, or may lack, besides those of its imports. Omitted if there are none. */
  missingMembers?(path: string, importsOf: ImportsOf): readonly Listed[];
  /** Returns the manifest that an import takes as data; `null` if it takes none. Omitted if imports of the language never do. */
  manifestOf?(fact: ImportFact, from: string): string | null;
  /** Whether an import of all names may bring one from a file that has it. If omitted, it does. */
  brings?(path: string, name: string, importsOf: ImportsOf): boolean;
  /** Forgets what it derived from facts, after they changed. Omitted if it keeps nothing. */
  forget?(): void;
  /** Returns the files that a file sees without an import, including itself. */
  unitOf(path: string): Unit;
  /** Returns the package that contains a file; `null` if there is none. */
  packageOf(path: string): Package | null;
  /**
   * Returns names of other files that a file uses without importing them by name. Omitted if the language has none.
   * @param meanings resolves the names that any file declares and imports
   */
  used?(path: string, meanings: Meanings): readonly UsedName[];
  /** Serializes the facts of a file that affect where imports of other files lead. Omitted if there are none. */
  linkFingerprint?(facts: FileFacts): string;
  /** Returns the programs and package entries of the project. */
  entryPoints(): readonly EntryPoint[];
  /** Returns the names in manifests that should lead to a file of the project and do not. Omitted if the language has none. */
  lostNames?(places: ExistingPlaces, importsOf: ImportsOf): readonly LostName[];
}

/** A name that a file uses, with the files that declare it. */
export interface UsedName {
  readonly name: string;
  /** 1-based line of the first use. */
  readonly line: number;
  readonly files: readonly string[];
}

/**
 * A place where code outside of the project enters: a program, the entry of a package, a plugin that another program loads, a module in
 * which a tool reads a setting, a file that a framework loads by its name, or a file that a command of a manifest starts.
 */
export interface EntryPoint {
  readonly kind: 'program' | 'entry' | 'plugin' | 'setting' | 'loaded' | 'started';
  /** The name of the program, package, plugin, setting or framework; empty if `started`. */
  readonly name: string;
  readonly path: string;
  /** The function or type in which it starts; `*` for everything that the file declares, empty for its first line. If omitted, what the file exports. */
  readonly starts?: string;
  /** pytest loads it for all tests below this folder. Omitted if it is not loaded for tests. */
  readonly testsBelow?: string;
}

/** A name in a manifest that should lead to a file of the project and leads to none, or to several. */
export interface LostName extends Required<Pick<UnresolvedImport, 'names' | 'reason' | 'language' | 'candidates'>> {
  /** The manifest. */
  readonly path: string;
  /** The setting that has the name. Omitted if unknown. */
  readonly key?: string;
  /** In JSON, the keys and array indexes that lead to the name. */
  readonly way?: readonly (string | number)[];
  readonly written: string;
}

/** A package, shown as a node of type `module`. */
export interface Package {
  readonly folder: string;
  readonly name: string;
}

/** The input of the resolvers. */
export interface Project {
  /** By path. */
  readonly facts: ReadonlyMap<string, FileFacts>;
  /** Parsed manifests and configuration files by path. */
  readonly configs: ReadonlyMap<string, unknown>;
  /**
   * The paths of all files of the project. Imports of files that are not sources (`./logo.svg`) are looked up here. A folder that git
   * ignores is listed by its own path, with a trailing `/`, without its files, and a symbolic link to nothing as `asDeadLink` returns it.
   */
  readonly files: ReadonlySet<string>;
}

/** Whether a file exists, read or not. Of a folder that git ignores only the folder is listed, so any file may be in it. */
export function mayExist({ facts, files }: Project, path: string): boolean {
  return facts.has(path) || files.has(path) || [...listAncestors(folderOf(path))].some((folder) => files.has(`${folder}/`));
}
