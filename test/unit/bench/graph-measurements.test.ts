import { expect, test } from 'vitest';
import { assembleGraph } from '../../../src/engine/graph/analysis/assemble.ts';
import { nodeRuntime } from '../../../src/engine/platform/runtime.ts';
import { generatedGraph } from '../../bench/graph-project.ts';
import { measurementOf, subjects } from '../../bench/measurements.ts';

test('the generated graph has nodes and edges in proportion to its size, and all that queries need', () => {
  const { structure, history } = generatedGraph(1_000);
  const { nodes, edges, clusters } = assembleGraph(structure, history);
  expect(nodes).toHaveLength(1_000);
  expect(edges.length).toBeGreaterThan(3_000);
  expect(clusters.length).toBeGreaterThan(1);
  expect(new Set(nodes.map(({ type }) => type))).toEqual(new Set(['file', 'test', 'function', 'type']));
});

test('measuring the graph returns times', async () => {
  const figures = await measurementOf(subjects.graph, 'analyse')(nodeRuntime({}), '', 500);
  expect(Object.keys(figures)).toHaveLength(8);
  for (const figure of Object.values(figures)) expect(figure).toBeGreaterThan(0);
});
