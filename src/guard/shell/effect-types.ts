import type { Expanded } from './expand.ts';

/** A word that names a file, and the folder that it is relative to. */
export interface FileOperand {
  readonly word: Expanded;
  readonly folder: string;
  /** Whether a command also changes everything below it. */
  readonly isDeep?: boolean;
  /** Whether a command removes or moves it. */
  readonly isRemoved?: boolean;
}

/** The effects of a shell command line on files, as far as its text shows. */
export interface Effects {
  readonly writes: FileOperand[];
  /** Code for interpreters. */
  readonly codes: { readonly code: string; readonly folder: string }[];
  /** Git commands that may change any files of a working tree. */
  readonly trees: { readonly command: string; readonly folder: string }[];
  /** The words of the commands that are not known to only read what they name; of all commands if the line is unclear. */
  readonly words: FileOperand[];
  /** Whether it may write anything, also what its text does not show. */
  readonly mayWrite: boolean;
  /** The line is too long or nested too deeply: only the names in it are known, not what it does. */
  readonly isUnclear: boolean;
}

/** What the analysis needs to know about the machine. */
export interface ShellEnvironment {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Returns what exists at a path; `null` if nothing does. @param file absolute */
  look(file: string): 'file' | 'folder' | null;
}
