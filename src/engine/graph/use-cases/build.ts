import {
  CortexIO,
  findWorkplace,
  moveBrokenGraphAside,
  type SemanticEdge,
  type SemanticNode,
  uncheckedNames,
  writeGraphDigest,
  writeGraphGaps,
} from '../../crtx/index.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import { programFolder } from '../../platform/program-folder.ts';
import { resolveMarkedGraph } from '../../project/index.ts';
import { GraphModel } from '../graph-model.ts';
import { type BuildInputs, collectInputs, isUpToDate, readLastBuild, saveBuild } from '../last-build.ts';
import { LiveGraph } from '../live/live-graph.ts';
import { type BuildOutput, buildOutput } from '../schemas/build-output.ts';
import { buildDigest } from './digest.ts';

function countsOf(all: readonly Pick<SemanticNode | SemanticEdge, 'type'>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { type } of all) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

/** Builds the graph and writes it to `.cortex/graph.crtx`. If nothing has changed since the last build, it computes and writes nothing. */
export async function buildProjectGraph(context: OperationContext): Promise<Outcome<BuildOutput>> {
  const { runtime, signal } = context;
  const { root } = findWorkplace(context);
  const inputs = await collectInputs(runtime, root, programFolder('graph'), signal);
  const last = readLastBuild(runtime, root);
  const answer = last === null ? undefined : buildOutput().safeParse(last.answer).data;
  if (last !== null && answer !== undefined && isUpToDate(runtime, root, last, inputs))
    return { ok: true, output: { ...answer, written: false, parsed: 0 } };
  // Fail before the expensive read if the existing file cannot be replaced.
  const warnings = [...(await resolveMarkedGraph(runtime, root)), ...moveBrokenGraphAside(runtime, root)];
  return { ok: true, output: await buildAnew(context, root, inputs), warnings };
}

async function buildAnew(context: OperationContext, root: string, inputs: BuildInputs): Promise<BuildOutput> {
  const { runtime, signal } = context;
  const live = await LiveGraph.open(runtime, root, { signal, progress: (message) => context.progress(message) }, inputs);
  await live.close();
  const { graph, gaps, problems, counts } = live.built;
  await new CortexIO(root, runtime).writeGraph(graph);
  await writeGraphGaps(runtime, root, gaps);
  context.progress('summarizing');
  await writeGraphDigest(runtime, root, buildDigest(new GraphModel(graph), runtime.clock.now()));
  const { nodes, edges, clusters } = graph;
  const answer = {
    ...counts,
    file: '.cortex/graph.crtx',
    written: true,
    nodes: countsOf(nodes),
    edges: countsOf(edges),
    clusters: clusters.length,
    unread: gaps.files.length,
    unchecked: uncheckedNames(gaps.uncertain ?? []),
    commits: gaps.commits,
    fixes: gaps.fixes,
    problems: [...problems],
  };
  await saveBuild(runtime, root, { inputs, hashes: live.hashes(), answer });
  return answer;
}
