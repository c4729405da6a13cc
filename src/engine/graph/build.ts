import type { GraphGaps, SemanticGraph } from '../crtx/index.ts';
import type { Runtime } from '../platform/runtime.ts';
import { LiveGraph } from './live/live-graph.ts';
import type { GraphProblem } from './problems.ts';

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
