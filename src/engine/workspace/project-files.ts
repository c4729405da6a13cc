import { hash } from 'node:crypto';
import path from 'node:path';
import { CortexIO, type SwarmManifest } from '../crtx/index.ts';
import { statOf } from '../files/file-content.ts';
import { missingProblems } from '../log/segments/missing.ts';
import type { Clock } from '../platform/clock.ts';
import { CortexError } from '../platform/errors.ts';
import { type FileProblem, historyProblem, toProblem, toWarning } from '../platform/file-problem.ts';
import type { Runtime } from '../platform/runtime.ts';
import { explainUnreadable } from '../project/index.ts';
import { listChangeFiles, NO_SWARM, SwarmStore } from '../swarm/index.ts';
import { type SwarmSource, type SwarmView, sameValues } from './swarm-source.ts';

/** Opens the source of a swarm. @throws CortexError when the log, or a foreign `swarm.crtx` without a log, cannot be read */
export async function openSource(runtime: Runtime, root: string, read: 'log' | 'files'): Promise<SwarmSource> {
  const inspect = createInspector(runtime, root);
  if (read === 'files') return new FileSource(inspect, runtime.clock);
  const store = await SwarmStore.open(runtime, root);
  return new LogSource(store, root, inspect, missingOf(runtime, store));
}

/** Returns problems for missing parts of the history of a swarm and of the timeline. */
function missingOf({ fs }: Runtime, { directory }: SwarmStore): FileProblem[] {
  // Nothing else follows the log of the timeline as long as its current state can be read.
  const timeline = path.join(path.dirname(directory), 'timeline');
  const logs = [directory, ...(statOf(fs, timeline)?.isDirectory() === true ? [timeline] : [])];
  return logs.flatMap((log) => missingProblems(fs, log).map((message) => historyProblem(message, log)));
}

/**
 * Returns a function that reads a project's file by its type, with its warnings.
 * @returns like `CortexIO.inspect`, with the same errors; the error for a file that its log can rebuild says so
 */
export function createInspector(runtime: Runtime, root: string): CortexIO['inspect'] {
  const io = new CortexIO(root, runtime);
  return async (type) => {
    try {
      return await io.inspect(type);
    } catch (error) {
      throw explainUnreadable(runtime, root, type, error);
    }
  };
}

/** Largest number of warnings. Further ones would only repeat the same for other lines. */
const MAX_WARNINGS = 10;

/** Reads a swarm from its log, which has everything moments after it was written. Adopts edits of other programs to the file. */
class LogSource implements SwarmSource {
  #manifest: { readonly of: readonly unknown[]; readonly value: SwarmManifest | null } = { of: [], value: null };

  constructor(
    private readonly store: SwarmStore,
    private readonly root: string,
    private readonly inspect: CortexIO['inspect'],
    /** Problems for missing parts of the log. */
    private readonly missing: readonly FileProblem[],
  ) {}

  async refresh(): Promise<readonly FileProblem[]> {
    const file = await this.store.refresh();
    const problems = [...this.missing, ...this.store.problems.map(toWarning)].slice(-MAX_WARNINGS);
    return file === 'broken' ? [...(await this.#whyBroken()), ...problems] : problems;
  }

  async #whyBroken(): Promise<FileProblem[]> {
    try {
      await this.inspect('swarm');
      return [];
    } catch (error) {
      return [toProblem(error)];
    }
  }

  get rebuilt(): readonly string[] {
    return this.store.rebuilt;
  }

  state() {
    const { swarm, locks, runtime } = this.store;
    return {
      swarm: [swarm, swarm.revision, ...(swarm.applicants ?? []).map(({ agent }) => agent)],
      locks: [locks, locks.revision, ...locks.queue().map(({ id }) => id), ...listChangeFiles(runtime, this.root)],
    };
  }

  view(): SwarmView {
    const { swarm, locks, runtime } = this.store;
    const { swarm: of } = this.state();
    if (!sameValues(this.#manifest.of, of)) this.#manifest = { of, value: swarm.toManifest([]) };
    const now = runtime.clock.now();
    return {
      manifest: this.#manifest.value,
      locks: locks.list(now),
      waiting: locks.queue().filter(({ until }) => until > now),
      lastActivity: (agent) => swarm.lastActivity(agent),
      vanishAfterMs: swarm.vanishAfterMs,
      pause: swarm.paused,
      applicants: swarm.applicants,
      stoppedMs: swarm.stoppedMs,
      isAborted: swarm.isAborted,
    };
  }

  nextEnd(): number | null {
    const { locks, runtime } = this.store;
    const now = runtime.clock.now();
    const next = locks.nextExpiry();
    if (next === null || next > now) return next;
    // Expired locks and waits are removed only by the next write. Until then, the next expiry among the others counts.
    return earliest([...locks.list(now).map(({ expiresAt }) => expiresAt), ...locks.queue().map(({ until }) => until)], now);
  }

  close(): Promise<void> {
    return this.store.close();
  }
}

/** Reads a swarm from `swarm.crtx` alone, moments behind the log. For folders where nothing may be written. */
class FileSource implements SwarmSource {
  readonly rebuilt = [];
  #manifest: SwarmManifest | null = null;
  /** Hash of the file's bytes, to detect changes; `null` when there is no file. */
  #hash: string | null = null;

  constructor(
    private readonly inspect: CortexIO['inspect'],
    private readonly clock: Clock,
  ) {}

  async refresh(): Promise<readonly FileProblem[]> {
    try {
      const found = await this.inspect('swarm');
      const now = found === null ? null : hash('sha256', found.content.bytes, 'hex');
      if (now !== this.#hash) this.#manifest = found?.value.data ?? null;
      this.#hash = now;
      return [];
    } catch (error) {
      if (error instanceof CortexError) return [toProblem(error)];
      throw error;
    }
  }

  state() {
    return { swarm: [this.#manifest], locks: [this.#manifest] };
  }

  view(): SwarmView {
    const now = this.clock.now();
    const manifest = this.#manifest;
    return {
      manifest: manifest === null || manifest.id === NO_SWARM ? null : manifest,
      locks: (manifest?.locks ?? []).filter(({ expiresAt }) => expiresAt > now).map((lock) => ({ ...lock, fence: null })),
      waiting: [],
      lastActivity: () => null,
      vanishAfterMs: null,
      pause: null,
      applicants: null,
      stoppedMs: 0,
      isAborted: false,
    };
  }

  nextEnd(): number | null {
    return earliest(this.#manifest?.locks.map(({ expiresAt }) => expiresAt) ?? [], this.clock.now());
  }

  async close(): Promise<void> {}
}

function earliest(times: readonly number[], after: number): number | null {
  let found: number | null = null;
  for (const time of times) if (time > after && (found === null || time < found)) found = time;
  return found;
}
