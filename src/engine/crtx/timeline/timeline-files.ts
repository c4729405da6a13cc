import type { Runtime } from '../../kernel/runtime.ts';
import { CortexIO } from '../cortex-io.ts';
import { localFolder } from '../local-folder.ts';
import { Archives } from './archives.ts';
import { Ledger } from './ledger.ts';
import { TimelineSource } from './timeline-source.ts';
import { TimelineView } from './view.ts';

/** What `timeline.crtx` and the archives say, moments behind the log: all that may be read where nothing may be written. */
export class TimelineFiles extends TimelineSource {
  readonly #io: CortexIO;
  readonly #archives: Archives;
  #ledger = new Ledger();

  private constructor(runtime: Runtime, root: string) {
    super();
    this.#io = new CortexIO(root, runtime);
    this.#archives = new Archives(runtime, { root, local: localFolder(runtime.fs, root, 'timeline'), read: 'files' });
  }

  /** @param root as `findProjectRoot` gives it @throws CortexError as `refresh` */
  static async open(runtime: Runtime, root: string): Promise<TimelineFiles> {
    const files = new TimelineFiles(runtime, root);
    await files.refresh();
    return files;
  }

  override get problems(): readonly string[] {
    return this.#archives.problems;
  }

  /** @throws CortexError when `timeline.crtx` cannot be read; then what was read before stays */
  override async refresh(): Promise<void> {
    const found = await this.#io.inspect('timeline');
    const ledger = new Ledger();
    ledger.add(found?.value.data ?? []);
    this.#ledger = ledger;
  }

  protected override view(): Promise<TimelineView> {
    return TimelineView.of(this.#ledger, this.#archives);
  }

  override async close(): Promise<void> {}
}
