import { CortexError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type BuiltGraph, LiveGraph } from '../live/live-graph.ts';

export interface FollowingOptions {
  readonly runtime: Runtime;
  /** A real path. */
  readonly root: string;
  /** Where the programs are. */
  readonly folder: string;
  /** Is told what the files make now. */
  renewed(built: BuiltGraph): Promise<void>;
  /** Is told why the files are not followed: until something changes again. */
  failed(error: CortexError): void;
}

/** Keeps the graph as the files of a project make it. What comes while it is at work is taken over together. */
export class Following {
  readonly #options: FollowingOptions;
  readonly #paths = new Set<string>();
  #live: LiveGraph | null = null;
  #isWanted = false;
  #isAtWork = false;
  #isOver = false;

  constructor(options: FollowingOptions) {
    this.#options = options;
  }

  /** @param paths of what was added, changed or removed, relative to the root @throws (later) only for a defect of ours */
  follow(paths: readonly string[]): void {
    for (const path of paths) this.#paths.add(path);
    this.#isWanted = true;
    if (!this.#isAtWork) void this.#work();
  }

  /** Tells nothing more, and ends as soon as what it is at is done. */
  dispose(): void {
    this.#isOver = true;
    if (!this.#isAtWork) void this.#live?.close();
  }

  async #work(): Promise<void> {
    this.#isAtWork = true;
    while (this.#isWanted && !this.#isOver) {
      this.#isWanted = false;
      const paths = [...this.#paths];
      this.#paths.clear();
      await this.#takeOver(paths);
    }
    this.#isAtWork = false;
    if (this.#isOver) await this.#live?.close();
  }

  async #takeOver(paths: readonly string[]): Promise<void> {
    const { runtime, root, folder, renewed, failed } = this.#options;
    try {
      if (this.#live === null) this.#live = await LiveGraph.open(runtime, root, { folder });
      else await this.#live.update(paths);
      if (!this.#isOver) await renewed(this.#live.built);
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      await this.#live?.close();
      // What it was at may be half done.
      this.#live = null;
      if (!this.#isOver) failed(error);
    }
  }
}
