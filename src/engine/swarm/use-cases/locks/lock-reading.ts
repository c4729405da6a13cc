import { resolveLocalFolder } from '../../../crtx/local-folder.ts';
import { ignoresCase } from '../../../crtx/root.ts';
import { checkClocks } from '../../../log/clock-steps.ts';
import { Log } from '../../../log/log.ts';
import { CortexError } from '../../../platform/errors.ts';
import type { Runtime } from '../../../platform/runtime.ts';
import type { LockTable } from '../../locks/lock-table.ts';
import type { GrantedLock } from '../../locks/lock-types.ts';
import { Waiters } from '../../locks/waiters.ts';
import type { HeldLockView } from '../../schemas/locks.ts';
import { swarmMachine } from '../../state/machine.ts';
import type { Swarm } from '../../state/swarm.ts';
import { lockPath } from './lock-paths.ts';
import { heldLockViews } from './unresponsive-holders.ts';

/** A task in a list. */
interface TaskSummary {
  readonly id: string;
  readonly description: string;
}

const summaryOf = ({ id, description }: TaskSummary): TaskSummary => ({ id, description });

/** The part of a log's state that is read here. */
interface Read {
  readonly runtime: Runtime;
  readonly root: string;
  readonly foldCase: boolean;
  readonly locks: LockTable;
  readonly swarm: Swarm;
  readonly waiters: Waiters;
}

/** The locks and tasks of a project at one moment, for callers that ask about many paths. */
export class LockReading {
  constructor(
    private readonly store: Read,
    private readonly now: number,
  ) {}

  /**
   * Returns the lock path of a path or pattern, read like `lock acquire` does: with symlinks, letter case and worktrees resolved.
   * @param tree the project's folder, or the matching one in a linked git worktree; a real path
   * @param text relative to `tree`
   * @returns `null` for a text that no lock can cover
   */
  lockPath(tree: string, text: string): string | null {
    try {
      return lockPath({ store: this.store, place: { root: this.store.root, tree, folder: null } }, text);
    } catch (error) {
      if (error instanceof CortexError) return null;
      throw error;
    }
  }

  /** Returns the locks that cover a path or a part of it. */
  holders(path: string): HeldLockView[] {
    return this.#views(this.store.locks.holders(path, this.now));
  }

  /** Returns all locks. */
  locks(): HeldLockView[] {
    return this.#views(this.store.locks.list(this.now));
  }

  #views(locks: readonly GrantedLock[]): HeldLockView[] {
    return heldLockViews(this.store.swarm, this.store.waiters.living(locks), this.now);
  }

  /** True when there is an unfinished swarm. */
  get isRunning(): boolean {
    return this.store.swarm.isRunning;
  }

  /** Returns the unfinished tasks of an agent, without tasks that have subtasks. */
  tasksOf(agent: string): TaskSummary[] {
    const held = this.store.swarm.tasks?.heldBy(agent) ?? [];
    return held.filter(({ isLeaf }) => isLeaf).map(summaryOf);
  }

  /** Returns the first `most` tasks that any agent could take now. */
  readyTasks(most: number): TaskSummary[] {
    return (this.store.swarm.tasks?.listFree(most) ?? []).map(summaryOf);
  }
}

/**
 * Reads only the log of a project's swarm. Writes nothing and waits for no other process. An edit of `swarm.crtx` by another program is
 * visible only after a command, a server or the editor has adopted it into the log.
 * @throws CortexError when the log cannot be read
 */
export function withLockReading<T>(runtime: Runtime, root: string, use: (reading: LockReading) => T): T {
  const directory = resolveLocalFolder(runtime.fs, root, 'swarm');
  const log = new Log(runtime, { directory, root, machine: swarmMachine, notesClock: true });
  try {
    log.refresh();
    const { locks, swarm } = log.state;
    const now = runtime.clock.now() - checkClocks(runtime, log.core).pendingShift;
    const waiters = new Waiters(runtime, directory);
    return use(new LockReading({ runtime, root, foldCase: ignoresCase(runtime.fs, root), locks, swarm, waiters }, now));
  } finally {
    log.close();
  }
}
