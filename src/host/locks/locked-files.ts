import * as vscode from 'vscode';
import { ignoresCase, type SwarmLock } from '../../engine/crtx/index.ts';
import { escapeLockPath, nameToLocks } from '../../engine/swarm/index.ts';
import { coveringLocks } from '../model/locks/covering-locks.ts';
import { fileInProject } from '../model/locks/lock-files.ts';
import { waitingIn } from '../model/swarm/view-model.ts';
import type { OpenProject, ProjectSession } from '../session.ts';
import type { CoveringLock } from './model/lock-look.ts';

/** A lock that covers a file, with the project whose it is. */
export interface FileLock extends CoveringLock {
  readonly project: OpenProject;
}

/** The locks of a project, made ready for many questions. */
interface LockIndex {
  readonly project: OpenProject;
  find(lockPath: string): readonly SwarmLock[];
  waiting(lock: SwarmLock): readonly string[];
}

/** A window that is open for weeks is asked about so many files at most; then it begins anew. */
const MOST_KNOWN = 5_000;

/** Which locks of which project in the window cover a file. What it costs to find out where a file lies is paid once for each. */
export class LockedFiles implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  /** Tells that other files may be locked now. */
  readonly onDidChange = this.#changed.event;
  readonly #subscription: vscode.Disposable;
  #indexes: readonly LockIndex[] | null = null;
  /** By root, then by file: the lock path, `null` outside the project. */
  readonly #paths = new Map<string, Map<string, string | null>>();

  constructor(private readonly session: ProjectSession) {
    this.#subscription = session.onDidChangeAny((changes) => {
      if (changes.has('project')) this.#paths.clear();
      else if (!changes.has('locks')) return;
      this.#indexes = null;
      this.#changed.fire();
    });
  }

  /** The locks that cover a file or a folder and have not run out. */
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

  /** As `find` compares it; `null` for what is not in the project. */
  #pathIn(root: string, file: string): string | null {
    const known = this.#paths.get(root) ?? new Map<string, string | null>();
    this.#paths.set(root, known);
    const found = known.get(file);
    if (found !== undefined) return found;
    if (known.size >= MOST_KNOWN) known.clear();
    const { fs } = this.session.runtime;
    const name = fileInProject(fs, root, file);
    const lockPath = name === null ? null : escapeLockPath(nameToLocks(name, { foldCase: ignoresCase(fs, root) }));
    known.set(file, lockPath);
    return lockPath;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}

/** Nothing for a project without locks: most files are never looked at. */
function indexOf(project: OpenProject): LockIndex[] {
  const { view } = project;
  if (view === null || view.locks.length === 0) return [];
  const waiting = waitingIn(view);
  return [{ project, find: coveringLocks(view.locks), waiting }];
}
