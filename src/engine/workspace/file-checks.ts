import type { FollowedUnmerged } from '../files/followed-unmerged.ts';
import type { FileProblem } from '../platform/file-problem.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { Disposable, WatchDirectory } from '../platform/watching.ts';
import type { Inspect } from './checked-files.ts';
import type { TraceCheckOptions, TraceChecks } from './trace-checks.ts';

/** Files that are only checked. `swarm.crtx` is read anyway. */
const CHECKED = { 'manifest.crtx': 'dna', 'timeline.crtx': 'timeline', 'graph.crtx': 'graph' } as const;

export type CheckedFile = keyof typeof CHECKED;

/** Copies of unreadable files that were replaced from their logs. */
export const PUT_ASIDE = 'moved aside';

/** Archives that are unmerged. */
const UNMERGED = 'unmerged archives';
const TRACES = 'traces';
/** Files that git holds as unmerged. */
export const IN_GIT = 'unmerged in git';

export type CheckedType = CheckedFile | typeof PUT_ASIDE | typeof UNMERGED | typeof TRACES | typeof IN_GIT;

export const CHECKED_TYPES: readonly CheckedType[] = ['manifest.crtx', 'timeline.crtx', 'graph.crtx', PUT_ASIDE, UNMERGED, TRACES, IN_GIT];

export function isCheckedFile(name: string): name is CheckedFile {
  return Object.hasOwn(CHECKED, name);
}

/** How the files are checked. */
export interface FileCheckOptions extends TraceCheckOptions {
  /** Follows git's folder; missing to check only once. */
  readonly watch?: WatchDirectory;
  /** Called when a check is due. */
  readonly changed?: (check: readonly CheckedType[]) => void;
}

/** Checks the files of a project that are not otherwise read. */
export class FileChecks implements Disposable {
  readonly #found = new Map<CheckedType, readonly FileProblem[]>();
  readonly #due = new Set<CheckedType>(CHECKED_TYPES);

  #traces: TraceChecks | null = null;
  #git: FollowedUnmerged | null = null;
  #root: string | null = null;

  /**
   * @param inspection returns a function that reads the files of a project; loaded only when there is one
   */
  constructor(
    private readonly runtime: Runtime,
    private readonly inspection: (root: string) => Promise<Inspect>,
    private readonly options: FileCheckOptions,
  ) {}

  /** Whether a file must be checked. */
  get isDue(): boolean {
    return this.#due.size > 0;
  }

  get problems(): readonly FileProblem[] {
    return [...this.#found.values()].flat();
  }

  /** Marks files that may have changed. */
  mark(names: readonly CheckedType[]): void {
    for (const name of names) this.#due.add(name);
  }

  /** Checks the files that may have changed. @param root of the project; `null` without one */
  async check(root: string | null): Promise<void> {
    const names = [...this.#due];
    this.#due.clear();
    if (root !== this.#root) this.dispose();
    this.#root = root;
    if (root === null) return this.#found.clear();
    const inspect = await this.inspection(root);
    for (const name of names) this.#found.set(name, await this.#check(root, inspect, name));
    if (this.#found.get(TRACES)?.some(({ need }) => need?.kind === 'unchecked')) this.#due.add(TRACES);
  }

  async #check(root: string, inspect: Inspect, name: CheckedType): Promise<readonly FileProblem[]> {
    const { runtime, options } = this;
    const files = await import('./checked-files.ts');
    if (name === PUT_ASIDE) return files.putAside(runtime, root);
    if (name === UNMERGED) return files.unmergedArchives(runtime.fs, root);
    if (name === IN_GIT) {
      this.#git ??= files.followUnmerged(runtime.fs, root, options.watch ?? null, () => options.changed?.([IN_GIT]));
      return this.#git.read();
    }
    if (name !== TRACES) return files.checkFile(inspect, CHECKED[name]);
    this.#traces ??= new (await import('./trace-checks.ts')).TraceChecks(runtime, options);
    return this.#traces.check(root);
  }

  dispose(): void {
    this.#git?.dispose();
    this.#git = null;
  }
}
