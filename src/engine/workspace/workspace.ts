import { findProjectRoot } from '../crtx/index.ts';
import { CoalescedWork } from '../platform/coalesced-work.ts';
import { CortexError } from '../platform/errors.ts';
import { type FileProblem, problemOf, sameProblems } from '../platform/file-problem.ts';
import type { Need } from '../platform/need.ts';
import type { Opened, Settled } from '../platform/protocol.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { Disposable, WatchDirectory } from '../platform/watching.ts';
import { checked, FileChecks } from './file-checks.ts';
import { ProjectWatch } from './project-watch.ts';
import { type SwarmSource, type SwarmView, sameValues } from './swarm-source.ts';

export interface WorkspaceOptions {
  readonly runtime: Runtime;
  readonly watch: WatchDirectory;
  /** A folder that is there, absolute; its project may be in a folder above it. */
  readonly folder: string;
  /** `files`: nothing at all is written and nothing adopted; what the `.crtx` files say is all that is known. */
  readonly read: 'log' | 'files';
}

/** What is there to be seen. */
export type WorkspaceState =
  | { readonly kind: 'no-project'; readonly problems: readonly FileProblem[] }
  | {
      readonly kind: 'project';
      /** The project's folder, a real path. */
      readonly root: string;
      /** `null` while nothing could be read; `problems` says why. */
      readonly view: SwarmView | null;
      readonly problems: readonly FileProblem[];
    };

/** `project`: another project, or none, or the first view of one. `swarm`: tasks, agents, budget. */
export type WorkspaceChange = 'project' | 'swarm' | 'locks' | 'problems';
export type WorkspaceListener = (changes: ReadonlySet<WorkspaceChange>) => void;

/** Between two refreshes, milliseconds. */
const REFRESH_MS = 50;
/** Between two checks of the same file, milliseconds: it may hold megabytes. */
const CHECK_MS = 200;
/** A broken `swarm.crtx` is rebuilt from the log a second after the last record, and a torn one may be whole by then. */
const LOOK_AGAIN_MS = 1_100;
const LOOKS_AGAIN = 3;
/** Timers of the system cannot wait for ever. */
const LONGEST_WAIT_MS = 3_600_000;

/** Loaded only for whoever has a project. */
const projectFiles = () => import('./project-files.ts');

/** What is known of the swarm, for comparison. */
interface Known {
  readonly root: string | null;
  readonly read: boolean;
  readonly swarm: readonly unknown[];
  readonly locks: readonly unknown[];
}

/** A folder that a person has open: its project, as it is now, and a stream of what changes in it, whoever changes it. */
export class Workspace implements Opened, Disposable {
  readonly #options: WorkspaceOptions;
  readonly #listeners = new Set<WorkspaceListener>();
  readonly #refreshing: CoalescedWork;
  readonly #checking: CoalescedWork;
  readonly #watch: ProjectWatch;
  readonly #checks: FileChecks;
  #root: string | null = null;
  #source: SwarmSource | null = null;
  #known: Known = { root: null, read: false, swarm: [], locks: [] };
  #problems: readonly FileProblem[] = [];
  #projectProblems: readonly FileProblem[] = [];
  /** Ends with the last check that was asked for. */
  #checked: Promise<void> = Promise.resolve();
  #looksLeft = LOOKS_AGAIN;
  #timer = new AbortController();
  readonly #ended = new AbortController();

  private constructor(options: WorkspaceOptions) {
    const { runtime, watch, read } = options;
    this.#options = options;
    this.#checks = new FileChecks(runtime, async (root) => (await projectFiles()).inspection(runtime, root));
    this.#refreshing = new CoalescedWork(runtime, REFRESH_MS, () => this.#refresh());
    this.#checking = new CoalescedWork(runtime, CHECK_MS, () => this.#check());
    const changed = (check: Parameters<FileChecks['mark']>[0]) => {
      this.#checks.mark(check);
      this.#looksLeft = LOOKS_AGAIN;
      this.#soon();
    };
    this.#watch = new ProjectWatch({ fs: runtime.fs, watch, log: read === 'log', changed });
  }

  /** Opens a folder. What is wrong in it is in its state; nothing is thrown for it. */
  static async open(options: WorkspaceOptions): Promise<Workspace> {
    const workspace = new Workspace(options);
    await workspace.refresh();
    return workspace;
  }

