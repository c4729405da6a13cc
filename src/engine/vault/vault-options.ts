import type { WatchDirectory } from '../platform/watching.ts';
import type { NotePart } from './notes/format.ts';
import type { VaultThread } from './threads/vault-thread.ts';

/** Options for opening a vault. */
export interface VaultOptions {
  /** If given, the index follows changes of the files. */
  readonly watch?: WatchDirectory;
  /** Aborts opening. */
  readonly signal?: AbortSignal;
  /** How much of the notes to read. Notes that are read in part are not cached. Default: all. */
  readonly part?: NotePart;
  /** Reads a part of a large vault when it is opened. */
  readonly thread?: Pick<VaultThread, 'readAhead'>;
}
