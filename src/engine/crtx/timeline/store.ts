import path from 'node:path';
import { CortexError } from '../../kernel/errors.ts';
import { PublishedLog } from '../../kernel/log/published-log.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { FILE_NAMES } from '../cortex-io.ts';
import { localFolder } from '../local-folder.ts';
import { CORTEX_FOLDER } from '../root.ts';
import type { TimelineEntry, TimelineOutcome } from '../schema/timeline.ts';
import type { CortexFile } from '../schema.ts';
import { opened, projectIdOf, using } from '../store-life.ts';
import { checkEnding, checkStorable } from './entry.ts';
import type { Ledger } from './ledger.ts';
import { type TimelineAnswer, type TimelineAnswers, timelineMachine } from './machine.ts';
import { timelineProjection } from './projection.ts';
import type { TimelineRecord, TimelineRecordOf } from './records.ts';

const ALL = () => true;

function answers<Op extends TimelineRecord['op']>(
  answer: TimelineAnswer,
  op: Op,
): answer is TimelineAnswer & { op: Op; result: TimelineAnswers[Op] } {
  return answer.op === op;
}

/** The timeline of a project: what its log says, and what is added to it (seed 1, "Timeline Entries"). */
export class TimelineStore {
  readonly #log: PublishedLog<TimelineRecord, Ledger, TimelineAnswer, CortexFile<TimelineEntry[]>>;

  private constructor(runtime: Runtime, root: string) {
    this.#log = new PublishedLog(runtime, {
      directory: localFolder(runtime.fs, root, 'timeline'),
      root,
      machine: timelineMachine,
      projection: timelineProjection({
        file: path.join(root, CORTEX_FOLDER, FILE_NAMES.timeline),
        project: projectIdOf(runtime, root),
      }),
    });
  }

  /** @param root as `findProjectRoot` gives it @throws CortexError when the log or a foreign `timeline.crtx` cannot be read */
  static async open(runtime: Runtime, root: string): Promise<TimelineStore> {
    return opened(new TimelineStore(runtime, root));
  }

  /** How many entries there are. */
  get size(): number {
    return this.#log.state.size;
  }

  /** What was skipped or could not be done in the background. */
  get problems(): readonly string[] {
    return this.#log.problems;
  }

  /** All entries as of the last look, oldest first (see `Ledger` for the order). Not to be changed. */
  entries(): readonly TimelineEntry[] {
    return this.#log.state.entries();
  }

  /** The newest entries that are wanted, newest first. Not to be changed. */
  newest(limit: number, wanted: (entry: TimelineEntry) => boolean = ALL): readonly TimelineEntry[] {
    return this.#log.state.newest(limit, wanted);
  }

  get(id: string): TimelineEntry | undefined {
    return this.#log.state.get(id);
  }

  /** Reads what others have written meanwhile. @throws as `open` */
  async refresh(): Promise<void> {
    await this.#log.read();
  }

  /**
   * Adds entries; when it returns, they survive power loss. One whose id is known changes nothing, so whoever is not sure that
   * entries arrived may add them again.
   * @returns the entries as the timeline holds them
   * @throws CortexError `invalid-input` before anything is written; otherwise some may have been added, but not durably
   */
  async tell(entries: readonly TimelineEntry[]): Promise<readonly TimelineEntry[]> {
    for (const entry of entries) checkStorable(entry);
    const held: TimelineEntry[] = [];
    for (const entry of entries) held.push((await this.#transact({ op: 'entry', entry })).entry);
    await this.#log.sync();
    return held;
  }

  /**
   * Says how an entry ended; a detail from before is replaced with its outcome. Survives power loss when it returns.
   * @throws CortexError `not-found`, `invalid-input` for an unknown outcome, or what stands in the way of writing
   */
  async resolve(id: string, outcome: TimelineOutcome, outcomeDetail?: string): Promise<TimelineEntry> {
    const ending = { outcome, ...(outcomeDetail !== undefined && { outcomeDetail }) };
    checkEnding(ending);
    const entry = await this.#transact({ op: 'outcome', entryId: id, ...ending });
    if (entry === null) throw unknownEntry(id);
    await this.#log.sync();
    return entry;
  }

  /**
   * Sees `timeline.crtx` written as the log says when the store is closed, also over an older version that a checkout brought back.
   * @returns how many entries there are; `null` while the file cannot be written, which `problems` explains
   */
  async flush(): Promise<number | null> {
    const entries = await this.#transact({ op: 'flush' });
    await this.#log.sync();
    return (await this.#log.read()) === 'foreign' ? null : entries;
  }

  async #transact<Op extends TimelineRecord['op']>(record: TimelineRecordOf<Op>): Promise<TimelineAnswers[Op]> {
    const { answer } = await this.#log.transact(record);
    if (answer === null || !answers<Op>(answer, record.op)) throw new CortexError('io', `the log gave no answer to ${record.op}`);
    return answer.result;
  }

  /** Publishes what is not yet published and lets go of the files. */
  close(): Promise<void> {
    return this.#log.close();
  }
}

function unknownEntry(id: string): CortexError {
  return new CortexError('not-found', 'there is no such entry in the timeline', {
    value: id,
    next: 'See "cortex timeline list --json" for the ids.',
  });
}

/** Opens a store, uses it, and closes it whatever happens. */
export async function withTimeline<T>(runtime: Runtime, root: string, use: (store: TimelineStore) => Promise<T>): Promise<T> {
  return using(await TimelineStore.open(runtime, root), use);
}
