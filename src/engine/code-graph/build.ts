import path from 'node:path';
import type { SemanticGraph } from '../crtx/index.ts';
import { readFileBounded } from '../kernel/atomic-file.ts';
import { CortexError } from '../kernel/errors.ts';
import type { Runtime } from '../kernel/runtime.ts';
import { assembleGraph } from './analysis/assemble.ts';
import { readGraphHistory } from './history/history.ts';
import { MOST_SOURCE_BYTES } from './limits.ts';
import type { GraphProblem } from './problems.ts';
import { readFacts } from './read-facts.ts';
import { listSources, type Source } from './sources.ts';
import { structureOf } from './structure/structure.ts';

/** A graph, and what it does not know. */
export interface BuiltGraph {
  readonly graph: SemanticGraph;
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

const TENTHS = 10;

/** Says how far it is ten times at most. */
function teller(progress: BuildOptions['progress']): (done: number, of: number) => void {
  let told = -1;
  return (done, of) => {
    const tenth = of === 0 ? TENTHS : Math.floor((TENTHS * done) / of);
    if (tenth === told) return;
    told = tenth;
    progress?.(`${done} of ${of} files read`);
  };
}

interface Texts {
  readonly texts: ReadonlyMap<string, string>;
  readonly problems: readonly GraphProblem[];
}

/** The texts of manifests and configuration; one that cannot be read costs itself. */
function readTexts({ fs }: Runtime, root: string, configs: readonly Source[]): Texts {
  const texts = new Map<string, string>();
  const problems: GraphProblem[] = [];
  for (const { path: relative } of configs) {
    try {
      const content = readFileBounded(fs, path.join(root, relative), { maxBytes: MOST_SOURCE_BYTES, root });
      if (content !== null) texts.set(relative, content.bytes.toString('utf8'));
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      problems.push({ path: relative, message: `it cannot be read: ${error.message}` });
    }
  }
  return { texts, problems };
}

/**
 * Makes the semantic graph of a project anew, from its code and its history; what has not changed since the last time is not read again
 * (docs/decisions/0017-the-semantic-graph.md).
 * @param root a real path
 * @throws what `signal` says when it aborts
 */
export async function buildGraph(runtime: Runtime, root: string, { signal, progress, folder }: BuildOptions = {}): Promise<BuiltGraph> {
  const sources = await listSources(runtime, root, signal);
  const { texts, problems } = readTexts(runtime, root, sources.configs);
  const present = new Set([...sources.files, ...sources.configs].map((source) => source.path));
  const [read, history] = await Promise.all([
    readFacts(runtime, root, sources, { signal, progress: teller(progress), ...(folder !== undefined && { folder }) }),
    readGraphHistory(runtime, root, (file) => present.has(file), signal),
  ]);
  signal?.throwIfAborted();
  progress?.('putting it together');
  const structure = structureOf(read.facts, texts);
  return {
    graph: assembleGraph(structure, history),
    problems: [...sources.problems, ...problems, ...read.problems, ...structure.problems, ...history.problems],
    counts: {
      files: sources.files.length,
      parsed: read.parsed,
      unresolved: structure.unresolved,
      leftOut: sources.leftOut + read.leftOut,
    },
  };
}
