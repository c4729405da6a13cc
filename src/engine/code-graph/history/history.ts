import type { SemanticEdge } from '../../crtx/index.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import type { GraphProblem } from '../problems.ts';
import { readCommits } from './commits.ts';
import { couplingsOf } from './coupling.ts';
import { type Feature, featuresOf } from './features.ts';
import { type FileHistory, meanFragility, touchesOf } from './touches.ts';
import { weigh } from './weighed.ts';

/** What the commits say of the files that are there. */
export interface GraphHistory {
  readonly files: ReadonlyMap<string, FileHistory>;
  /** `breaks_if_changed`, from file to file. */
  readonly coupled: readonly SemanticEdge[];
  readonly features: readonly Feature[];
  readonly problems: readonly GraphProblem[];
}

/**
 * Reads the history of a project. Where there is none, or only some of it, that is a problem and not an error.
 * @param root a real path
 * @param present whether a path, relative to the root, is a file of the graph
 * @param signal ends git
 */
export async function readGraphHistory(
  runtime: Runtime,
  root: string,
  present: (path: string) => boolean,
  signal?: AbortSignal,
): Promise<GraphHistory> {
  const { commits, problems } = await readCommits(runtime, root, signal);
  const history = weigh(commits, present, runtime.clock.now());
  const mean = meanFragility(history);
  return { files: touchesOf(history, mean), coupled: couplingsOf(history), features: featuresOf(history, mean), problems };
}
