import type { FileFacts, ImportedName, ImportFact } from '../facts.ts';
import { folderOf, foldersUp } from './paths.ts';

/** Files that share their names: in most languages a file is one, in Go and Java a package is. */
export interface Unit {
  readonly files: readonly string[];
}

/** Units of one file each; one file is one object. */
export function singleUnits(): (path: string) => Unit {
  const units = new Map<string, Unit>();
  return (path) => {
    const unit = units.get(path) ?? { files: [path] };
    units.set(path, unit);
    return unit;
  };
}

/** What an import takes from a unit of the project. */
export interface Taken {
  readonly unit: Unit;
  readonly names: readonly ImportedName[];
  /** Nothing is taken from it, but without it nothing is found: a module that a path goes through, a file that runs when a package is imported. */
  readonly isOnWay?: true;
}

/** Whether others get from a file what it imports: in Python and Rust (there: modules below it) every name that it imports is one of its own. */
export function passesOn(language: string, { kind }: ImportFact): boolean {
  return kind === 're-export' || (kind === 'import' && (language === 'python' || language === 'rust'));
}

/**
 * `outside`: no source of the project is meant, or none that could be. `beyond`: a file is meant that lies out of the project, of which
 * nothing is read (unresolved). An empty list: one of the project is meant and cannot be found (unresolved).
 */
export type Resolution = readonly Taken[] | 'outside' | 'beyond';

/** What of the project is taken; nothing where something else is meant. */
export const takenOf = (resolution: Resolution): readonly Taken[] => (typeof resolution === 'string' ? [] : resolution);

/** An import with what it takes. */
export interface ResolvedImport {
  readonly fact: ImportFact;
  readonly taken: readonly Taken[];
  /** It should lead to a file of the project, and does not. */
  readonly isLost: boolean;
  /** It leads out of the project, and is lost for that. Left out where it does not. */
  readonly isBeyond?: true;
}

/** How an unresolved import is listed. */
export interface Unresolved {
  readonly specifier: string;
  readonly names: readonly Pick<ImportedName, 'name'>[];
  /** It leads out of the project. Left out where that is said of the whole import, or of none of it. */
  readonly isBeyond?: boolean;
}

export type ImportsOf = (path: string) => readonly ResolvedImport[];

/** How one language finds what is meant. */
export interface Resolver {
  resolve(fact: ImportFact, from: string): Resolution;
  /**
   * What of an import is unresolved, as it is listed: also of one that leads to a file which lacks what is taken. Left out where the
   * specifiers of lost imports say it.
   * @param importsOf the imports of any file
   */
  unresolvedOf?(resolved: ResolvedImport, from: string, importsOf: ImportsOf): readonly Unresolved[];
  /** The files that a file sees without an import; itself alone where there are none. */
  unitOf(path: string): Unit;
  /** The folder of the package that a file belongs to, and what that is called; `null` where it belongs to none. */
  packageOf(path: string): Package | null;
  /** What a file uses of others beside what its imports take by name; left out where there is no more. */
  used?(path: string): readonly Used[];
  /** What of a file's facts decides where the imports of others lead; left out where nothing does. */
  leads?(facts: FileFacts): string;
  /** Programs that begin in a file, and files that whoever imports a package gets. */
  offers(): readonly Offer[];
}

/** A name that a file uses, with the files that declare it. */
export interface Used {
  readonly name: string;
  /** 1-based, of the first use. */
  readonly line: number;
  readonly files: readonly string[];
}

/** What a package offers to others. */
export interface Offer {
  readonly kind: 'program' | 'entry';
  /** Of the program, or of the package. */
  readonly name: string;
  readonly path: string;
}

/** A package: what a node of type `module` stands for. */
export interface Package {
  readonly folder: string;
  readonly name: string;
}

/** What resolvers look at. */
export interface Project {
  /** By path. */
  readonly facts: ReadonlyMap<string, FileFacts>;
  /** What was read of the manifests and configuration files, by path. */
  readonly configs: ReadonlyMap<string, unknown>;
  /**
   * The paths of all files of the project, sources or not: what is imported and is no source (`./logo.svg`) is looked up here. Of a folder
   * that is not looked into (git ignores it) there is only its own, with a `/` at the end.
   */
  readonly files: ReadonlySet<string>;
}

/** Whether a file exists, read or not. Of a folder that git ignores only the folder is listed, so any file may lie in it. */
export function mayExist({ facts, files }: Project, path: string): boolean {
  return facts.has(path) || files.has(path) || [...foldersUp(folderOf(path))].some((folder) => files.has(`${folder}/`));
}
