import type { BenchProcess } from './bench-process.ts';
import type { Case } from './compare.ts';
import type { Measurement, Subject } from './measurements.ts';
import { builtProgram, nodeRun } from './program.ts';
import type { Reference } from './table.ts';
import { casesOfWays } from './ways.ts';

/** What a benchmark finds. */
export interface Bench {
  readonly say: (line: string) => void;
  /** The swarm of so many agents, the timeline of so many entries and so on, made when it is first asked for. */
  readonly project: <S extends Subject>(subject: S, size: number) => Promise<BenchProcess<S>>;
  /** Ends something when the benchmark is over. */
  readonly keep: (end: () => unknown) => void;
}

export interface Benchmark {
  readonly name: string;
  readonly title: string;
  /** What we want. */
  readonly aim: string;
  readonly unit: 'µs' | 'ms' | 'MB' | '%';
  readonly rounds: number;
  readonly reference?: Reference;
  /** The first is what the others are compared with. */
  readonly cases: (bench: Bench) => Promise<Case[]>;
}

/** The sizes that are compared, in agents. */
const SWARMS = [10, 1_000, 10_000];
/** In entries. */
const TIMELINES = [1_000, 10_000, 100_000, 1_000_000];
/** Those that can be read and written whole again and again: a million take most of what one string may hold, 2 GB and fifteen seconds. */
const REWRITTEN = [1_000, 10_000, 100_000];

const OBVIOUS = 'the file rewritten';
const OBVIOUS_LOCKED = 'rewritten under proper-lockfile';

async function all<S extends Subject>({ project }: Bench, subject: S, sizes: readonly number[]): Promise<BenchProcess<S>[]> {
  const made: BenchProcess<S>[] = [];
  for (const size of sizes) made.push(await project(subject, size));
  return made;
}

async function ofSwarms(bench: Bench, what: Measurement<'swarm'>): Promise<Case[]> {
  return (await all(bench, 'swarm', SWARMS)).map((each) => each.asCase(what));
}

async function ofTimelines(bench: Bench, what: Measurement<'timeline'>): Promise<Case[]> {
  return (await all(bench, 'timeline', TIMELINES)).map((each) => each.asCase(what));
}

export const benchmarks: readonly Benchmark[] = [
  {
    name: 'lock',
    title: 'one lock acquired and released, the store kept open',
    aim: 'with 10,000 agents at most 1.5 times as long as with 10',
    unit: 'µs',
    rounds: 7,
    cases: (bench) => ofSwarms(bench, 'lock'),
  },
  {
    name: 'lock-cold',
    title: 'a store opened, one lock acquired, the store closed',
    aim: 'to grow with what is read and published, no faster than the number of agents',
    unit: 'ms',
    rounds: 15,
    cases: (bench) => ofSwarms(bench, 'lock-cold'),
  },
  {
    name: 'read',
    title: 'the log opened at its newest checkpoint',
    aim: 'to grow no faster than the number of agents',
    unit: 'ms',
    rounds: 15,
    cases: async (bench) => {
      for (const each of await all(bench, 'swarm', SWARMS)) await each.ask('prepare-read');
      return ofSwarms(bench, 'read');
    },
  },
  {
    name: 'program',
    title: 'a short program beside Node alone',
    aim: 'at most 25 ms more than Node',
    unit: 'ms',
    rounds: 25,
    cases: async (bench) => {
      const { root } = (await bench.project('swarm', 10)).project;
      const cortex = await builtProgram('cortex', bench.say);
      return [nodeRun('node -e 0', ['-e', '0']), nodeRun('cortex lock list --json', [cortex, 'lock', 'list', '--json', '--root', root])];
    },
  },
  {
    name: 'lock-ways',
    title:
      'one lock acquired and released, beside the obvious ways to do that (which tell nobody of a crash, a queue or a time that ran out)',
    aim: 'the more agents, the more times faster',
    unit: 'µs',
    rounds: 5,
    cases: async (bench) =>
      casesOfWays(await all(bench, 'swarm', SWARMS), [
        { name: 'cortex, publication included', what: 'lock', figure: 'a pair, publication included' },
        { name: OBVIOUS, what: 'lock-rewritten', figure: 'a pair' },
        { name: OBVIOUS_LOCKED, what: 'lock-locked', figure: 'a pair' },
      ]),
  },
  {
    name: 'record',
    title: 'one entry of the timeline recorded so that it survives power loss, the store kept open',
    aim: 'at most 1 ms however many there are',
    unit: 'ms',
    rounds: 7,
    cases: (bench) => ofTimelines(bench, 'record'),
  },
  {
    name: 'record-ways',
    title: 'one entry recorded, beside the obvious ways to do that (which do not wait for the disk)',
    aim: 'the more entries, the more times faster',
    unit: 'ms',
    rounds: 3,
    cases: async (bench) =>
      casesOfWays(await all(bench, 'timeline', REWRITTEN), [
        { name: 'cortex, publication included', what: 'record', figure: 'one entry alone, publication included' },
        { name: OBVIOUS, what: 'record-rewritten', figure: 'one entry' },
        { name: OBVIOUS_LOCKED, what: 'record-locked', figure: 'one entry' },
      ]),
  },
  {
    name: 'query',
    title: 'questions to a timeline, the store kept open',
    aim: 'a first page by what is indexed at most 50 ms; words in a million entries at most 1,500 ms',
    unit: 'ms',
    rounds: 7,
    cases: (bench) => ofTimelines(bench, 'query'),
  },
  {
    name: 'timeline-cold',
    title: 'a timeline opened, asked one question, and closed',
    aim: 'to grow with what the question needs',
    unit: 'ms',
    rounds: 7,
    cases: (bench) => ofTimelines(bench, 'open'),
  },
  {
    name: 'timeline-memory',
    title: 'the memory of a process that has recorded in a timeline and asked all these questions',
    aim: 'at most 300 MB for a million entries',
    unit: 'MB',
    // Each further one leaves what the one before held until it is collected.
    rounds: 1,
    cases: (bench) => ofTimelines(bench, 'memory'),
  },
];
