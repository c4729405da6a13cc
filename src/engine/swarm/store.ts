import path from 'node:path';
import { FILE_NAMES } from '../crtx/cortex-io.ts';
import { CORTEX_FOLDER, ignoresCase } from '../crtx/root.ts';
import type { SwarmManifest } from '../crtx/schema.ts';
import { opened, using } from '../crtx/store-life.ts';
import type { TolerantFile } from '../crtx/tolerant-format.ts';
import type { ClockReport } from '../log/clock-steps.ts';
import { LogChanges } from '../log/log-changes.ts';
import { PublishedLog } from '../log/publishing/published-log.ts';
import { CortexError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { isAnswerTo, isSwarmAnswer, type SwarmAnswer, type SwarmAnswers } from './answers.ts';
import type { Ending } from './decisions/escalations.ts';
import type { SwarmEntry } from './events/timeline-entries.ts';
import type { EndedWaits } from './locks/ended-waits.ts';
import type { LapsedLocks } from './locks/lapsed-locks.ts';
import type { LockTable } from './locks/lock-table.ts';
import type { GrantedLock } from './locks/lock-types.ts';
import { Waiters } from './locks/waiters.ts';
import { toManifest } from './projection.ts';
import type { RecordOf, SwarmRecord } from './state/records.ts';
import type { SwarmState } from './state/state.ts';
import type { Swarm } from './state/swarm.ts';
import { swarmLog } from './swarm-log.ts';
import { TimelineRecorder } from './timeline-recorder.ts';

/** An answer with the id of the record that asked for it. */
export interface Answered<Op extends SwarmRecord['op']> {
  readonly id: string;
  readonly result: SwarmAnswers[Op];
  /** The locks that ended with the swarm, which the record has ended. */
  readonly releasedLocks: readonly GrantedLock[];
}

const NOTHING: ReadonlyMap<string, SwarmEntry> = new Map();
const NOTHING_ENDED: ReadonlyMap<string, Ending> = new Map();

/** The swarm of a project: what its log says, and operations on it. */
export class SwarmStore {
  readonly #log: PublishedLog<SwarmRecord, SwarmState, SwarmAnswer, TolerantFile<'swarm'>>;
  readonly #recorder: TimelineRecorder;
  /** The log's folder. */
  readonly directory: string;
  #changes: LogChanges | null = null;
  /** The processes that wait for locks. */
  readonly waiters: Waiters;

  private constructor(
    readonly runtime: Runtime,
    /** The project's folder, a real path. */
    readonly root: string,
    /** True where the file system takes `A` and `a` for the same name. */
    readonly foldCase: boolean,
  ) {
    const log = swarmLog(runtime, root, foldCase);
    this.directory = log.directory;
    this.waiters = new Waiters(runtime, path.join(this.directory, 'waiting'));
    this.#log = new PublishedLog(runtime, {
      ...log,
      root,
      notesClock: true,
      answers: { isAnswer: isSwarmAnswer, answered: () => this.#recorder.recordNews() },
    });
    this.#recorder = new TimelineRecorder(runtime, root, path.join(this.directory, 'news'), {
      // What another process has answered it tells.
      news: () => (this.#log.isBehind ? NOTHING : this.#log.state.news),
      endings: () => (this.#log.isBehind ? NOTHING_ENDED : this.#log.state.escalations.endings),
      refresh: () => this.#log.read(),
      recorded: async (news) => {
        await this.#log.transact({ op: 'told', news });
      },
    });
  }

  /** @param root as `findProjectRoot` gives it @throws CortexError when the log or a foreign `swarm.crtx` cannot be read */
  static async open(runtime: Runtime, root: string): Promise<SwarmStore> {
    return opened(new SwarmStore(runtime, root, ignoresCase(runtime.fs, root)));
  }

  /** As `open`, for whoever is to write: where another process answers for all, nothing is read before it is looked at. */
  static async join(runtime: Runtime, root: string): Promise<SwarmStore> {
    const store = new SwarmStore(runtime, root, ignoresCase(runtime.fs, root));
    return opened(store, () => store.#log.join());
  }

  get locks(): LockTable {
    return this.#log.state.locks;
  }

  /** The locks that ran out, were broken or ended with a swarm and that their agents have not given up or taken again. */
  get lapsed(): LapsedLocks {
    return this.#log.state.lapsed;
  }

  /** Who ended which wait, as far as this process has read it. */
  get endedWaits(): EndedWaits {
    return this.#log.state.endedWaits;
  }

  /** Tasks, agents and budget. */
  get swarm(): Swarm {
    return this.#log.state.swarm;
  }

  /** Seed 1, "SwarmManifest": everything as `swarm.crtx` shows it, as of now. Without a swarm it has the id `swm_none`, and only locks. */
  manifest(): SwarmManifest {
    return toManifest(this.#log.state, this.runtime.clock.now());
  }

  /** What is odd about clocks. */
  get clocks(): ClockReport {
    return this.#log.clocks;
  }

  /** Tells when others have written into the log or the published file, from the first time that this is asked for. */
  get changes(): LogChanges {
    this.#changes ??= new LogChanges(this.runtime, [
      [this.directory, null],
      [path.join(this.root, CORTEX_FOLDER), FILE_NAMES.swarm],
    ]);
    return this.#changes;
  }

  /** What was skipped or could not be done in the background. */
  get problems(): readonly string[] {
    return [...this.#log.problems, ...this.#recorder.problems];
  }

  /** What this process could not read and has rebuilt, as long as its bytes lie beside it. */
  get rebuilt(): readonly string[] {
    return [...this.#log.rebuilt, ...this.#recorder.rebuilt];
  }

  /** Reads what others have written meanwhile. Gives how `swarm.crtx` stands: `broken` is rebuilt in time. @throws as `open` */
  async refresh(): Promise<'missing' | 'ours' | 'broken' | 'foreign'> {
    const present = await this.#log.read();
    this.#recorder.recordNews();
    return present;
  }

  /** Writes a record and answers it. @throws CortexError when it could not be written: then it did not happen */
  async transact<Op extends SwarmRecord['op']>(record: RecordOf<Op>): Promise<Answered<Op>> {
    const { answer, place } = await this.#log.transact(record);
    if (answer === null || !isAnswerTo<Op>(answer, record.op)) throw new CortexError('io', `the log gave no answer to ${record.op}`);
    this.#recorder.recordNews();
    return { id: place.id, result: answer.result, releasedLocks: answer.releasedLocks ?? [] };
  }

  /** Tells the timeline what it is still to be told, publishes what is not yet published and lets go of the files. */
  async close(): Promise<void> {
    this.#changes?.dispose();
    this.waiters.dispose();
    try {
      // Who is answered may be news, which a teller that has ended must not begin to tell.
      await this.#log.part();
      await this.#recorder.close();
    } finally {
      await this.#log.close();
    }
  }
}

/** Opens a store, uses it, and closes it whatever happens. */
export async function withSwarm<T>(runtime: Runtime, root: string, use: (store: SwarmStore) => Promise<T>): Promise<T> {
  return using(await SwarmStore.open(runtime, root), use);
}
