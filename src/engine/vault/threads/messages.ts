import type { Reply } from '../../platform/answering-thread.ts';
import type { LinkPlan } from '../links/plan-links.ts';
import type { NoteNames } from '../notes/named-note.ts';
import type { NoteReading, ReadNoteFile } from '../notes/note-file.ts';
import type { ShortNote } from '../trust/said-notes.ts';
import type { ShortPair } from '../trust/short-notes.ts';

/** What the thread is told when it begins: how it reads the notes of a vault. */
export type VaultThreadData = Pick<NoteReading, 'root' | 'directories' | 'timeZone' | 'part'>;

/** What the thread can be called for. Of a list it does a part from its end on, a batch at a time; see `SharedBatches`. */
export interface VaultThreadFunctions {
  read(paths: readonly string[], claims: SharedArrayBuffer): Promise<Reply<null>>;
  /** @param notes all of the vault */
  planLinks(notes: readonly NoteNames[], claims: SharedArrayBuffer): Promise<Reply<null>>;
  shortPairs(notes: readonly ShortNote[]): Promise<Reply<readonly ShortPair[]>>;
}

/** What it tells of a list: the number of a batch, and what came of each of its items. */
export interface VaultThreadEvents {
  /** `null` for a note that has to be looked at more closely. */
  read(batch: number, notes: readonly (ReadNoteFile | null)[]): void;
  planned(batch: number, plans: readonly LinkPlan[]): void;
}
