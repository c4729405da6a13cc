import path from 'node:path';
import { FILE_NAMES } from '../crtx/cortex-io.ts';
import type { TolerantFile } from '../crtx/invalid/tolerant-format.ts';
import { CORTEX_FOLDER, ignoresCase } from '../crtx/root.ts';
import type { SwarmManifest } from '../crtx/schema.ts';
import { openStore, useStore } from '../crtx/store-life.ts';
import type { ClockReport } from '../log/clock-steps.ts';
import { LogChanges } from '../log/log-changes.ts';
import { PublishedLog } from '../log/publishing/published-log.ts';
import { CortexError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { isAnswerTo, isSwarmAnswer, type SwarmAnswer, type SwarmAnswers } from './answers.ts';
import type { EscalationOutcome } from './decisions/escalations.ts';
import type { SwarmEntry } from './events/timeline-entries.ts';
import type { EndedWaits } from './locks/ended-waits.ts';
import type { LapsedLocks } from './locks/lapsed-locks.ts';
import type { LockTable } from './locks/lock-table.ts';
import type { GrantedLock } from './locks/lock-types.ts';
import { Waiters } from './locks/waiters.ts';
import { toManifest } from './projection.ts';
import type { RecordFor, SwarmRecord } from './state/records.ts';
import type { SwarmState } from './state/state.ts';
import type { Swarm } from './state/swarm.ts';
import { swarmLog } from './swarm-log.ts';
import { TimelineRecorder } from './timeline-recorder.ts';

/** An answer, with the id of the record that it answers. */
export interface RecordedAnswer<Op extends SwarmRecord['op']> {
  readonly id: string;
  readonly result: SwarmAnswers[Op];
  /** The locks that ended because the record ended the swarm. */
  readonly releasedLocks: readonly GrantedLock[];
}

const NOTHING: ReadonlyMap<string, SwarmEntry> = new Map();
const NOTHING_ENDED: ReadonlyMap<string, EscalationOutcome> = new Map();

/** The swarm of a project: the state from its log, and operations on it. */
export class SwarmStore {
  readonly #log: PublishedLog<SwarmRecord, SwarmState, SwarmAnswer, TolerantFile<'swarm'>>;
  readonly #recorder: TimelineRecorder;
  /** Folder of the log. */
  readonly directory: string;
  #changes: LogChanges | null = null;
  /** The processes that wait for locks. */
  readonly waiters: Waiters;

  private constructor(
    readonly runtime: Runtime,
    /** The project's folder, a real path. */
    readonly root: string,
    /** True when the file system is case-insensitive. */
    readonly foldCase: boolean,
  ) {
    const log = swarmLog(runtime, root, foldCase);
    this.directory = log.directory;
    this.waiters = new Waiters(runtime, this.directory);
    this.#log = new PublishedLog(runtime, {
      ...log,
      root,
      notesClock: true,
      answers: { isAnswer: isSwarmAnswer, answered: () => this.#recorder.recordPending() },
    });
    this.#recorder = new TimelineRecorder(runtime, root, path.join(this.directory, 'news'), {
      // The process that answered a record also records its entries.
      pendingEntries: () => (this.#log.isBehind ? NOTHING : this.#log.state.pendingEntries),
      endings: () => (this.#log.isBehind ? NOTHING_ENDED : this.#log.state.escalations.endings),
      refresh: () => this.#log.read(),
      recorded: async (ids) => {
        await this.#log.transact({ op: 'told', news: ids });
      },
    });
  }

  /** @param root as returned by `findProjectRoot` @throws CortexError when the log or a foreign `swarm.crtx` cannot be read */
  static async open(runtime: Runtime, root: string): Promise<SwarmStore> {
    return openStore(new SwarmStore(runtime, root, ignoresCase(runtime.fs, root)));
  }

  /** Like `open`, for a process that writes. If another process is the leader, the log is read only when its state is needed. */
  static async join(runtime: Runtime, root: string): Promise<SwarmStore> {
    const store = new SwarmStore(runtime, root, ignoresCase(runtime.fs, root));
    return openStore(store, () => store.#log.join());
  }

  get locks(): LockTable {
    return this.#log.state.locks;
  }

  /** The locks that expired, were broken or ended with a swarm, and that their agents have not released or acquired again. */
  get lapsed(): LapsedLocks {
    return this.#log.state.lapsed;
  }

  /** Who ended which wait, as far as this process has read the log. */
  get endedWaits(): EndedWaits {
    return this.#log.state.endedWaits;
  }

  /** Tasks, agents and budget. */
  get swarm(): Swarm {
    return this.#log.state.swarm;
  }

  /** Returns seed 1, "SwarmManifest": the content of `swarm.crtx` as of now. Without a swarm it has the id `swm_none`, and only locks. */
  manifest(): SwarmManifest {
    return toManifest(this.#log.state, this.now);
  }

  /**
   * The time that the running times of the log are compared with. If the clock was set since the last record, that is the time before: the
   * next record shifts them by the same amount (docs/decisions/0043-clock-changes.md).
   */
  get now(): number {
    return this.runtime.clock.now() - this.clocks.pendingShift;
  }

  /** Observations about wrong clocks. */
  get clocks(): ClockReport {
    return this.#log.clocks;
  }

  /** Notifies about writes of others to the log or the published file. Watching begins with the first access. */
  get changes(): LogChanges {
    this.#changes ??= new LogChanges(this.runtime, this.directory, path.join(this.root, CORTEX_FOLDER, FILE_NAMES.swarm));
    return this.#changes;
  }

  /** Problems in the background: what was skipped or failed. */
  get problems(): readonly string[] {
    return [...this.#log.problems, ...this.#recorder.problems];
  }

  /** Files that could not be read and were rebuilt, as long as the original bytes are stored beside them. */
  get rebuilt(): readonly string[] {
    return [...this.#log.rebuilt, ...this.#recorder.rebuilt];
  }

  /** Reads what other processes have written. Returns the state of `swarm.crtx`; a `broken` one is rebuilt later. @throws as `open` */
  async refresh(): Promise<'missing' | 'ours' | 'broken' | 'foreign'> {
    const present = await this.#log.read();
    this.#recorder.recordPending();
    return present;
  }

  /** Writes a record and returns the answer. @throws CortexError when it could not be written; it has no effect then */
  async transact<Op extends SwarmRecord['op']>(record: RecordFor<Op>): Promise<RecordedAnswer<Op>> {
    const { answer, place } = await this.#log.transact(record);
    if (answer === null || !isAnswerTo<Op>(answer, record.op)) throw new CortexError('io', `the log gave no answer to ${record.op}`);
    this.#recorder.recordPending();
    return { id: place.id, result: answer.result, releasedLocks: answer.releasedLocks ?? [] };
  }

  /** Records remaining entries in the timeline, publishes the latest state, and closes the files. */
  async close(): Promise<void> {
    this.#changes?.dispose();
    try {
      // Resign first: answering a follower may produce entries, which a closed recorder must not start to record.
      await this.#log.disconnect();
      await this.#recorder.close();
    } finally {
      await this.#log.close();
    }
  }
}

/** Opens a store, uses it, and always closes it. */
export async function withSwarm<T>(runtime: Runtime, root: string, use: (store: SwarmStore) => Promise<T>): Promise<T> {
  return useStore(await SwarmStore.open(runtime, root), use);
}
