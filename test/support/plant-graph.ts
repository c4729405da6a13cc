import fs from 'node:fs';
import path from 'node:path';
import { writeGraphDigest } from '../../src/engine/crtx/graph/graph-digest.ts';
import { CortexIO, type GraphGaps, type SemanticEdge, type SemanticNode, writeGraphGaps } from '../../src/engine/crtx/index.ts';
import { GraphModel } from '../../src/engine/graph/graph-model.ts';
import { buildDigest } from '../../src/engine/graph/use-cases/digest.ts';
import { nodeRuntime } from '../../src/engine/platform/runtime.ts';
import { graphOf } from './graphs.ts';

/**
 * Writes a graph of these edges to a project, as `graph build` does, with an empty file for each path. `digest: false` omits the digest,
 * as for a graph that was built on another machine.
 */
export async function plantGraph(
  root: string,
  edges: readonly SemanticEdge[],
  {
    said = {},
    digest = true,
    gaps,
  }: {
    readonly said?: Readonly<Record<string, Partial<SemanticNode>>>;
    readonly digest?: boolean;
    readonly gaps?: Partial<GraphGaps>;
  } = {},
): Promise<void> {
  const graph = graphOf(edges, said);
  for (const { path: file } of graph.nodes) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), '');
  }
  const runtime = nodeRuntime();
  await new CortexIO(root, runtime).writeGraph(graph);
  if (!digest) return;
  await writeGraphDigest(runtime, root, buildDigest(new GraphModel(graph), runtime.clock.now()));
  await writeGraphGaps(runtime, root, { imports: [], files: [], commits: 0, fixes: 0, ...gaps });
}
