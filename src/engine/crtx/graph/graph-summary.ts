import type { Runtime } from '../../platform/runtime.ts';
import { graphWrittenAt } from './graph-age.ts';
import { GraphDigest, QUICK_DIGEST_BYTES, type RiskyFile } from './graph-digest.ts';

/** A short summary of a project's semantic graph. */
export interface GraphSummary {
  /** When it was built, milliseconds since 1970 UTC. */
  readonly built: number;
  /** `null` if the graph has no digest, or one that takes long to read. */
  readonly digested: { readonly files: number; readonly riskiest: RiskyFile | null } | null;
}

/**
 * Summarizes the graph without reading it (seed 1, "Semantic Graph"; docs/decisions/0020-graph-digest.md).
 * @param root of the project
 * @returns `null` if there is no graph
 */
export function graphSummary(runtime: Runtime, root: string): GraphSummary | null {
  const built = graphWrittenAt(runtime.fs, root);
  if (built === null) return null;
  const digest = GraphDigest.open(runtime, root, QUICK_DIGEST_BYTES);
  return { built, digested: digest === null ? null : { files: digest.paths.length, riskiest: digest.risky[0] ?? null } };
}
