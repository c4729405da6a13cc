import type { BenchProcess } from './bench-process.ts';
import type { Bench, Benchmark } from './benchmarks.ts';
import { builtProgram, nodeRun } from './program.ts';
import { casesOfWays } from './ways.ts';

/** In messages. */
const INBOXES = [10, 1_000, 10_000];
/** In agents. */
const REPOSITORIES = [20, 200];

async function all<S extends 'inbox' | 'stacks'>({ project }: Bench, subject: S, sizes: readonly number[]): Promise<BenchProcess<S>[]> {
  const made: BenchProcess<S>[] = [];
  for (const size of sizes) made.push(await project(subject, size));
  return made;
}

const HALF = 'half of the messages take at most';

export const stackBenchmarks: readonly Benchmark[] = [
  {
    name: 'stack-send',
    title: 'one message sent into an INBOX so that it survives power loss, the store kept open',
    aim: 'at most 5 ms, with 10,000 messages at most 1.5 times as long as with 10',
    unit: 'ms',
    rounds: 7,
    cases: async (bench) => (await all(bench, 'inbox', INBOXES)).map((each) => each.asCase('send')),
  },
  {
    name: 'stack-send-ways',
    title: 'one message sent, beside the obvious way to do that (which does not wait for the disk, and loses what others write meanwhile)',
    aim: 'the more messages, the more times faster',
    unit: 'ms',
    rounds: 3,
    cases: async (bench) =>
      casesOfWays(await all(bench, 'inbox', INBOXES), [
        { name: 'cstack', what: 'send', figure: HALF },
        { name: 'read, parsed, written whole', what: 'send-rewritten', figure: HALF },
      ]),
  },
  {
    name: 'stack-status',
    title: 'what every agent of a repository is at, read anew from its files',
    aim: '200 stacks in at most 300 ms',
    unit: 'ms',
    rounds: 7,
    cases: async (bench) => (await all(bench, 'stacks', REPOSITORIES)).map((each) => each.asCase('status')),
  },
  {
    name: 'stack-program',
    title: 'a whole process that shows what every agent is at, beside Node alone',
    aim: '25 ms more than Node, and what it takes to read the files',
    unit: 'ms',
    rounds: 15,
    cases: async (bench) => {
      const cstack = await builtProgram('cstack', bench.say);
      const runs = (await all(bench, 'stacks', REPOSITORIES)).map(({ project: { root, size } }) =>
        nodeRun(`cstack agents status, ${size} stacks`, [cstack, 'agents', 'status', '--json', '--root', root]),
      );
      return [nodeRun('node -e 0', ['-e', '0']), ...runs];
    },
  },
];
