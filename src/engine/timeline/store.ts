import type { TolerantFile } from '../crtx/invalid/tolerant-format.ts';
import { resolveLocalFolder } from '../crtx/local-folder.ts';
import type { TimelineEntry, TimelineOutcome } from '../crtx/schema/timeline.ts';
import { openStore, projectIdReader, useStore } from '../crtx/store-life.ts';
import { PublishedLog } from '../log/publishing/published-log.ts';
import { CortexError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { Archives } from './archives/archives.ts';
import { Archivist } from './archives/archivist.ts';
import { mayContainTime, type RollLimits } from './archives/roll-plan.ts';
import { checkOutcome, checkStorable } from './entry.ts';
import type { Ledger } from './ledger.ts';
import type { TimelineAnswer, TimelineAnswers } from './machine.ts';
import type { EntryFile } from './projection.ts';
import type { TimelineRecord, TimelineRecordOf } from './records.ts';
import { timelineLog } from './timeline-log.ts';
import { TimelineSource } from './timeline-source.ts';
import { type ReadScope, TimelineView } from './view.ts';

function answers<Op extends TimelineRecord['op']>(
  answer: TimelineAnswer,
  op: Op,
): answer is TimelineAnswer & { op: Op; result: TimelineAnswers[Op] } {
  return answer.op === op;
}

/** The timeline of a project: reads its log and archives, and adds to them (seed 1, "Timeline Entries"). */
export class TimelineStore extends TimelineSource {
  readonly #log: PublishedLog<TimelineRecord, Ledger, TimelineAnswer, TolerantFile<EntryFile['type']>>;

  readonly #archives: Archives;
  readonly #archivist: Archivist;
  /** True if this process changed an archived entry whose archive lacks the change. */
  #hasLateChanges = false;

  private constructor(runtime: Runtime, root: string, limits?: RollLimits) {
    super();
    const local = resolveLocalFolder(runtime.fs, root, 'timeline');
    const project = projectIdReader(runtime, root);
    this.#log = new PublishedLog(runtime, { ...timelineLog(runtime, root), root });
    this.#archives = new Archives(runtime, { root, local, read: 'log' });
    const context = {
      state: () => this.#log.state,
      time: () => this.#log.time,
      log: async (record: TimelineRecordOf<'roll' | 'settled'>) => void (await this.#log.transact(record)),
      project,
    };
    this.#archivist = new Archivist(runtime, this.#archives, context, local, limits);
  }

  /**
   * @param root as `findProjectRoot` returns it
   * @param limits when entries roll into archives; default: as in docs/decisions/0007-large-timelines.md
   * @throws CortexError if the log or a foreign `timeline.crtx` cannot be read
   */
  static async open(runtime: Runtime, root: string, limits?: RollLimits): Promise<TimelineStore> {
    return openStore(new TimelineStore(runtime, root, limits));
  }

  /** How many entries are current. */
  get size(): number {
    return this.#log.state.size;
  }

  /** Problems of skipped data, of work in the background, and of archives that could not be read. */
  override get problems(): readonly string[] {
    return [...this.#log.problems, ...this.#archivist.problems, ...this.#archives.problems];
  }

  /** Archives, and entries in them, that could not be read. */
  get unread(): readonly string[] {
    return this.#archives.problems;
  }

  /** Files that this process could not read and has rebuilt, while their bytes still exist beside them. */
  get rebuilt(): readonly string[] {
    return this.#log.rebuilt;
  }

  /** The current entries as of the last read, oldest first (see `Ledger` for the order). Must not be modified. */
  entries(): readonly TimelineEntry[] {
    return this.#log.state.entries();
  }

  /** Returns a current entry as of the last read. */
  get(id: string): TimelineEntry | undefined {
    return this.#log.state.get(id);
  }

  protected override view(scope: ReadScope): Promise<TimelineView> {
    return TimelineView.of(this.#log.state, this.#archives, scope);
  }

  /** Reads changes of other processes. @throws as `open` */
  override async refresh(): Promise<void> {
    await this.#log.read();
  }

  /**
   * Adds entries, which survive power loss when this resolves. A known id changes nothing, so a caller may retry.
   * @returns the entries as stored in the timeline
   * @throws CortexError `invalid-input` before anything is written; otherwise some may have been added, but not durably
   */
  async recordAll(entries: readonly TimelineEntry[]): Promise<readonly TimelineEntry[]> {
    for (const entry of entries) checkStorable(entry);
    const held: TimelineEntry[] = [];
    for (const entry of entries) held.push((await this.#archivedAlready(entry)) ?? (await this.#transact({ op: 'entry', entry })).entry);
    await this.#log.sync();
    return held;
  }

  /** Returns the entry with this id in an archive, if one may contain it. */
  async #archivedAlready({ id, timestamp }: TimelineEntry): Promise<TimelineEntry | undefined> {
    const { archives } = this.#log.state;
    if (this.#log.state.has(id) || ![...archives.keys()].some((name) => mayContainTime(name, timestamp))) return undefined;
    return this.find(id);
  }

  /**
   * Sets the outcome of an entry; an earlier detail is replaced. Survives power loss when this resolves.
   * @param was the expected current outcome, if the change is conditional
   * @throws CortexError `not-found`, `invalid-input` for an unknown outcome, `busy` if the outcome differs from `was`, or the error that
   * prevents writing
   */
  async resolve(id: string, outcome: TimelineOutcome, outcomeDetail?: string, was?: string): Promise<TimelineEntry> {
    const ending = { outcome, ...(outcomeDetail !== undefined && { outcomeDetail }) };
    checkOutcome(ending);
    const change = { op: 'outcome', entryId: id, ...ending, ...(was !== undefined && { was }) } as const;
    for (;;) {
      const wasCurrent = this.#log.state.has(id);
      const archived = !wasCurrent && (await this.#standsInArchive(id, was));
      const answer = await this.#transact({ ...change, ...(archived && { archived }) });
      if (answer === null && !wasCurrent) throw unknownEntry(id);
      if (answer === 'meanwhile') throw endedMeanwhile(this.#log.state.get(id));
      // It has rolled into an archive meanwhile.
      if (answer === null) continue;
      await this.#log.sync();
      if (answer !== 'late') return answer;
      this.#hasLateChanges = true;
      return (await this.find(id)) ?? Promise.reject(unknownEntry(id));
    }
  }

  /** @throws CortexError `busy` if its outcome differs from `was` */
  async #standsInArchive(id: string, was: string | undefined): Promise<boolean> {
    const entry = await this.find(id);
    if (was !== undefined && entry !== undefined && entry.outcome !== was) throw endedMeanwhile(entry);
    return entry !== undefined;
  }

  /**
   * Requests that `timeline.crtx` and the archives are rewritten from the log when the store closes, also over older versions from a
   * checkout.
   * @returns how many entries are current; `null` while the file cannot be written, which `problems` explains
   */
  async flush(): Promise<number | null> {
    const entries = await this.#transact({ op: 'flush' });
    this.#hasLateChanges = true;
    await this.#log.sync();
    return (await this.#log.read()) === 'foreign' ? null : entries;
  }

  async #transact<Op extends TimelineRecord['op']>(record: TimelineRecordOf<Op>): Promise<TimelineAnswers[Op]> {
    const { answer } = await this.#log.transact(record);
    if (answer === null || !answers<Op>(answer, record.op)) throw new CortexError('io', `the log returned no result for ${record.op}`);
    this.#archivist.begin();
    return answer.result;
  }

  /** Publishes unpublished changes, writes late changes into their archives, and closes all files. */
  override async close(): Promise<void> {
    await this.#archivist.finish(this.#hasLateChanges);
    await this.#log.close();
  }
}

/** @param entry its present state, if it still exists */
function endedMeanwhile(entry: TimelineEntry | undefined): CortexError {
  return new CortexError('busy', 'the outcome of the entry has changed', {
    value: entry?.outcome,
    next: 'Check it again. It was not changed.',
  });
}

function unknownEntry(id: string): CortexError {
  return new CortexError('not-found', 'no timeline entry has this id', {
    value: id,
    next: 'List the ids: cortex timeline list --json',
  });
}

/** Opens a store, runs `use`, and closes the store in any case. */
export async function withTimeline<T>(runtime: Runtime, root: string, use: (store: TimelineStore) => Promise<T>): Promise<T> {
  return useStore(await TimelineStore.open(runtime, root), use);
}
