import { CortexError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type BuiltGraph, LiveGraph } from '../live/live-graph.ts';

export interface GraphFollowerOptions {
  readonly runtime: Runtime;
  /** A real path. */
  readonly root: string;
  /** Folder of the programs. */
  readonly folder: string;
  /** Called with the graph of the current files. */
  renewed(built: BuiltGraph): Promise<void>;
  /** Called if the files cannot be followed. The next change tries again. */
  failed(error: CortexError): void;
}

/** Keeps a graph up to date with the files of a project. Changes that arrive during an update are combined into the next one. */
export class GraphFollower {
  readonly #options: GraphFollowerOptions;
  readonly #paths = new Set<string>();
  #live: LiveGraph | null = null;
  #isWanted = false;
  #isAtWork = false;
  #isOver = false;

  constructor(options: GraphFollowerOptions) {
    this.#options = options;
  }

  /** @param paths that were added, changed or removed, relative to the root @throws (asynchronously) only for a bug */
  follow(paths: readonly string[]): void {
    for (const path of paths) this.#paths.add(path);
    this.#isWanted = true;
    if (!this.#isAtWork) void this.#work();
  }

  /** Stops all calls, and closes the graph as soon as the current update is done. */
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
      // The failed update may be half done.
      this.#live = null;
      if (!this.#isOver) failed(error);
    }
  }
}
