import type { Runtime } from '../kernel/runtime.ts';
import { calendarDay } from './calendar.ts';
import type { VaultConfig } from './config.ts';
import { DerivedFiles } from './derived-files.ts';
import { derivedFiles, RenderedEntries } from './index-files.ts';
import type { VaultIndex } from './vault-index.ts';

/** Keeps the files of `index/` and `layers/` of one vault right. */
export class IndexWriter {
  readonly #files: DerivedFiles;
  readonly #entries = new RenderedEntries();

  constructor(
    private readonly runtime: Runtime,
    private readonly config: VaultConfig,
    /** Whether it will be done again: then a changed note costs itself and the bytes of the files that speak of it, and memory. */
    private readonly again: boolean,
  ) {
    this.#files = new DerivedFiles(runtime, config.root, again);
  }

  /** Writes those that are not right. @returns their paths @throws CortexError `read-only`, `disk-full`, `outside-root`, `io` */
  async write(index: VaultIndex): Promise<readonly string[]> {
    const today = calendarDay(this.runtime.clock.now(), this.config.timeZone);
    const written: string[] = [];
    for (const file of derivedFiles(index, this.config, today, this.#entries)) if (await this.#files.write(file)) written.push(file.path);
    if (!this.again) this.#entries.of([]);
    return written;
  }
}
