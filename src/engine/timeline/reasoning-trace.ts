import path from 'node:path';
import { folderInside } from '../crtx/folder-inside.ts';
import { localFolder } from '../crtx/local-folder.ts';
import { reasoningFileName, reasoningLogName } from '../crtx/names.ts';
import { CORTEX_FOLDER } from '../crtx/root.ts';
import type { TimelineEntry } from '../crtx/schema/timeline.ts';
import { opened, projectIdOf } from '../crtx/store-life.ts';
import type { TolerantFile } from '../crtx/tolerant-format.ts';
import { PublishedLog } from '../log/publishing/published-log.ts';
import { CortexError, fileError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { checkStorable } from './entry.ts';
import type { Ledger } from './ledger.ts';
import { entryMachine, type TimelineAnswer } from './machine.ts';
import { type EntryFile, entryProjection } from './projection.ts';
import type { TimelineRecord } from './records.ts';

/** Below `.cortex/`, seed 1, "Directory Structure". */
const FOLDER = 'reasoning';

/**
 * The reasoning trace of one task, `reasoning/<taskId>.crtx`: a log of its own with the timeline's rules
 * (docs/decisions/0007-large-timelines.md, "Reasoning traces").
 */
export class ReasoningTrace {
  /** Of its file, below `.cortex/`. */
  readonly name: string;
  readonly #log: PublishedLog<TimelineRecord, Ledger, TimelineAnswer, TolerantFile<EntryFile['type']>>;

  private constructor(
    private readonly runtime: Runtime,
    private readonly folder: string,
    root: string,
    fileName: string,
  ) {
    this.name = `${FOLDER}/${fileName}`;
    this.#log = new PublishedLog(runtime, {
      directory: localFolder(runtime.fs, root, reasoningLogName(runtime.fs, root, fileName)),
      root,
      machine: entryMachine(this.name),
      projection: entryProjection({ type: 'reasoning', file: path.join(folder, fileName), project: projectIdOf(runtime, root) }),
    });
  }

  /**
   * @param root as `findProjectRoot` gives it
   * @throws CortexError `invalid-input` for no id, `outside-root` for a folder that leads elsewhere, or when the trace cannot be read
   */
  static async open(runtime: Runtime, root: string, taskId: string): Promise<ReasoningTrace> {
    if (taskId.trim() === '') {
      throw new CortexError('invalid-input', 'a trace needs a task', { value: taskId, next: 'Give the id of the task.' });
    }
    const folder = folderInside(runtime.fs, path.join(root, CORTEX_FOLDER), FOLDER);
    return opened(new ReasoningTrace(runtime, folder, root, reasoningFileName(runtime.fs, folder, taskId)));
  }

  /** The trace whose file has a name: which task it is of is not known. @param root as `findProjectRoot` gives it @throws as `open` */
  static async ofFile(runtime: Runtime, root: string, name: string): Promise<ReasoningTrace> {
    return opened(new ReasoningTrace(runtime, folderInside(runtime.fs, path.join(root, CORTEX_FOLDER), FOLDER), root, name));
  }

  /** What was skipped or could not be done in the background. */
  get problems(): readonly string[] {
    return this.#log.problems;
  }

  /** What this process could not read and has rebuilt, as long as its bytes lie beside it. */
  get rebuilt(): readonly string[] {
    return this.#log.rebuilt;
  }

  /** Oldest first, as of the last look. Not to be changed. */
  entries(): readonly TimelineEntry[] {
    return this.#log.state.entries();
  }

  async refresh(): Promise<void> {
    await this.#log.read();
  }

  /** Adds an entry; it survives power loss when this resolves. One whose id is known changes nothing. @throws CortexError */
  async add(entry: TimelineEntry): Promise<TimelineEntry> {
    checkStorable(entry);
    this.#makeFolder();
    const { answer } = await this.#log.transact({ op: 'entry', entry });
    await this.#log.sync();
    return answer?.op === 'entry' ? answer.result.entry : entry;
  }

  /** Publishes what the log says, whatever stands in the file, once it can be read. @returns how many entries that are */
  async flush(): Promise<number> {
    await this.#log.transact({ op: 'flush' });
    await this.#log.sync();
    await this.#log.read();
    return this.entries().length;
  }

  /** Git keeps no empty folders. */
  #makeFolder(): void {
    try {
      this.runtime.fs.mkdirSync(this.folder, { recursive: true });
    } catch (error) {
      throw fileError(error, this.folder, 'make the folder');
    }
  }

  /** Publishes what is not yet published and lets go of the files. */
  close(): Promise<void> {
    return this.#log.close();
  }
}
