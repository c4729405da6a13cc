import type { WatchDirectory } from '../platform/watching.ts';
import type { NotePart } from './notes/format.ts';
import type { VaultThread } from './threads/vault-thread.ts';

/** How a vault is opened. */
export interface VaultOptions {
  /** With it the index follows the files by itself. */
  readonly watch?: WatchDirectory;
  /** Ends the opening. */
  readonly signal?: AbortSignal;
  /** How much of the notes is read. What was read in part is not remembered for the next start. Default: all. */
  readonly part?: NotePart;
  /** Reads a part of the notes of a large vault when it is opened. */
  readonly thread?: Pick<VaultThread, 'readAhead'>;
}
