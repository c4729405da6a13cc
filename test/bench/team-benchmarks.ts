import type { BenchProcess } from './bench-process.ts';
import type { Bench, Benchmark } from './benchmarks.ts';
import { builtProgram, nodeRun } from './program.ts';

/** In agents, and in projects of twenty tasks. */
const TEAMS = [10, 1_000];

async function all({ project }: Bench): Promise<BenchProcess<'team'>[]> {
  const made: BenchProcess<'team'>[] = [];
  for (const size of TEAMS) made.push(await project('team', size));
  return made;
}

export const teamBenchmarks: readonly Benchmark[] = [
  {
    name: 'team-open',
    title: 'a team directory opened: every note of its agents and projects read',
    aim: '1,000 agents and 1,000 projects of 20 tasks in at most 500 ms',
    unit: 'ms',
    rounds: 5,
    cases: async (bench) => (await all(bench)).map((each) => each.asCase('open')),
  },
  {
    name: 'team-change',
    title: 'one note changed by somebody, until all that is known is right again',
    aim: 'at most 5 ms',
    unit: 'ms',
    rounds: 5,
    cases: async (bench) => (await all(bench)).map((each) => each.asCase('change')),
  },
  {
    name: 'team-program',
    title: 'a whole process that shows how a team is doing, beside Node alone',
    aim: '1,000 agents and 1,000 projects of 20 tasks in at most 700 ms',
    unit: 'ms',
    rounds: 9,
    cases: async (bench) => {
      const cortex = await builtProgram('cortex', bench.say);
      const runs = (await all(bench)).map(({ project: { root, size } }) =>
        nodeRun(`cortex team status, ${size.toLocaleString('en')} agents`, [cortex, 'team', 'status', '--team', root]),
      );
      return [nodeRun('node -e 0', ['-e', '0']), ...runs];
    },
  },
];
