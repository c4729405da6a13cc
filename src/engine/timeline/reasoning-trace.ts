import path from 'node:path';
import { resolveCortexFolder } from '../crtx/folder-inside.ts';
import type { TolerantFile } from '../crtx/invalid/tolerant-format.ts';
import { reasoningFileName } from '../crtx/names.ts';
import { CORTEX_FOLDER } from '../crtx/root.ts';
import type { TimelineEntry } from '../crtx/schema/timeline.ts';
import { openStore } from '../crtx/store-life.ts';
import { PublishedLog } from '../log/publishing/published-log.ts';
import { CortexError, fileError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { checkStorable } from './entry.ts';
import type { Ledger } from './ledger.ts';
import type { TimelineAnswer } from './machine.ts';
import type { EntryFile } from './projection.ts';
import type { TimelineRecord } from './records.ts';
import { traceLog } from './timeline-log.ts';

/** Below `.cortex/`, seed 1, "Directory Structure". */
const FOLDER = 'reasoning';

/**
 * The reasoning trace of one task, `reasoning/<taskId>.crtx`: a separate log with the timeline's rules
 * (docs/decisions/0007-large-timelines.md, "Reasoning traces").
 */
export class ReasoningTrace {
  /** Name of its file, below `.cortex/`. */
  readonly name: string;
  readonly #log: PublishedLog<TimelineRecord, Ledger, TimelineAnswer, TolerantFile<EntryFile['type']>>;

  private constructor(
    private readonly runtime: Runtime,
    private readonly folder: string,
    root: string,
    fileName: string,
  ) {
    this.name = `${FOLDER}/${fileName}`;
    this.#log = new PublishedLog(runtime, { ...traceLog(runtime, root, path.join(folder, fileName), this.name), root });
  }

  /**
   * Opens the trace of a task.
   * @param root as `findProjectRoot` returns it
   * @throws CortexError `invalid-input` for an empty id, `outside-root` for a folder that leads elsewhere, or if the trace cannot be read
   */
  static async open(runtime: Runtime, root: string, taskId: string): Promise<ReasoningTrace> {
    if (taskId.trim() === '') {
      throw new CortexError('invalid-input', 'a trace needs a task', { value: taskId, next: 'Pass the id of the task.' });
    }
    const folder = resolveCortexFolder(runtime.fs, path.join(root, CORTEX_FOLDER), FOLDER);
    return openStore(new ReasoningTrace(runtime, folder, root, reasoningFileName(runtime.fs, folder, taskId)));
  }

  /** Opens a trace by its file name, without its task. @param root as `findProjectRoot` returns it @throws as `open` */
  static async ofFile(runtime: Runtime, root: string, name: string): Promise<ReasoningTrace> {
    return openStore(new ReasoningTrace(runtime, resolveCortexFolder(runtime.fs, path.join(root, CORTEX_FOLDER), FOLDER), root, name));
  }

  /** Problems of skipped data and of work in the background. */
  get problems(): readonly string[] {
    return this.#log.problems;
  }

  /** Files that this process could not read and has rebuilt, while their bytes still exist beside them. */
  get rebuilt(): readonly string[] {
    return this.#log.rebuilt;
  }

  /** Oldest first, as of the last read. Must not be modified. */
  entries(): readonly TimelineEntry[] {
    return this.#log.state.entries();
  }

  async refresh(): Promise<void> {
    await this.#log.read();
  }

  /** Adds an entry, which survives power loss when this resolves. A known id changes nothing. @throws CortexError */
  async add(entry: TimelineEntry): Promise<TimelineEntry> {
    checkStorable(entry);
    this.#makeFolder();
    const { answer } = await this.#log.transact({ op: 'entry', entry });
    await this.#log.sync();
    return answer?.op === 'entry' ? answer.result.entry : entry;
  }

  /** Publishes the log, whatever the file contains, once it can be read. @returns the number of entries */
  async flush(): Promise<number> {
    await this.#log.transact({ op: 'flush' });
    await this.#log.sync();
    await this.#log.read();
    return this.entries().length;
  }

  /** Created before each write, because git keeps no empty folders. */
  #makeFolder(): void {
    try {
      this.runtime.fs.mkdirSync(this.folder, { recursive: true });
    } catch (error) {
      throw fileError(error, this.folder, 'create the folder');
    }
  }

  /** Publishes unpublished changes and closes all files. */
  close(): Promise<void> {
    return this.#log.close();
  }
}
