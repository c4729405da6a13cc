import type { Benchmark } from './benchmarks.ts';
import { buildCases } from './graph-builds.ts';
import { precisionCases } from './graph-precision.ts';

/** In nodes. */
const GRAPHS = [5_000, 50_000];

export const graphBenchmarks: readonly Benchmark[] = [
  {
    name: 'graph-build',
    title: 'the semantic graph of a project, from its code and its history',
    aim: '1,300 files of TypeScript (15 MB) in at most 6 s, one changed file in at most 200 ms',
    unit: 'ms',
    rounds: 3,
    cases: buildCases,
  },
  {
    name: 'graph-analysis',
    title: 'a graph put together from what is known of code and history, and asked',
    aim: '50,000 nodes and 200,000 edges in a few seconds, then a question in a moment',
    unit: 'ms',
    rounds: 3,
    cases: async ({ project }) => {
      const made = [];
      for (const size of GRAPHS) made.push(await project('graph', size));
      return made.map((each) => each.asCase('analyse'));
    },
  },
  {
    name: 'graph-precision',
    title: "files that changed together in the newest fifth of this project's commits, named from the oldest four fifths",
    aim: 'more of them among the first ten than imports alone name',
    unit: '%',
    rounds: 1,
    cases: precisionCases,
  },
];
