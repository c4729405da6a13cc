import type { GraphGaps, SemanticGraph, UnreadFile } from '../../crtx/index.ts';
import { programFolder } from '../../platform/program-folder.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { GraphAssembly } from '../analysis/assemble.ts';
import { type ReadCommits, readCommits } from '../history/commits.ts';
import type { GraphHistory } from '../history/history.ts';
import { type BuildInputs, hashOf, readInputs } from '../last-build.ts';
import { ParsePool } from '../parse/parse-pool.ts';
import type { GraphProblem } from '../problems.ts';
import { areSameFiles, type CodeLayers, nextLayers, pastOf, readLayers } from './layers.ts';

/** A graph, and what it does not know. */
export interface BuiltGraph {
  readonly graph: SemanticGraph;
  /** What its edges cannot tell. */
  readonly gaps: GraphGaps;
  /** Each of them costs its file or its part of the graph, never the graph. */
  readonly problems: readonly GraphProblem[];
  /** `files`: that were looked at; `parsed`: those of them about which nothing was remembered; `unresolved`: imports that should lead to a file of the project; `leftOut`: files that nobody writes. */
  readonly counts: { readonly files: number; readonly parsed: number; readonly unresolved: number; readonly leftOut: number };
}

export interface BuildOptions {
  readonly signal?: AbortSignal | undefined;
  /** Is told in a few words how far it is. */
  readonly progress?: ((message: string) => void) | undefined;
  /** Where the worker and the grammars are. Default: `dist/graph` of the program that runs. */
  readonly folder?: string | undefined;
}

/** All that a graph is made of. */
interface Layers extends CodeLayers {
  readonly commits: ReadCommits;
  readonly history: GraphHistory;
}

const TENTHS = 10;

/** Says how far it is ten times at most. */
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
  const { unresolved: imports } = connected;
  const { commits, fixes } = history;
  return {
    graph: assembly.assemble(connected.parts, history),
    gaps: { imports, files: [...sources.unread, ...configs.unread, ...read.unread, ...connected.unread].sort(byPath), commits, fixes },
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
 * The semantic graph of a project, kept so that a change of some files costs these files (docs/decisions/0017-the-semantic-graph.md,
 * "Speed"). After every update it is what a build of the same files gives. Commits that are made later are not in it.
 */
export class LiveGraph {
  readonly #runtime: Runtime;
  readonly #pool: ParsePool;
  readonly #assembly = new GraphAssembly();
  #layers: Layers;
  #built: BuiltGraph;
  /** Updates take turns. */
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(runtime: Runtime, pool: ParsePool, layers: Layers) {
    this.#runtime = runtime;
    this.#pool = pool;
    this.#layers = layers;
    this.#built = builtFrom(layers, this.#assembly);
  }

  /**
   * Reads a project; what has not changed since the last time is not read again. To be closed.
   * @param root a real path
   * @param known the inputs, where somebody has looked at them already
   * @throws what `signal` says when it aborts
   */
  static async open(
    runtime: Runtime,
    root: string,
    { signal, progress, folder = programFolder('graph') }: BuildOptions = {},
    known?: BuildInputs,
  ): Promise<LiveGraph> {
    const { stand, sources } = known ?? (await readInputs(runtime, root, folder, signal));
    const pool = new ParsePool({ root, folder }, true);
    try {
      const [commits, read] = await Promise.all([
        readCommits(runtime, root, stand, signal),
        readLayers(runtime, pool, sources, { signal, progress: inTenths(progress) }),
      ]);
      signal?.throwIfAborted();
      progress?.('putting it together');
      return new LiveGraph(runtime, pool, { ...read, commits, history: pastOf(runtime, sources, commits) });
    } catch (error) {
      await pool.close();
      throw error;
    }
  }

  /** The graph as it is now; `parsed` counts what the last update parsed. */
  get built(): BuiltGraph {
    return this.#built;
  }

  /** By path, hashes of what was read of the files, as `FinishedBuild` has them. */
  hashes(): Map<string, string> {
    const { reading, configs } = this.#layers;
    const sources = [...reading.known.values()].map(({ path, hash }): [string, string] => [path, hash]);
    return new Map([...sources, ...[...configs.texts].map(([path, text]): [string, string] => [path, hashOf(Buffer.from(text))])]);
  }

  /**
   * Takes over what has changed in the project.
   * @param paths of files that were added, changed or deleted, and of folders that came or went; relative to the root, `/`-separated
   */
  update(paths: readonly string[]): Promise<BuiltGraph> {
    const turn = this.#turn.then(() => this.#takeOver(paths));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** Ends the worker that waits, after the updates that were asked for. */
  async close(): Promise<void> {
    await this.#turn;
    await this.#pool.close();
  }

  async #takeOver(paths: readonly string[]): Promise<BuiltGraph> {
    const before = this.#layers;
    const code = await nextLayers(this.#runtime, this.#pool, before, paths);
    const history = areSameFiles(before.sources, code.sources) ? before.history : pastOf(this.#runtime, code.sources, before.commits);
    this.#layers = { ...code, commits: before.commits, history };
    this.#built = builtFrom(this.#layers, this.#assembly);
    return this.#built;
  }
}

/**
 * Makes the semantic graph of a project anew, from its code and its history; what has not changed since the last time is not read again
 * (docs/decisions/0017-the-semantic-graph.md).
 * @param root a real path
 * @throws what `signal` says when it aborts
 */
export async function buildGraph(runtime: Runtime, root: string, options: BuildOptions = {}): Promise<BuiltGraph> {
  const live = await LiveGraph.open(runtime, root, options);
  await live.close();
  return live.built;
}
