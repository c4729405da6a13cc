import type { GraphGaps, SemanticGraph, UnreadFile } from '../../crtx/index.ts';
import { programFolder } from '../../platform/program-folder.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { GraphAssembly } from '../analysis/assemble.ts';
import { type ReadCommits, readCommits } from '../history/commits.ts';
import type { GraphHistory } from '../history/history.ts';
import { type BuildInputs, collectInputs, sha256 } from '../last-build.ts';
import { ParsePool } from '../parse/parse-pool.ts';
import type { GraphProblem } from '../problems.ts';
import { areSameFiles, type CodeLayers, readFileHistory, readLayers, updateLayers } from './layers.ts';

/** A graph and its gaps. */
export interface BuiltGraph {
  readonly graph: SemanticGraph;
  /** Imports that were not resolved and files that were not read. */
  readonly gaps: GraphGaps;
  /** Each problem only affects its file or its part of the graph. */
  readonly problems: readonly GraphProblem[];
  /**
   * `files`: files that were listed. `parsed`: those that were not cached. `unresolved`: imports that should resolve to a file of the
   * project. `leftOut`: generated files and the like.
   */
  readonly counts: { readonly files: number; readonly parsed: number; readonly unresolved: number; readonly leftOut: number };
}

export interface BuildOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with a short progress message. */
  readonly progress?: ((message: string) => void) | undefined;
  /** Folder of the worker and the grammars. Default: `dist/graph` of the running program. */
  readonly folder?: string | undefined;
}

/** All inputs of a graph. */
interface Layers extends CodeLayers {
  readonly commits: ReadCommits;
  readonly history: GraphHistory;
}

const TENTHS = 10;

/** Reports progress at most ten times. */
function inTenths(progress: BuildOptions['progress']): (done: number, of: number) => void {
  let reported = -1;
  return (done, of) => {
    const tenth = of === 0 ? TENTHS : Math.floor((TENTHS * done) / of);
    if (tenth === reported) return;
    reported = tenth;
    progress?.(`${done} of ${of} files read`);
  };
}

function builtFrom({ sources, configs, read, history, structure }: Layers, assembly: GraphAssembly): BuiltGraph {
  const connected = structure.structure();
  const problems = [sources, configs, read, connected, history].flatMap((layer) => layer.problems);
  const { unresolved: imports, uncertain } = connected;
  const { commits, fixes } = history;
  const files = [...sources.unread, ...configs.unread, ...read.unread, ...connected.unread].sort(byPath);
  return {
    graph: assembly.assemble(connected.parts, history),
    gaps: { imports, files, commits, fixes, ...(uncertain.length === 0 ? {} : { uncertain }) },
    problems,
    counts: {
      files: sources.files.length,
      parsed: read.parsed,
      unresolved: imports.length,
      leftOut: sources.leftOut + read.leftOut,
    },
  };
}

const byPath = (one: UnreadFile, other: UnreadFile): number => (one.path < other.path ? -1 : 1);

/**
 * The semantic graph of a project, updated at the cost of the changed files only (docs/decisions/0017-the-semantic-graph.md, "Speed").
 * After each update it equals a new build of the same files, except that later commits are missing.
 */
export class LiveGraph {
  readonly #runtime: Runtime;
  readonly #pool: ParsePool;
  readonly #assembly = new GraphAssembly();
  #layers: Layers;
  #built: BuiltGraph;
  /** Serializes updates. */
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(runtime: Runtime, pool: ParsePool, layers: Layers) {
    this.#runtime = runtime;
    this.#pool = pool;
    this.#layers = layers;
    this.#built = builtFrom(layers, this.#assembly);
  }

  /**
   * Reads a project. Unchanged files come from the cache. The result must be closed.
   * @param root a real path
   * @param known the inputs, if the caller has already read them
   * @throws the abort reason of `signal`
   */
  static async open(
    runtime: Runtime,
    root: string,
    { signal, progress, folder = programFolder('graph') }: BuildOptions = {},
    known?: BuildInputs,
  ): Promise<LiveGraph> {
    const { stand, sources } = known ?? (await collectInputs(runtime, root, folder, signal));
    const pool = new ParsePool({ root, folder }, true);
    try {
      const [commits, read] = await Promise.all([
        readCommits(runtime, root, stand, signal),
        readLayers(runtime, pool, sources, { signal, progress: inTenths(progress) }),
      ]);
      signal?.throwIfAborted();
      progress?.('assembling the graph');
      return new LiveGraph(runtime, pool, { ...read, commits, history: readFileHistory(runtime, sources, commits) });
    } catch (error) {
      await pool.close();
      throw error;
    }
  }

  /** The current graph. `parsed` counts the files that the last update parsed. */
  get built(): BuiltGraph {
    return this.#built;
  }

  /** Returns the hashes of all files that were read, by path, in the format of `FinishedBuild`. */
  hashes(): Map<string, string> {
    const { reading, configs } = this.#layers;
    const sources = [...reading.known.values()].map(({ path, hash }): [string, string] => [path, hash]);
    return new Map([...sources, ...[...configs.texts].map(([path, text]): [string, string] => [path, sha256(Buffer.from(text))])]);
  }

  /**
   * Applies changes of the project.
   * @param paths of files that were added, changed or deleted, and of folders that appeared or disappeared; relative to the root,
   * `/`-separated
   */
  update(paths: readonly string[]): Promise<BuiltGraph> {
    const turn = this.#turn.then(() => this.#takeOver(paths));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** Ends the idle worker after all pending updates. */
  async close(): Promise<void> {
    await this.#turn;
    await this.#pool.close();
  }

  async #takeOver(paths: readonly string[]): Promise<BuiltGraph> {
    const before = this.#layers;
    const code = await updateLayers(this.#runtime, this.#pool, before, paths);
    const history = areSameFiles(before.sources, code.sources)
      ? before.history
      : readFileHistory(this.#runtime, code.sources, before.commits);
    this.#layers = { ...code, commits: before.commits, history };
    this.#built = builtFrom(this.#layers, this.#assembly);
    return this.#built;
  }
}

/**
 * Builds the semantic graph of a project from its code and its history. Unchanged files come from the cache
 * (docs/decisions/0017-the-semantic-graph.md).
 * @param root a real path
 * @throws the abort reason of `signal`
 */
export async function buildGraph(runtime: Runtime, root: string, options: BuildOptions = {}): Promise<BuiltGraph> {
  const live = await LiveGraph.open(runtime, root, options);
  await live.close();
  return live.built;
}
