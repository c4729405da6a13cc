import type { Case } from './compare.ts';
import { builtCortex, nodeRun } from './program.ts';
import type { SwarmProcess } from './swarm-process.ts';

/** What a benchmark finds. */
export interface Bench {
  readonly say: (line: string) => void;
  /** The swarm of so many agents, made when it is first asked for. */
  readonly swarm: (agents: number) => Promise<SwarmProcess>;
}

export interface Benchmark {
  readonly name: string;
  readonly title: string;
  /** What we want. */
  readonly aim: string;
  readonly unit: 'µs' | 'ms';
  readonly rounds: number;
  /** The first is what the others are compared with. */
  readonly cases: (bench: Bench) => Promise<Case[]>;
}

/** The sizes that are compared, in agents. */
const SIZES = [10, 1_000, 10_000];

async function swarms({ swarm }: Bench): Promise<SwarmProcess[]> {
  const all: SwarmProcess[] = [];
  for (const size of SIZES) all.push(await swarm(size));
  return all;
}

async function casesOf(bench: Bench, what: 'lock' | 'lock-cold' | 'read'): Promise<Case[]> {
  return (await swarms(bench)).map((each) => each.asCase(what));
}

export const benchmarks: readonly Benchmark[] = [
  {
    name: 'lock',
    title: 'one lock acquired and released, the store kept open',
    aim: 'with 10,000 agents at most 1.5 times as long as with 10',
    unit: 'µs',
    rounds: 7,
    cases: (bench) => casesOf(bench, 'lock'),
  },
  {
    name: 'lock-cold',
    title: 'a store opened, one lock acquired, the store closed',
    aim: 'to grow with what is read and published, no faster than the number of agents',
    unit: 'ms',
    rounds: 15,
    cases: (bench) => casesOf(bench, 'lock-cold'),
  },
  {
    name: 'read',
    title: 'the log opened at its newest checkpoint',
    aim: 'to grow no faster than the number of agents',
    unit: 'ms',
    rounds: 15,
    cases: async (bench) => {
      for (const each of await swarms(bench)) await each.ask('prepare-read');
      return casesOf(bench, 'read');
    },
  },
  {
    name: 'program',
    title: 'a short program beside Node alone',
    aim: 'at most 25 ms more than Node',
    unit: 'ms',
    rounds: 25,
    cases: async (bench) => {
      const { root } = await bench.swarm(SIZES[0] ?? 0);
      const cortex = await builtCortex(bench.say);
      return [nodeRun('node -e 0', ['-e', '0']), nodeRun('cortex lock list --json', [cortex, 'lock', 'list', '--json', '--root', root])];
    },
  },
];
