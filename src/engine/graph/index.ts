/** The semantic graph (seed 1, "Semantic Graph"; docs/decisions/0017-the-semantic-graph.md). Other folders import only this file. */

export { type ExplorerOptions, GraphExplorer } from './explore/explorer.ts';
export { type FileLevel, GraphModel } from './graph-model.ts';
export { type BuildOptions, type BuiltGraph, buildGraph, LiveGraph } from './live/live-graph.ts';
export { graphOperations } from './operations/graph.ts';
export type { GraphProblem } from './problems.ts';
export { type BlastRadius, computeBlastRadius } from './questions/blast-radius.ts';
export { type Cycle, findFileCycles } from './questions/cycles.ts';
export { findHiddenCouplings, type HiddenCoupling } from './questions/hidden-couplings.ts';
export { findHotspots, type Hotspot } from './questions/hotspots.ts';
export { findOwners, type Owner } from './questions/owners.ts';
export { findPathBetween, type PathBetween } from './questions/path-between.ts';
export { type GraphStats, graphStats } from './questions/stats.ts';
export { findUnused, type UnusedNodes } from './questions/unused.ts';
export { buildOutput } from './schemas/build-output.ts';
export { NO_DEAD_ENDS, noDependents } from './schemas/empty-answers.ts';
export { blastOutput, couplingsOutput, cyclesOutput, deadEndsOutput, hotspotsOutput, pathOutput } from './schemas/graph.ts';
export type { AffectedFile, GraphAnswer, GraphQuestion } from './schemas/graph-answer.ts';
export { pathInWords } from './schemas/path-in-words.ts';
export { unresolvedOutput } from './schemas/unresolved.ts';
