import { CortexError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { VaultConfig } from '../config/config.ts';
import type { Note } from '../notes/note.ts';
import { appendCache, writeCache } from './cache.ts';
import type { VaultIndex } from './vault-index.ts';

/** A start reads this many notes faster than the cache of all notes could be written. */
const FEW_NOTES = 256;

/** Writes the cache for the next start, and tracks how far it is behind the index. */
export class CacheWriting {
  /** Number of notes that differ from the cache. */
  #behind = 0;
  #hasCache = false;
  /**
   * Paths of notes that were read since the last write, and whose next change will show in their stat. Not more than `FEW_NOTES`, because
   * with that many all notes are written.
   */
  readonly #read = new Set<string>();

  constructor(
    private readonly runtime: Runtime,
    private readonly config: VaultConfig,
    private readonly index: VaultIndex,
  ) {}

  /** Starts counting. @param known number of notes in the cache; each that `met` confirms reduces the difference by one */
  begin(known: number): void {
    this.#hasCache = known > 0;
    this.#behind = Math.max(1, known);
  }

  met(): void {
    this.#behind -= 1;
  }

  read(path: string): void {
    this.#behind += 1;
    if (this.#read.size < FEW_NOTES) this.#read.add(path);
  }

  removed(count: number): void {
    this.#behind += count;
  }

  get isFarBehind(): boolean {
    return this.#behind >= FEW_NOTES;
  }

  /**
   * Writes the cache of all notes if it differs from the index.
   * @param isSettled whether the next change of a note will show in its stat
   * @throws CortexError
   */
  async all(isSettled: (note: Note) => boolean): Promise<void> {
    if (this.#behind === 0) return;
    await writeCache(this.runtime, this.config, Array.from(this.index.notes()).filter(isSettled));
    this.#behind = 0;
    this.#read.clear();
  }

  /**
   * Writes the notes that were read: a few are appended, otherwise all notes are written. The next start reads again what could not be
   * written.
   */
  async whatWasRead(isSettled: (note: Note) => boolean): Promise<void> {
    if (this.#read.size === 0) return;
    const notes = [...this.#read].flatMap((path) => this.index.get(path) ?? []).filter(isSettled);
    const isLittle = this.#hasCache && this.#read.size < FEW_NOTES;
    this.#read.clear();
    try {
      if (!isLittle || !appendCache(this.runtime, this.config, notes, this.index.size)) await this.all(isSettled);
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
    }
  }
}
