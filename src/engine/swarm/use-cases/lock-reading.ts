import type { Workplace } from '../../crtx/typed/typed-path.ts';
import { CortexError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { LockView } from '../schemas/locks.ts';
import { SwarmStore } from '../store.ts';
import type { TaskSummary } from '../swarm-view.ts';
import { lockPath } from './lock-paths.ts';
import { lockViewOf } from './lock-view.ts';

/** The locks and tasks of a project at one moment, for whoever asks about many paths at once. */
export class LockReading {
  constructor(
    private readonly store: SwarmStore,
    private readonly now: number,
  ) {}

  /**
   * The lock path of a path or pattern, as `lock acquire` reads it: links, letter case and worktrees resolved.
   * @param tree the project's folder, or the one that stands for it in a linked git worktree; a real path
   * @param text relative to `tree`
   * @returns `null` for what no lock can cover
   */
  lockPath(tree: string, text: string): string | null {
    try {
      return lockPath({ store: this.store, place: { root: this.store.root, tree, folder: null } }, text);
    } catch (error) {
      if (error instanceof CortexError) return null;
      throw error;
    }
  }

  /** The locks that cover anything in a lock path. */
  holders(path: string): LockView[] {
    return this.store.locks.holders(path, this.now).map(lockViewOf);
  }

  /** All locks. */
  locks(): LockView[] {
    return this.store.locks.list(this.now).map(lockViewOf);
  }

  /** Whether there is a swarm with something left to do. */
  get isRunning(): boolean {
    return this.store.swarm.isRunning;
  }

  /** The tasks of an agent that have not ended. */
  tasksOf(agent: string): TaskSummary[] {
    return this.store.swarm.tasksOf(agent);
  }

  /** The first few tasks that any agent could take now. */
  readyTasks(most: number): TaskSummary[] {
    return this.store.swarm.readyTasks(most);
  }
}

/** Reads the swarm of a project as `lock check` does, and lets go of its files. @throws CortexError when it cannot be read */
export async function readingLocks<T>(runtime: Runtime, { root }: Workplace, use: (reading: LockReading) => T): Promise<T> {
  const store = await SwarmStore.open(runtime, root);
  try {
    return use(new LockReading(store, runtime.clock.now()));
  } finally {
    await store.close();
  }
}
