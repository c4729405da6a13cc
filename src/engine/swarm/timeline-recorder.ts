import { Mutex } from '../files/mutex.ts';
import { describeError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { TimelineStore } from '../timeline/store.ts';
import type { Ending } from './decisions/escalations.ts';
import type { SwarmEntry } from './events/timeline-entries.ts';

/** After a failure the next attempt comes no sooner than this, in milliseconds. */
const PAUSE_MS = 1_000;

/** The news of a swarm's log. */
export interface RecorderContext {
  /** What the timeline is still to be told, by id, as of the last look. */
  news(): ReadonlyMap<string, SwarmEntry>;
  /** How entries that it was told before have ended, by the name under which that is told, as of the last look. */
  endings(): ReadonlyMap<string, Ending>;
  /** Looks anew. */
  refresh(): Promise<unknown>;
  /** Logs that the timeline has it, durably. */
  recorded(ids: string[]): Promise<void>;
}

/** Brings news of the swarm into the timeline (docs/decisions/0004-what-the-timeline-is-told.md). */
export class TimelineRecorder {
  readonly #mutex: Mutex;
  /** Open from the first news on: one process may have a thousand to tell. */
  #timeline: TimelineStore | null = null;
  #recording: Promise<void> | null = null;
  #problem: string | null = null;
  #rebuilt: readonly string[] = [];
  /** Monotonic time before which nothing is tried again. */
  #notBefore = 0;

  /** @param directory of the mutex of those who tell */
  constructor(
    private readonly runtime: Runtime,
    private readonly root: string,
    directory: string,
    private readonly desk: RecorderContext,
  ) {
    this.#mutex = new Mutex(runtime, directory);
  }

  /** Why the timeline could not be told. */
  get problems(): readonly string[] {
    return this.#problem === null ? [] : [this.#problem];
  }

  /** What of the timeline could not be read and was rebuilt, as of the end. */
  get rebuilt(): readonly string[] {
    return this.#rebuilt;
  }

  /** Begins to tell what there is, if nobody is at it. */
  recordNews(): void {
    if (this.#isAllRecorded || this.runtime.clock.monotonic() < this.#notBefore) return;
    this.#recording ??= this.#recordAll().finally(() => {
      this.#recording = null;
    });
  }

  /** Tells what there is; what another process is telling, or what cannot be told now, is left to the next one. */
  async close(): Promise<void> {
    await this.#recording;
    this.recordNews();
    await this.#recording;
    const timeline = this.#timeline;
    this.#timeline = null;
    await timeline?.close();
    this.#rebuilt = timeline?.rebuilt ?? [];
  }

  get #isAllRecorded(): boolean {
    return this.desk.news().size === 0 && this.desk.endings().size === 0;
  }

  async #recordAll(): Promise<void> {
    try {
      // Others may have found this process telling, and left: it looks once more after its turn.
      while (!this.#isAllRecorded && (await this.#recordInTurn())) await this.desk.refresh();
      this.#problem = null;
    } catch (error) {
      // What the news are about is done and acknowledged: they wait in the log.
      this.#problem = `The timeline does not say yet what happened in the swarm. ${describeError(error)}`;
      this.#notBefore = this.runtime.clock.monotonic() + PAUSE_MS;
    }
  }

  /** False when another process is at it. */
  async #recordInTurn(): Promise<boolean> {
    const turn = this.#mutex.tryAcquire();
    if (turn === null) return false;
    try {
      await this.#writeEntries([...this.desk.news().values()], [...this.desk.endings()]);
    } finally {
      turn.release();
    }
    return true;
  }

  async #writeEntries(news: readonly SwarmEntry[], endings: readonly (readonly [string, Ending])[]): Promise<void> {
    const timeline = await this.#open();
    if (news.length > 0) {
      await timeline.recordAll(news);
      await this.desk.recorded(news.map(({ id }) => id));
    }
    if (endings.length === 0) return;
    for (const [, ending] of endings) await end(timeline, ending);
    // By itself: an archive that cannot be read is no reason to tell the news again and again.
    await this.desk.recorded(endings.map(([name]) => name));
  }

  async #open(): Promise<TimelineStore> {
    // Loaded here: most commands have nothing to tell.
    const { TimelineStore } = await import('../timeline/store.ts');
    this.#timeline ??= await TimelineStore.open(this.runtime, this.root);
    return this.#timeline;
  }
}

/** Says how an entry ended, unless somebody has said so already, or has taken it out. @throws CortexError when that cannot be written */
async function end(timeline: TimelineStore, { id, outcome, outcomeDetail }: Ending): Promise<void> {
  const isOpen = async () => (timeline.get(id) ?? (await timeline.find(id)))?.outcome === 'pending';
  if (!(await isOpen())) return;
  try {
    await timeline.resolve(id, outcome, outcomeDetail, 'pending');
  } catch (error) {
    // Somebody has said it at this very moment.
    if (await isOpen()) throw error;
  }
}
