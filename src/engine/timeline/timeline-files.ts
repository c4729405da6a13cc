import { CortexIO } from '../crtx/cortex-io.ts';
import { describeInvalidEntries } from '../crtx/invalid/tolerant-format.ts';
import { resolveLocalFolder } from '../crtx/local-folder.ts';
import { CortexError, describeError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { Archives } from './archives/archives.ts';
import { Ledger } from './ledger.ts';
import { TimelineSource } from './timeline-source.ts';
import { type ReadScope, TimelineView } from './view.ts';

/** Reads only `timeline.crtx` and the archives, which may be slightly behind the log. For places where nothing may be written. */
export class TimelineFiles extends TimelineSource {
  readonly #io: CortexIO;
  readonly #archives: Archives;
  #ledger = new Ledger();
  /** Why `timeline.crtx` was not read, or which entries were left out. */
  #problems: readonly string[] = [];

  private constructor(runtime: Runtime, root: string) {
    super();
    this.#io = new CortexIO(root, runtime);
    this.#archives = new Archives(runtime, { root, local: resolveLocalFolder(runtime.fs, root, 'timeline'), read: 'files' });
  }

  /** @param root as `findProjectRoot` returns it */
  static async open(runtime: Runtime, root: string): Promise<TimelineFiles> {
    const files = new TimelineFiles(runtime, root);
    await files.refresh();
    return files;
  }

  override get problems(): readonly string[] {
    return [...this.#problems, ...this.#archives.problems];
  }

  /** Reads the file again. If `timeline.crtx` cannot be read, keeps the earlier entries and adds the error to `problems`. */
  override async refresh(): Promise<void> {
    try {
      const found = await this.#io.inspect('timeline');
      const ledger = new Ledger();
      ledger.add(found?.value.data ?? []);
      this.#ledger = ledger;
      this.#problems = found === null ? [] : describeInvalidEntries(found);
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      this.#problems = [describeError(error)];
    }
  }

  protected override view(scope: ReadScope): Promise<TimelineView> {
    return TimelineView.of(this.#ledger, this.#archives, scope);
  }

  override async close(): Promise<void> {}
}
