import path from 'node:path';
import { FILE_NAMES } from '../crtx/cortex-io.ts';
import { localFolder } from '../crtx/local-folder.ts';
import { CORTEX_FOLDER } from '../crtx/root.ts';
import type { TimelineEntry, TimelineOutcome } from '../crtx/schema/timeline.ts';
import { opened, projectIdOf, using } from '../crtx/store-life.ts';
import type { TolerantFile } from '../crtx/tolerant-format.ts';
import { PublishedLog } from '../log/publishing/published-log.ts';
import { CortexError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { Archives } from './archives/archives.ts';
import { Archivist } from './archives/archivist.ts';
import { mayHold, type RollLimits } from './archives/roll-plan.ts';
import { checkEnding, checkStorable } from './entry.ts';
import type { Ledger } from './ledger.ts';
import { type TimelineAnswer, type TimelineAnswers, timelineMachine } from './machine.ts';
import { type EntryFile, timelineProjection } from './projection.ts';
import type { TimelineRecord, TimelineRecordOf } from './records.ts';
import { TimelineSource } from './timeline-source.ts';
import { type Need, TimelineView } from './view.ts';

function answers<Op extends TimelineRecord['op']>(
  answer: TimelineAnswer,
  op: Op,
): answer is TimelineAnswer & { op: Op; result: TimelineAnswers[Op] } {
  return answer.op === op;
}

/** The timeline of a project: what its log says, and what is added to it (seed 1, "Timeline Entries"). */
export class TimelineStore extends TimelineSource {
  readonly #log: PublishedLog<TimelineRecord, Ledger, TimelineAnswer, TolerantFile<EntryFile['type']>>;

  readonly #archives: Archives;
  readonly #archivist: Archivist;
  /** True when this process has said of an archived entry what its archive does not show yet. */
  #owesLate = false;

  private constructor(runtime: Runtime, root: string, limits?: RollLimits) {
    super();
    const local = localFolder(runtime.fs, root, 'timeline');
    const project = projectIdOf(runtime, root);
    this.#log = new PublishedLog(runtime, {
      directory: local,
      root,
      machine: timelineMachine,
      projection: timelineProjection({ file: path.join(root, CORTEX_FOLDER, FILE_NAMES.timeline), project }),
    });
    this.#archives = new Archives(runtime, { root, local, read: 'log' });
    const desk = {
      state: () => this.#log.state,
      time: () => this.#log.time,
      log: async (record: TimelineRecordOf<'roll' | 'settled'>) => void (await this.#log.transact(record)),
      project,
    };
    this.#archivist = new Archivist(runtime, this.#archives, desk, local, limits);
  }

  /**
   * @param root as `findProjectRoot` gives it
   * @param limits when entries roll into archives; by default as docs/decisions/0007-large-timelines.md says
   * @throws CortexError when the log or a foreign `timeline.crtx` cannot be read
   */
  static async open(runtime: Runtime, root: string, limits?: RollLimits): Promise<TimelineStore> {
    return opened(new TimelineStore(runtime, root, limits));
  }

  /** How many entries are current. */
  get size(): number {
    return this.#log.state.size;
  }

  /** What was skipped or could not be done in the background, and which archives could not be read. */
  override get problems(): readonly string[] {
    return [...this.#log.problems, ...this.#archivist.problems, ...this.#archives.problems];
  }

  /** Archives, and entries in them, that could not be read. */
  get unread(): readonly string[] {
    return this.#archives.problems;
  }

  /** What this process could not read and has rebuilt, as long as its bytes lie beside it. */
  get rebuilt(): readonly string[] {
    return this.#log.rebuilt;
  }

  /** The current entries as of the last look, oldest first (see `Ledger` for the order). Not to be changed. */
  entries(): readonly TimelineEntry[] {
    return this.#log.state.entries();
  }

  /** A current entry as of the last look. */
  get(id: string): TimelineEntry | undefined {
    return this.#log.state.get(id);
  }

  protected override view(need: Need): Promise<TimelineView> {
    return TimelineView.of(this.#log.state, this.#archives, need);
  }

  /** Reads what others have written meanwhile. @throws as `open` */
  override async refresh(): Promise<void> {
    await this.#log.read();
  }

  /**
   * Adds entries; when it returns, they survive power loss. One whose id is known changes nothing, so whoever is not sure that
   * entries arrived may add them again.
   * @returns the entries as the timeline holds them
   * @throws CortexError `invalid-input` before anything is written; otherwise some may have been added, but not durably
   */
  async recordAll(entries: readonly TimelineEntry[]): Promise<readonly TimelineEntry[]> {
    for (const entry of entries) checkStorable(entry);
    const held: TimelineEntry[] = [];
    for (const entry of entries) held.push((await this.#archivedAlready(entry)) ?? (await this.#transact({ op: 'entry', entry })).entry);
    await this.#log.sync();
    return held;
  }

  /** The entry of this id in an archive, if it may stand in one. */
  async #archivedAlready({ id, timestamp }: TimelineEntry): Promise<TimelineEntry | undefined> {
    const { archives } = this.#log.state;
    if (this.#log.state.has(id) || ![...archives.keys()].some((name) => mayHold(name, timestamp))) return undefined;
    return this.find(id);
  }

  /**
   * Says how an entry ended; a detail from before is replaced with its outcome. Survives power loss when it returns.
   * @param was how it stood when somebody looked, if it is to be changed only from that
   * @throws CortexError `not-found`, `invalid-input` for an unknown outcome, `busy` where it has another one than `was` by now, or what
   *   stands in the way of writing
   */
  async resolve(id: string, outcome: TimelineOutcome, outcomeDetail?: string, was?: string): Promise<TimelineEntry> {
    const ending = { outcome, ...(outcomeDetail !== undefined && { outcomeDetail }) };
    checkEnding(ending);
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
      this.#owesLate = true;
      return (await this.find(id)) ?? Promise.reject(unknownEntry(id));
    }
  }

  /** @throws CortexError `busy` where it has another outcome than `was` */
  async #standsInArchive(id: string, was: string | undefined): Promise<boolean> {
    const entry = await this.find(id);
    if (was !== undefined && entry !== undefined && entry.outcome !== was) throw endedMeanwhile(entry);
    return entry !== undefined;
  }

  /**
   * Sees `timeline.crtx` and the archives written as the log says when the store is closed, also over older versions that a checkout
   * brought back.
   * @returns how many entries are current; `null` while the file cannot be written, which `problems` explains
   */
  async flush(): Promise<number | null> {
    const entries = await this.#transact({ op: 'flush' });
    this.#owesLate = true;
    await this.#log.sync();
    return (await this.#log.read()) === 'foreign' ? null : entries;
  }

  async #transact<Op extends TimelineRecord['op']>(record: TimelineRecordOf<Op>): Promise<TimelineAnswers[Op]> {
    const { answer } = await this.#log.transact(record);
    if (answer === null || !answers<Op>(answer, record.op)) throw new CortexError('io', `the log gave no answer to ${record.op}`);
    this.#archivist.begin();
    return answer.result;
  }

  /** Publishes what is not yet published, sees late changes into their archives, and lets go of the files. */
  override async close(): Promise<void> {
    await this.#archivist.finish(this.#owesLate);
    await this.#log.close();
  }
}

/** @param entry as it is now, if it is still there */
function endedMeanwhile(entry: TimelineEntry | undefined): CortexError {
  return new CortexError('busy', 'the entry has got another outcome meanwhile', {
    value: entry?.outcome,
    next: 'Look at it again; it was not changed.',
  });
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
