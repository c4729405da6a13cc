import * as vscode from 'vscode';
import { ignoresCase, type SwarmLock } from '../../engine/crtx/index.ts';
import { escapeLockPath, fileToLockName } from '../../engine/swarm/index.ts';
import { coveringLocks } from '../model/locks/covering-locks.ts';
import { fileInProject } from '../model/locks/lock-files.ts';
import { waitingAgents } from '../model/swarm/view-model.ts';
import type { OpenProject, ProjectSession } from '../session.ts';
import type { CoveringLock } from './model/lock-decoration.ts';

/** A lock that covers a file, with its project. */
export interface FileLock extends CoveringLock {
  readonly project: OpenProject;
}

/** An index of a project's locks. */
interface LockIndex {
  readonly project: OpenProject;
  find(lockPath: string): readonly SwarmLock[];
  waiting(lock: SwarmLock): readonly string[];
}

/** Maximum number of cached paths per project. The cache is cleared when full, because a window may stay open for weeks. */
const MAX_KNOWN = 5_000;

/** Finds the locks of all open projects that cover a file. Lock paths of files are cached, because computing them needs the file system. */
export class LockedFiles implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  /** Fires when the locked files may have changed. */
  readonly onDidChange = this.#changed.event;
  readonly #subscription: vscode.Disposable;
  #indexes: readonly LockIndex[] | null = null;
  /** Lock paths, by root and file; `null` for files outside of the project. */
  readonly #paths = new Map<string, Map<string, string | null>>();

  constructor(private readonly session: ProjectSession) {
    this.#subscription = session.onDidChangeAny((changes) => {
      if (changes.has('project')) this.#paths.clear();
      else if (!changes.has('locks')) return;
      this.#indexes = null;
      this.#changed.fire();
    });
  }

  /** Returns the unexpired locks that cover a file or folder. */
  find({ scheme, fsPath }: vscode.Uri): readonly FileLock[] {
    if (scheme !== 'file') return [];
    const now = this.session.runtime.clock.now();
    this.#indexes ??= this.session.projects.flatMap((project) => indexOf(project));
    return this.#indexes.flatMap(({ project, find, waiting }) => {
      const lockPath = this.#pathIn(project.root, fsPath);
      const locks = lockPath === null ? [] : find(lockPath).filter(({ expiresAt }) => expiresAt > now);
      return locks.map((lock) => ({ lock, waiting: waiting(lock), project }));
    });
  }

  /** Returns the lock path of a file; `null` if it is not in the project. */
  #pathIn(root: string, file: string): string | null {
    const known = this.#paths.get(root) ?? new Map<string, string | null>();
    this.#paths.set(root, known);
    const found = known.get(file);
    if (found !== undefined) return found;
    if (known.size >= MAX_KNOWN) known.clear();
    const { fs } = this.session.runtime;
    const name = fileInProject(fs, root, file);
    const lockPath = name === null ? null : escapeLockPath(fileToLockName(name, { foldCase: ignoresCase(fs, root) }));
    known.set(file, lockPath);
    return lockPath;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}

/** Returns no index for a project without locks, so that its files need not be looked up. */
function indexOf(project: OpenProject): LockIndex[] {
  const { view } = project;
  if (view === null || view.locks.length === 0) return [];
  const waiting = waitingAgents(view);
  return [{ project, find: coveringLocks(view.locks), waiting }];
}
