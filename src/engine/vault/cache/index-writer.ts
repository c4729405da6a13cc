import type { Runtime } from '../../platform/runtime.ts';
import { calendarDay } from '../calendar.ts';
import type { VaultConfig } from '../config/config.ts';
import { type DerivedFile, DerivedFiles } from './derived-files.ts';
import { derivedFiles, RenderedEntries } from './index-files.ts';
import type { VaultIndex } from './vault-index.ts';

/** Number of files that may be in the process of being written. */
const MAX_AT_ONCE = 2;

/** Keeps the files in `index/` and `layers/` of a vault up to date. */
export class IndexWriter {
  readonly #files: DerivedFiles;
  readonly #entries: RenderedEntries;

  constructor(
    private readonly runtime: Runtime,
    private readonly config: VaultConfig,
    /**
     * Whether the files will be written again. If so, entries are cached: a changed note costs only its own entries and the files that
     * contain them.
     */
    private readonly again: boolean,
  ) {
    this.#entries = new RenderedEntries(again);
    this.#files = new DerivedFiles(runtime, config.root, again);
  }

  /** Writes the files whose content changed. @returns their paths @throws CortexError `read-only`, `disk-full`, `outside-root`, `io` */
  async write(index: VaultIndex): Promise<readonly string[]> {
    const today = calendarDay(this.runtime.clock.now(), this.config.timeZone);
    const turns: Promise<string[]>[] = [];
    try {
      for (const file of derivedFiles(index, this.config, today, this.#entries)) {
        const turn = this.#write(file);
        // The result is awaited below, possibly much later. Without this, a failure would count as an unhandled rejection.
        turn.catch(() => undefined);
        turns.push(turn);
        // The next file is rendered while the system writes these. Rendering all at once would take too much memory.
        await turns.at(-MAX_AT_ONCE);
      }
    } finally {
      await Promise.allSettled(turns);
    }
    if (!this.again) this.#entries.of([]);
    return (await Promise.all(turns)).flat();
  }

  /** Returns the path if the file was written. */
  async #write(file: DerivedFile): Promise<string[]> {
    return (await this.#files.write(file)) ? [file.path] : [];
  }
}
