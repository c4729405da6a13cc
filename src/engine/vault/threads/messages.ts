import type { ThreadReply } from '../../platform/answering-thread.ts';
import type { NoteRow } from '../cache/cached-note.ts';
import type { LinkPlan } from '../links/plan-links.ts';
import type { NamesRow } from '../notes/named-note.ts';
import type { NoteReading } from '../notes/note-file.ts';
import type { DuplicateReport } from '../trust/duplicate-pairs.ts';
import type { SimilarPair } from '../trust/short-notes.ts';
import type { JoinedNotes } from './examined-notes.ts';

/** Settings that the thread receives when it starts. */
export type VaultThreadData = Pick<NoteReading, 'root' | 'directories' | 'timeZone' | 'part'>;

/** Functions of the thread. For lists, it processes batches from the end; see `SharedBatches`. */
export interface VaultThreadFunctions {
  read(paths: readonly string[], claims: SharedArrayBuffer): Promise<ThreadReply<null>>;
  /** Reads the stats of notes. */
  look(paths: readonly string[], claims: SharedArrayBuffer): Promise<ThreadReply<null>>;
  /** @param notes all notes of the vault */
  planLinks(notes: readonly NamesRow[], claims: SharedArrayBuffer): Promise<ThreadReply<null>>;
  /** @param notes list of `LinkedNote` as JSON, which takes a fraction of the time of many objects */
  deadParts(notes: string, claims: SharedArrayBuffer): Promise<ThreadReply<null>>;
  /** Adds notes for the next comparison. @param notes current notes, oldest first */
  addNotes(notes: JoinedNotes): Promise<ThreadReply<null>>;
  /** Compares the short notes among those that were added. */
  similarNotes(): Promise<ThreadReply<readonly SimilarPair[]>>;
  /** Ends the comparison: finds duplicates among the notes that were added. @returns `null` if the main thread has claimed this work */
  duplicates(claims: SharedArrayBuffer): Promise<ThreadReply<DuplicateReport | null>>;
}

/** Events of the thread for a list: number of a batch, and the result for each of its items. */
export interface VaultThreadEvents {
  /** @param notes `null` for a note that needs a full check; `false` for one whose next change may not show in its stat */
  read(batch: number, notes: readonly (readonly [settled: boolean, note: NoteRow] | null)[]): void;
  /** Like `read`, if only names are read. */
  readNames(batch: number, notes: readonly (readonly [settled: boolean, names: NamesRow] | null)[]): void;
  /** @param identities each as `identityText`; `null` for a note that needs a full check */
  looked(batch: number, identities: readonly (string | null)[]): void;
  planned(batch: number, plans: readonly LinkPlan[]): void;
  examined(batch: number, dead: readonly (readonly number[])[]): void;
}