  get #isOver(): boolean {
    return this.#ended.signal.aborted;
  }

  /** The project's folder, a real path; where there is none, the folder itself. */
  get root(): string {
    return this.#root ?? this.#options.folder;
  }

  get hasProject(): boolean {
    return this.#root !== null;
  }

  get isThere(): boolean {
    return this.#source !== null;
  }

  get mayMissChanges(): boolean {
    return this.#watch.problems.length > 0;
  }

  problems(): readonly FileProblem[] {
    return this.#problems;
  }

  /** But for what its timeline says: whoever follows a project asks for that in a thread. */
  async needs(now: number): Promise<readonly Need[]> {
    const { needsHere } = await import('./project-needs.ts');
    return needsHere(this.#options.runtime, { root: this.#root, view: this.#source?.view() ?? null, problems: this.#problems }, now);
  }

  /** It tells of a change when it has read it. */
  settle(): Settled {
    return 'changed';
  }

  lookLater(): void {}

  get state(): WorkspaceState {
    const problems = this.#problems;
    if (this.#root === null) return { kind: 'no-project', problems };
    return { kind: 'project', root: this.#root, view: this.#source?.view() ?? null, problems };
  }

  /** Tells what has changed from now on. */
  onDidChange(listener: WorkspaceListener): Disposable {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  }

  /** Looks at everything, whether or not something was noticed. Resolves when `state` shows it. */
  async refresh(): Promise<void> {
    this.#checks.mark(checked);
    this.#watch.rearm();
    await this.#refreshing.request();
    await this.#checked;
  }

  /** Lets go of everything. */
  async close(): Promise<void> {
    this.dispose();
    await this.#refreshing.end();
    await this.#checking.end();
    await this.#source?.close();
    this.#source = null;
  }

  /** Nothing is told any more; `close` lets go of the files, too. */
  dispose(): void {
    this.#ended.abort();
    this.#timer.abort();
    this.#watch.dispose();
    this.#listeners.clear();
  }

  async #refresh(): Promise<void> {
    try {
      await this.#locate();
      const problems = this.#root === null ? [] : await this.#read(this.#root);
      this.#projectProblems = problems;
      if (problems.some(({ severity, file }) => severity === 'error' && file !== null)) this.#lookAgain();
    } catch (error) {
      this.#projectProblems = [problemOf(error)];
    }
    this.#notify();
    if (this.#checks.isDue) this.#checked = this.#checking.request();
  }

  async #locate(): Promise<void> {
    const root = this.#find();
    if (!this.#isOver) this.#watch.from(root ?? this.#options.folder);
    if (root === this.#root) return;
    const left = this.#source;
    this.#root = root;
    // From here on it is not to be seen any more, whatever becomes of the attempt to let go of it.
    this.#source = null;
    this.#checks.mark(checked);
    await left?.close();
  }

  #find(): string | null {
    const { runtime, folder } = this.#options;
    try {
      return findProjectRoot(runtime.fs, folder, false);
    } catch (error) {
      if (error instanceof CortexError && error.code === 'not-found') return null;
      throw error;
    }
  }

  #soon(): void {
    if (!this.#isOver) void this.#refreshing.request();
  }

  async #read(root: string): Promise<readonly FileProblem[]> {
    const { runtime, read } = this.#options;
    this.#source ??= await (await projectFiles()).openSource(runtime, root, read);
    return this.#source.refresh();
  }

  #lookAgain(): void {
    if (this.#looksLeft === 0) return;
    this.#looksLeft -= 1;
    void this.#options.runtime.sleep(LOOK_AGAIN_MS, this.#ended.signal).then(() => this.#soon());
  }

  async #check(): Promise<void> {
    await this.#checks.check(this.#root);
    this.#notify();
  }

  /** Compares what is known with what was told, and tells the difference. */
  #notify(): void {
    const changes = new Set<WorkspaceChange>();
    const before = this.#known;
    const { swarm, locks } = this.#source?.state() ?? { swarm: [], locks: [] };
    this.#known = { root: this.#root, read: this.#source !== null, swarm, locks };
    if (before.root !== this.#known.root || before.read !== this.#known.read) changes.add('project');
    if (!sameValues(before.swarm, swarm)) changes.add('swarm');
    if (!sameValues(before.locks, locks)) changes.add('locks');
    const problems = [...this.#projectProblems, ...this.#watch.problems, ...this.#checks.problems];
    if (!sameProblems(problems, this.#problems)) changes.add('problems');
    this.#problems = problems;
    this.#waitForNextEnd();
    this.#emit(changes);
  }

  #emit(changes: ReadonlySet<WorkspaceChange>): void {
    if (changes.size === 0 || this.#isOver) return;
    for (const listener of [...this.#listeners]) listener(changes);
  }

  /** A lock that ends changes what is to be seen, and nobody writes anything. */
  #waitForNextEnd(): void {
    const { clock, sleep } = this.#options.runtime;
    this.#timer.abort();
    if (this.#isOver) return;
    const timer = new AbortController();
    this.#timer = timer;
    const end = clock.pinned ? null : (this.#source?.nextEnd() ?? null);
    if (end === null) return;
    void sleep(Math.min(Math.max(end - clock.now(), 1), LONGEST_WAIT_MS), timer.signal).then(() => {
      if (timer.signal.aborted) return;
      if (clock.now() >= end) this.#emit(new Set(['locks']));
      this.#waitForNextEnd();
    });
  }
}
