import { findProjectRoot } from '../crtx/index.ts';
import { CoalescedWork } from '../platform/coalesced-work.ts';
import { CortexError } from '../platform/errors.ts';
import { type FileProblem, sameProblems, toProblem } from '../platform/file-problem.ts';
import type { Need } from '../platform/need.ts';
import type { ChangeResult, OpenProtocol } from '../platform/protocol.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { Disposable, WatchDirectory } from '../platform/watching.ts';
import { CHECKED_TYPES, FileChecks } from './file-checks.ts';
import { ProjectWatch } from './project-watch.ts';
import { type SwarmSource, type SwarmView, sameValues } from './swarm-source.ts';

export interface WorkspaceOptions {
  readonly runtime: Runtime;
  readonly watch: WatchDirectory;
  /** Existing absolute folder; its project may be in a folder above it. */
  readonly folder: string;
  /** `files`: write and adopt nothing; only the `.crtx` files are read. */
  readonly read: 'log' | 'files';
}

/** Current state of a folder. */
export type WorkspaceState =
  | { readonly kind: 'no-project'; readonly problems: readonly FileProblem[] }
  | {
      readonly kind: 'project';
      /** Real path of the project's folder. */
      readonly root: string;
      /** `null` until something could be read; `problems` gives the reason. */
      readonly view: SwarmView | null;
      readonly problems: readonly FileProblem[];
    };

/** `project`: another project, or none, or the first view of one. `swarm`: tasks, agents, budget. */
export type WorkspaceChange = 'project' | 'swarm' | 'locks' | 'problems';
export type WorkspaceListener = (changes: ReadonlySet<WorkspaceChange>) => void;

/** Shortest interval between two refreshes, in milliseconds. */
const REFRESH_MS = 50;
/** Shortest interval between two checks, in milliseconds, because a file may have megabytes. */
const CHECK_MS = 200;
/** Delay before a broken file is read again, in milliseconds. By then it may be complete, or rebuilt from the log (after one second). */
const LOOK_AGAIN_MS = 1_100;
const LOOKS_AGAIN = 3;
/** Bytes of reasoning traces that one check reads at most, because the check blocks other work. */
const TRACE_BYTES = 1_048_576;
/** Longest single wait, in milliseconds, because system timers are limited. */
const MAX_WAIT_MS = 3_600_000;

/** Loaded only when there is a project. */
const projectFiles = () => import('./project-files.ts');

/** State of the swarm at the last notification, for comparison. */
interface Known {
  readonly root: string | null;
  readonly read: boolean;
  readonly swarm: readonly unknown[];
  readonly locks: readonly unknown[];
}

/** An open folder: its project's current state, and notifications of changes by any process. */
export class Workspace implements OpenProtocol, Disposable {
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
  /** Resolves after the last requested check. */
  #checked: Promise<void> = Promise.resolve();
  #looksLeft = LOOKS_AGAIN;
  #timer = new AbortController();
  readonly #ended = new AbortController();

  private constructor(options: WorkspaceOptions) {
    const { runtime, watch, read } = options;
    this.#options = options;
    this.#refreshing = new CoalescedWork(runtime, REFRESH_MS, () => this.#refresh());
    this.#checking = new CoalescedWork(runtime, CHECK_MS, () => this.#check());
    const changed = (check: Parameters<FileChecks['mark']>[0]) => {
      this.#checks.mark(check);
      this.#looksLeft = LOOKS_AGAIN;
      this.#soon();
    };
    this.#checks = new FileChecks(runtime, async (root) => (await projectFiles()).createInspector(runtime, root), {
      writes: read === 'log',
      mostBytes: TRACE_BYTES,
      watch,
      changed,
    });
    this.#watch = new ProjectWatch({ fs: runtime.fs, watch, log: read === 'log', changed });
  }

  /** Opens a folder. Problems are in its state and never thrown. */
  static async open(options: WorkspaceOptions): Promise<Workspace> {
    const workspace = new Workspace(options);
    await workspace.refresh();
    return workspace;
  }

  get #isOver(): boolean {
    return this.#ended.signal.aborted;
  }

  /** Real path of the project's folder; without a project, the folder itself. */
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

  /** Returns the needs without those of the timeline, which a follower of a project queries in a thread. */
  async needs(now: number): Promise<readonly Need[]> {
    const { listNeedsOnMachine } = await import('./project-needs.ts');
    return listNeedsOnMachine(
      this.#options.runtime,
      { root: this.#root, view: this.#source?.view() ?? null, problems: this.#problems },
      now,
    );
  }

  /** Always `changed`, because a notification is sent only after the change was read. */
  readChanges(): ChangeResult {
    return 'changed';
  }

  lookLater(): void {}

  get state(): WorkspaceState {
    const problems = this.#problems;
    if (this.#root === null) return { kind: 'no-project', problems };
    return { kind: 'project', root: this.#root, view: this.#source?.view() ?? null, problems };
  }

  /** Registers a listener for later changes. */
  onDidChange(listener: WorkspaceListener): Disposable {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  }

  /** Reads everything again. Resolves when `state` is current. */
  async refresh(): Promise<void> {
    this.#checks.mark(CHECKED_TYPES);
    this.#watch.rearm();
    await this.#refreshing.request();
    await this.#checked;
  }

  /** Closes all files and watches. */
  async close(): Promise<void> {
    this.dispose();
    await this.#refreshing.end();
    await this.#checking.end();
    // A check that was under way may have begun to follow git.
    this.#checks.dispose();
    await this.#source?.close();
    this.#source = null;
  }

  /** Stops all notifications. `close` also closes the files. */
  dispose(): void {
    this.#ended.abort();
    this.#timer.abort();
    this.#watch.dispose();
    this.#checks.dispose();
    this.#listeners.clear();
  }

  async #refresh(): Promise<void> {
    try {
      await this.#locate();
      const problems = this.#root === null ? [] : await this.#read(this.#root);
      this.#projectProblems = problems;
      if (problems.some(({ severity, file }) => severity === 'error' && file !== null)) this.#lookAgain();
    } catch (error) {
      this.#projectProblems = [toProblem(error)];
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
    // The old source must not be visible any more, even if closing it fails.
    this.#source = null;
    this.#checks.mark(CHECKED_TYPES);
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
    if (this.#checks.isDue && !this.#isOver) this.#checked = this.#checking.request();
  }

  /** Compares the state with the last notified one, and notifies listeners of the difference. */
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

  /** Schedules a notification for the next expiry, which changes the view without a write. */
  #waitForNextEnd(): void {
    const { clock, sleep } = this.#options.runtime;
    this.#timer.abort();
    if (this.#isOver) return;
    const timer = new AbortController();
    this.#timer = timer;
    const end = clock.pinned ? null : (this.#source?.nextEnd() ?? null);
    if (end === null) return;
    void sleep(Math.min(Math.max(end - clock.now(), 1), MAX_WAIT_MS), timer.signal).then(() => {
      if (timer.signal.aborted) return;
      if (clock.now() >= end) this.#emit(new Set(['locks']));
      this.#waitForNextEnd();
    });
  }
}
