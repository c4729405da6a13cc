import type { Runtime } from '../../platform/runtime.ts';
import { unescapeMarkers } from '../../text/conflicts/escaped-markers.ts';
import { bodyOrEmpty } from '../notes/note-file.ts';
import { type ComparedNote, type DuplicateReport, findPairsInOrder } from './duplicate-pairs.ts';
import type { ShortNote } from './note-clauses.ts';
import { type SimilarPair, SimilarPairs } from './short-notes.ts';

/** Fields of a note by which notes that say nearly the same, or the opposite, are found. */
export type ExaminedNote = ShortNote & ComparedNote;

/** Notes of a vault that say nearly the same as others, or the opposite. */
export interface AlikeReport {
  /** Pairs of short notes. */
  readonly short: readonly SimilarPair[];
  readonly duplicates: DuplicateReport;
}

/** Compares the notes of a vault with each other. An unreadable note resembles no other. */
export class AlikeNotes {
  readonly #notes: ExaminedNote[] = [];
  readonly #short = new SimilarPairs();

  constructor(
    private readonly runtime: Pick<Runtime, 'fs'>,
    private readonly root: string,
  ) {}

  /** Adds current notes, in parts if they arrive in parts. Add the oldest first. */
  add(notes: readonly ExaminedNote[]): void {
    for (const note of notes) {
      this.#notes.push(note);
      this.#short.add(note);
    }
  }

  /** Returns the pairs of short notes. Call it once, after all notes have been added. */
  findShort(): SimilarPair[] {
    return this.#short.find();
  }

  findDuplicates(): DuplicateReport {
    return findDuplicates(this.runtime, this.root, this.#notes);
  }
}

/** Finds the notes that are duplicates as a whole. @param notes current notes, oldest first */
export function findDuplicates(runtime: Pick<Runtime, 'fs'>, root: string, notes: readonly ComparedNote[]): DuplicateReport {
  return findPairsInOrder(notes, (note) => unescapeMarkers(bodyOrEmpty(runtime, root, note)));
}

/** Compares notes as `AlikeNotes`. @param notes current notes, oldest first */
export function findAlikeNotes(runtime: Pick<Runtime, 'fs'>, root: string, notes: readonly ExaminedNote[]): AlikeReport {
  const alike = new AlikeNotes(runtime, root);
  alike.add(notes);
  return { short: alike.findShort(), duplicates: alike.findDuplicates() };
}
