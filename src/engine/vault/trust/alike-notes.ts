import type { Runtime } from '../../platform/runtime.ts';
import { unescapeMarkers } from '../../text/conflicts/escaped-markers.ts';
import { bodyOrEmpty } from '../notes/note-file.ts';
import { type ComparedNote, type DuplicateReport, findPairsInOrder } from './duplicate-pairs.ts';
import type { ShortNote } from './note-clauses.ts';
import { findSimilarPairs, type SimilarPair } from './short-notes.ts';

/** Fields of a note by which notes that say nearly the same, or the opposite, are found. */
export type ExaminedNote = ShortNote & ComparedNote;

/** Notes of a vault that say nearly the same as others, or the opposite. */
export interface AlikeReport {
  /** Pairs of short notes. */
  readonly short: readonly SimilarPair[];
  readonly duplicates: DuplicateReport;
}

/** Compares the notes of a vault with each other. An unreadable note resembles no other. @param notes current notes, oldest first */
export function findAlikeNotes(runtime: Pick<Runtime, 'fs'>, root: string, notes: readonly ExaminedNote[]): AlikeReport {
  const bodyOf = (note: ComparedNote) => unescapeMarkers(bodyOrEmpty(runtime, root, note));
  return { short: findSimilarPairs(notes), duplicates: findPairsInOrder(notes, bodyOf) };
}
