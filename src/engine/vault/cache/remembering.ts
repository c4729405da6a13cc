import { CortexError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { VaultConfig } from '../config/config.ts';
import type { Note } from '../notes/note.ts';
import { appendCache, writeCache } from './cache.ts';
import type { VaultIndex } from './vault-index.ts';

/** A start reads so many notes in no time; to write down what is known of all takes longer. */
const FEW_NOTES = 256;

/** What is remembered for the next start, and how far it is behind what is known by now. */
export class Remembering {
  /** How many notes are not as they are remembered. */
  #behind = 0;
  #hasCache = false;
  /** Notes that had to be read, and will not change without a sign in their stat. */
  readonly #read = new Set<string>();

  constructor(
    private readonly runtime: Runtime,
    private readonly config: VaultConfig,
    private readonly index: VaultIndex,
  ) {}

  /** @param known how many notes are remembered: each that is met is one less behind */
  begin(known: number): void {
    this.#hasCache = known > 0;
    this.#behind = Math.max(1, known);
  }

  met(): void {
    this.#behind -= 1;
  }

  read(path: string): void {
    this.#behind += 1;
    this.#read.add(path);
  }

  removed(count: number): void {
    this.#behind += count;
  }

  get isFarBehind(): boolean {
    return this.#behind >= FEW_NOTES;
  }

  /** Writes down all notes, if they are not as they are remembered. @param isSettled whether the next change of a note will show in its stat @throws CortexError */
  async all(isSettled: (note: Note) => boolean): Promise<void> {
    if (this.#behind === 0) return;
    await writeCache(this.runtime, this.config, Array.from(this.index.notes()).filter(isSettled));
    this.#behind = 0;
    this.#read.clear();
  }

  /** Writes down what had to be read: a few notes at the end, more of them with all others. What cannot be written is read again. */
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
