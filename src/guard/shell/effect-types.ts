import type { Expanded } from './expand.ts';

/** A word that names a file, and the folder from which it is meant. */
export interface Place {
  readonly word: Expanded;
  readonly folder: string;
}

/** What a line for a shell does to files, as far as its text says. */
export interface Effects {
  readonly writes: Place[];
  /** Code for interpreters. */
  readonly codes: { readonly code: string; readonly folder: string }[];
  /** Git commands that change whatever files of a working tree they like. */
  readonly trees: { readonly command: string; readonly folder: string }[];
  /** The words of all commands. */
  readonly words: Place[];
  /** Whether all of its commands are known to read only. */
  readonly onlyReads: boolean;
  /** It is too long or nested too deeply: what it does is not known, only what it names. */
  readonly isUnclear: boolean;
}

/** What the walk has to know of the machine. */
export interface Surroundings {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What is there; `null` for nothing. @param file absolute */
  look(file: string): 'file' | 'folder' | null;
}
