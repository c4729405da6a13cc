import type { Runtime } from '../../platform/runtime.ts';
import { calendarDay } from '../calendar.ts';
import type { VaultConfig } from '../config/config.ts';
import { type DerivedFile, DerivedFiles } from './derived-files.ts';
import { derivedFiles, RenderedEntries } from './index-files.ts';
import type { VaultIndex } from './vault-index.ts';

/** So many files are being written when the next is put together. */
const MOST_AT_ONCE = 2;

/** Keeps the files of `index/` and `layers/` of one vault right. */
export class IndexWriter {
  readonly #files: DerivedFiles;
  readonly #entries: RenderedEntries;

  constructor(
    private readonly runtime: Runtime,
    private readonly config: VaultConfig,
    /** Whether it will be done again: then a changed note costs itself and the bytes of the files that speak of it, and memory. */
    private readonly again: boolean,
  ) {
    this.#entries = new RenderedEntries(again);
    this.#files = new DerivedFiles(runtime, config.root, again);
  }

  /** Writes those that are not right. @returns their paths @throws CortexError `read-only`, `disk-full`, `outside-root`, `io` */
  async write(index: VaultIndex): Promise<readonly string[]> {
    const today = calendarDay(this.runtime.clock.now(), this.config.timeZone);
    const turns: Promise<string[]>[] = [];
    try {
      for (const file of derivedFiles(index, this.config, today, this.#entries)) {
        const turn = this.#write(file);
        // It is asked below how it ended, which may be long after.
        turn.catch(() => undefined);
        turns.push(turn);
        // While the system writes these, the next is put together; all of them at once would take the memory of all.
        await turns.at(-MOST_AT_ONCE);
      }
    } finally {
      await Promise.allSettled(turns);
    }
    if (!this.again) this.#entries.of([]);
    return (await Promise.all(turns)).flat();
  }

  /** @returns its path if it was written */
  async #write(file: DerivedFile): Promise<string[]> {
    return (await this.#files.write(file)) ? [file.path] : [];
  }
}
