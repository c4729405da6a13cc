import type { SemanticEdge } from '../../crtx/index.ts';
import type { GraphProblem } from '../problems.ts';
import type { ReadCommits } from './commits.ts';
import { findCouplings } from './coupling.ts';
import { type Feature, findFeatures } from './features.ts';
import { type FileHistory, meanFragility, summarizeFileHistories } from './touches.ts';
import { weighCommits } from './weighed.ts';

/** What the commits show about the existing files. */
export interface GraphHistory {
  readonly files: ReadonlyMap<string, FileHistory>;
  /** `breaks_if_changed` edges from file to file. */
  readonly coupled: readonly SemanticEdge[];
  readonly features: readonly Feature[];
  /** Number of commits that were read; `fixes` counts those that fix or revert something. */
  readonly commits: number;
  readonly fixes: number;
  readonly problems: readonly GraphProblem[];
}

/**
 * Analyzes the history of a project. A missing or partial history is reported as a problem, not thrown.
 * @param present whether a path, relative to the root, is a file of the graph
 * @param now milliseconds since 1970 UTC
 */
export function analyzeHistory({ commits, problems }: ReadCommits, present: (path: string) => boolean, now: number): GraphHistory {
  const history = weighCommits(commits, present, now);
  const mean = meanFragility(history);
  const fixes = history.commits.filter(({ isBreak }) => isBreak).length;
  return {
    files: summarizeFileHistories(history, mean),
    coupled: findCouplings(history),
    features: findFeatures(history, mean),
    commits: commits.length,
    fixes,
    problems,
  };
}
