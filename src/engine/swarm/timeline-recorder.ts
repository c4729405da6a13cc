import { Mutex } from '../files/mutex.ts';
import { describeError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { TimelineStore } from '../timeline/store.ts';
import type { EscalationOutcome } from './decisions/escalations.ts';
import type { SwarmEntry } from './events/timeline-entries.ts';

/** Delay before a failed attempt is retried, in milliseconds. */
const PAUSE_MS = 1_000;

/** The entries in a swarm's log that the timeline does not have yet. */
export interface RecorderContext {
  /** Entries to record, by id, as of the last refresh. */
  pendingEntries(): ReadonlyMap<string, SwarmEntry>;
  /** Outcomes of earlier entries to record, by the name under which the log tracks them, as of the last refresh. */
  endings(): ReadonlyMap<string, EscalationOutcome>;
  /** Reads the log again. */
  refresh(): Promise<unknown>;
  /** Logs durably that the timeline has these. */
  recorded(ids: string[]): Promise<void>;
}

/** Records pending entries of the swarm in the timeline (docs/decisions/0004-swarm-events-in-the-timeline.md). */
export class TimelineRecorder {
  readonly #mutex: Mutex;
  /** Stays open after the first entry, because one process may have a thousand to record. */
  #timeline: TimelineStore | null = null;
  #recording: Promise<void> | null = null;
  #problem: string | null = null;
  #rebuilt: readonly string[] = [];
  /** Monotonic time before which no attempt is made. */
  #notBefore = 0;

  /** @param directory of the mutex between recording processes */
  constructor(
    private readonly runtime: Runtime,
    private readonly root: string,
    directory: string,
    private readonly context: RecorderContext,
  ) {
    this.#mutex = new Mutex(runtime, directory);
  }

  /** Why recording failed. */
  get problems(): readonly string[] {
    return this.#problem === null ? [] : [this.#problem];
  }

  /** Timeline files that could not be read and were rebuilt, set on close. */
  get rebuilt(): readonly string[] {
    return this.#rebuilt;
  }

  /** Starts recording pending entries, unless that is in progress. */
  recordPending(): void {
    if (this.#isAllRecorded || this.runtime.clock.monotonic() < this.#notBefore) return;
    this.#recording ??= this.#recordAll().finally(() => {
      this.#recording = null;
    });
  }

  /** Records remaining entries. Leaves to later processes what another process is recording, or what fails now. */
  async close(): Promise<void> {
    await this.#recording;
    this.recordPending();
    await this.#recording;
    const timeline = this.#timeline;
    this.#timeline = null;
    await timeline?.close();
    this.#rebuilt = timeline?.rebuilt ?? [];
  }

  get #isAllRecorded(): boolean {
    return this.context.pendingEntries().size === 0 && this.context.endings().size === 0;
  }

  async #recordAll(): Promise<void> {
    try {
      // Other processes may have found the mutex taken and left their entries to this one, so it checks again after its turn.
      while (!this.#isAllRecorded && (await this.#recordInTurn())) await this.context.refresh();
      this.#problem = null;
    } catch (error) {
      // The actions themselves are done and acknowledged; their entries stay in the log for the next attempt.
      this.#problem = `The timeline does not contain the latest events of the swarm yet. ${describeError(error)}`;
      this.#notBefore = this.runtime.clock.monotonic() + PAUSE_MS;
    }
  }

  /** @returns false when another process holds the mutex */
  async #recordInTurn(): Promise<boolean> {
    const turn = this.#mutex.tryAcquire();
    if (turn === null) return false;
    try {
      await this.#writeEntries([...this.context.pendingEntries().values()], [...this.context.endings()]);
    } finally {
      turn.release();
    }
    return true;
  }

  async #writeEntries(entries: readonly SwarmEntry[], endings: readonly (readonly [string, EscalationOutcome])[]): Promise<void> {
    const timeline = await this.#open();
    if (entries.length > 0) {
      await timeline.recordAll(entries);
      await this.context.recorded(entries.map(({ id }) => id));
    }
    if (endings.length === 0) return;
    for (const [, ending] of endings) await resolveEntry(timeline, ending);
    // Acknowledged separately, so that an unreadable archive does not cause the entries to be recorded again.
    await this.context.recorded(endings.map(([name]) => name));
  }

  async #open(): Promise<TimelineStore> {
    // Loaded on demand, because most commands have nothing to record.
    const { TimelineStore } = await import('../timeline/store.ts');
    this.#timeline ??= await TimelineStore.open(this.runtime, this.root);
    return this.#timeline;
  }
}

/** Sets the outcome of an entry, unless it has one already or was removed. @throws CortexError when that cannot be written */
async function resolveEntry(timeline: TimelineStore, { id, outcome, outcomeDetail }: EscalationOutcome): Promise<void> {
  const isOpen = async () => (timeline.get(id) ?? (await timeline.find(id)))?.outcome === 'pending';
  if (!(await isOpen())) return;
  try {
    await timeline.resolve(id, outcome, outcomeDetail, 'pending');
  } catch (error) {
    // Another process may have set the outcome at the same time.
    if (await isOpen()) throw error;
  }
}
