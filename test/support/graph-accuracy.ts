import fs from 'node:fs';
import path from 'node:path';
import { buildGraph } from '../../src/engine/graph/index.ts';
import { isPytestEdge } from '../../src/engine/graph/loading.ts';
import { nodeRuntime } from '../../src/engine/platform/runtime.ts';
import { temporaryFolder } from './folders.ts';

/** The accuracy of a graph: counts of correct and wrong edges, and the missing and wrong ones. */
export interface Accuracy {
  readonly found: number;
  readonly false: number;
  readonly missing: readonly string[];
  readonly wrong: readonly string[];
  readonly unresolved: number;
}

/** Builds the graph of a copy of a folder, and compares its edges between files with the true ones. @param edges each as `from > to` */
export async function accuracyOf(folder: string, edges: Iterable<string>): Promise<Accuracy> {
  const root = path.join(temporaryFolder(), 'project');
  fs.cpSync(folder, root, { recursive: true });
  const { graph, counts } = await buildGraph(nodeRuntime({}), root);
  const files = new Set(graph.nodes.filter(({ type }) => type === 'file' || type === 'test').map(({ id }) => id));
  // Files that pytest loads are not imports, and the true edges are.
  const imports = graph.edges.filter((edge) => (edge.type === 'depends' || edge.type === 'tests') && !isPytestEdge(edge));
  const led = imports.filter(({ from, to }) => files.has(from) && files.has(to));
  const [told, all] = [new Set(led.map(({ from, to }) => `${from} > ${to}`)), new Set(edges)];
  const [missing, wrong] = [[...all].filter((edge) => !told.has(edge)), [...told].filter((edge) => !all.has(edge))];
  return {
    found: 1 - missing.length / all.size,
    false: wrong.length / Math.max(1, told.size),
    missing,
    wrong,
    unresolved: counts.unresolved,
  };
}
