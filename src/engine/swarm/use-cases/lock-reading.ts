import { localFolder } from '../../crtx/local-folder.ts';
import { ignoresCase } from '../../crtx/root.ts';
import { Log } from '../../log/log.ts';
import { CortexError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { LockTable } from '../locks/lock-table.ts';
import type { LockView } from '../schemas/locks.ts';
import { swarmMachine } from '../state/machine.ts';
import type { Swarm } from '../state/swarm.ts';
import { lockPath } from './lock-paths.ts';
import { lockViewOf } from './lock-view.ts';

/** A task as a list of several shows it. */
interface TaskSummary {
  readonly id: string;
  readonly description: string;
}

const summaryOf = ({ id, description }: TaskSummary): TaskSummary => ({ id, description });

/** What a log says of a swarm. */
interface Read {
  readonly runtime: Runtime;
  readonly root: string;
  readonly foldCase: boolean;
  readonly locks: LockTable;
  readonly swarm: Swarm;
}

/** The locks and tasks of a project at one moment, for whoever asks about many paths at once. */
export class LockReading {
  constructor(
    private readonly store: Read,
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

  /** The tasks of an agent that have not ended, without those that have subtasks. */
  tasksOf(agent: string): TaskSummary[] {
    const held = this.store.swarm.tasks?.heldBy(agent) ?? [];
    return held.filter(({ isLeaf }) => isLeaf).map(summaryOf);
  }

  /** The first few tasks that any agent could take now. */
  readyTasks(most: number): TaskSummary[] {
    return (this.store.swarm.tasks?.free(most) ?? []).map(summaryOf);
  }
}

/**
 * Reads the log of a project's swarm, and nothing else: it writes nothing and waits for nobody. What another program wrote into
 * `swarm.crtx` counts once a command, a server or the editor has taken it into the log.
 * @throws CortexError when it cannot be read
 */
export function readingLocks<T>(runtime: Runtime, root: string, use: (reading: LockReading) => T): T {
  const log = new Log(runtime, { directory: localFolder(runtime.fs, root, 'swarm'), root, machine: swarmMachine, notesClock: true });
  try {
    log.refresh();
    const { locks, swarm } = log.state;
    return use(new LockReading({ runtime, root, foldCase: ignoresCase(runtime.fs, root), locks, swarm }, runtime.clock.now()));
  } finally {
    log.close();
  }
}
