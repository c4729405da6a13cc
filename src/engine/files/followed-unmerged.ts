import type { FileProblem } from '../platform/file-problem.ts';
import type { Disposable, WatchDirectory } from '../platform/watching.ts';
import { gitFolderAround, isSignOfMerge, mayBeUnmerged, type UnmergedScope } from './git-state.ts';

/** The unmerged files of an open protocol, as last read. Follows git's folder: a merge may change no other file, nor does `git add`. */
export class FollowedUnmerged implements Disposable {
  #problems: readonly FileProblem[] = [];
  readonly #watching: Disposable | null;

  /**
   * @param watch `null` to read only once
   * @param changed called when `read` may find something else
   */
  constructor(
    private readonly scope: UnmergedScope,
    watch: WatchDirectory | null,
    changed: () => void,
  ) {
    this.#watching = watch && this.#follow(watch, changed);
  }

  get problems(): readonly FileProblem[] {
    return this.#problems;
  }

  /** Reads them again. */
  async read(): Promise<readonly FileProblem[]> {
    const { fs, root } = this.scope;
    if (!mayBeUnmerged(fs, root)) this.#problems = [];
    else {
      const { listUnmerged, unmergedProblem } = await import('./unmerged-files.ts');
      this.#problems = (await listUnmerged(this.scope)).map(unmergedProblem);
    }
    return this.#problems;
  }

  #follow(watch: WatchDirectory, changed: () => void): Disposable | null {
    const { fs, root } = this.scope;
    const git = gitFolderAround(fs, root);
    try {
      const noticed = (name: string | null) => {
        // Git writes its index often.
        if (isSignOfMerge(name) && (this.#problems.length > 0 || mayBeUnmerged(fs, root))) changed();
      };
      return git === null ? null : watch(git, { changed: noticed, failed: () => undefined });
    } catch {
      // They are still read with the files, and when the window gets the focus.
      return null;
    }
  }

  dispose(): void {
    this.#watching?.dispose();
  }
}
