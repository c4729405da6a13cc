import { CortexIO } from '../crtx/cortex-io.ts';
import { localFolder } from '../crtx/local-folder.ts';
import { describeBad } from '../crtx/tolerant-format.ts';
import { CortexError, describeError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { Archives } from './archives/archives.ts';
import { Ledger } from './ledger.ts';
import { TimelineSource } from './timeline-source.ts';
import { type Need, TimelineView } from './view.ts';

/** What `timeline.crtx` and the archives say, moments behind the log: all that may be read where nothing may be written. */
export class TimelineFiles extends TimelineSource {
  readonly #io: CortexIO;
  readonly #archives: Archives;
  #ledger = new Ledger();
  /** Why `timeline.crtx` was not read, or what was left out of it. */
  #problems: readonly string[] = [];

  private constructor(runtime: Runtime, root: string) {
    super();
    this.#io = new CortexIO(root, runtime);
    this.#archives = new Archives(runtime, { root, local: localFolder(runtime.fs, root, 'timeline'), read: 'files' });
  }

  /** @param root as `findProjectRoot` gives it */
  static async open(runtime: Runtime, root: string): Promise<TimelineFiles> {
    const files = new TimelineFiles(runtime, root);
    await files.refresh();
    return files;
  }

  override get problems(): readonly string[] {
    return [...this.#problems, ...this.#archives.problems];
  }

  /** What was read before stays where `timeline.crtx` cannot be read, which is among the `problems` then. */
  override async refresh(): Promise<void> {
    try {
      const found = await this.#io.inspect('timeline');
      const ledger = new Ledger();
      ledger.add(found?.value.data ?? []);
      this.#ledger = ledger;
      this.#problems = found === null ? [] : describeBad(found);
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      this.#problems = [describeError(error)];
    }
  }

  protected override view(need: Need): Promise<TimelineView> {
    return TimelineView.of(this.#ledger, this.#archives, need);
  }

  override async close(): Promise<void> {}
}
