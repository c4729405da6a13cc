import type { BenchProcess } from './bench-process.ts';
import type { Bench, Benchmark } from './benchmarks.ts';
import type { Case } from './compare.ts';
import type { Measurement } from './measurements.ts';
import { builtProgram, nodeRun, WHOLE_PROCESS } from './program.ts';
import type { Reference } from './table.ts';
import { pythonCases } from './vault-python.ts';
import { casesOfWays } from './ways.ts';

/** In notes: the original's own vault, and how far it is said to go. */
const VAULTS = [470, 5_000, 50_000];

/** The original program, as it was measured on two cores of another machine that had nothing else to do; milliseconds. */
const original = (figures: Readonly<Record<string, number>>): Reference => ({
  name: 'original',
  of: ({ figure, name }) => figures[`${name}: ${figure}`],
});

/** By number of notes. */
const ORIGINAL_SEARCHES: ReadonlyMap<number, number> = new Map([
  [470, 45],
  [5_000, 93],
  [50_000, 573],
]);
const searchOf = (size: number) => `cortex vault search, ${size.toLocaleString('en')}`;

const RARE = 'a ticket: half of the questions take at most';

async function all({ project }: Bench): Promise<BenchProcess<'vault'>[]> {
  const made: BenchProcess<'vault'>[] = [];
  for (const size of VAULTS) made.push(await project('vault', size));
  return made;
}

async function ofVaults(bench: Bench, what: Measurement<'vault'>): Promise<Case[]> {
  return (await all(bench)).map((each) => each.asCase(what));
}

export const vaultBenchmarks: readonly Benchmark[] = [
  {
    name: 'vault',
    title: 'a vault indexed that never was, beside obvious ways to do that (which know less of each note)',
    aim: 'at most half of what Python takes',
    unit: 'ms',
    rounds: 3,
    reference: original({ 'error: 50,000 notes': 7_980 }),
    cases: async (bench) => {
      const vaults = await all(bench);
      const ways = casesOfWays(vaults, [
        { name: 'cortex', what: 'index', figure: 'the whole index' },
        { name: 'every header given to a YAML library', what: 'index-naive', figure: 'the whole index' },
      ]);
      return [...ways, ...pythonCases(vaults)];
    },
  },
  {
    name: 'vault-start',
    title: 'a vault opened',
    aim: 'to cost a look at each file when nothing has changed, and no more',
    unit: 'ms',
    rounds: 5,
    cases: (bench) => ofVaults(bench, 'start'),
  },
  {
    name: 'vault-change',
    title: 'one note changed by somebody, until notes, links and words are right again',
    aim: 'at most 20 ms with 50,000 notes',
    unit: 'ms',
    rounds: 3,
    cases: (bench) => ofVaults(bench, 'change'),
  },
  {
    name: 'vault-query',
    title: 'questions to a vault that is open',
    aim: 'at most 10 ms when up to 500 notes match, 40 ms when all do',
    unit: 'ms',
    rounds: 5,
    cases: (bench) => ofVaults(bench, 'query'),
  },
  {
    name: 'vault-query-ways',
    title: 'a question that a handful of notes answer, beside a look at every note',
    aim: 'the more notes, the more times faster',
    unit: 'ms',
    rounds: 3,
    cases: async (bench) =>
      casesOfWays(await all(bench), [
        { name: 'cortex, by its words', what: 'query', figure: RARE },
        { name: 'every note looked at', what: 'query-naive', figure: RARE },
      ]),
  },
  {
    name: 'vault-program',
    title: 'a whole process that searches, beside Node alone',
    aim: '25 ms more than Node for a vault of few notes, and what it takes to look at every file',
    unit: 'ms',
    rounds: 9,
    reference: original(Object.fromEntries(Array.from(ORIGINAL_SEARCHES, ([size, ms]) => [`${searchOf(size)}: ${WHOLE_PROCESS}`, ms]))),
    cases: async (bench) => {
      const cortex = await builtProgram('cortex', bench.say);
      const searches = (await all(bench)).map(({ project: { root, size } }) =>
        nodeRun(searchOf(size), [cortex, 'vault', 'search', 'glossary standup inc1037', '--json', '--vault', root]),
      );
      return [nodeRun('node -e 0', ['-e', '0']), ...searches];
    },
  },
  {
    name: 'vault-memory',
    title: 'the memory of a process that has opened a vault and answered questions',
    aim: 'no bodies of notes: at most 10 kB a note',
    unit: 'MB',
    rounds: 2,
    cases: (bench) => ofVaults(bench, 'memory'),
  },
  {
    name: 'vault-index-memory',
    title: 'the memory of a process that has indexed a vault that never was',
    aim: 'at most 10 kB a note',
    unit: 'MB',
    rounds: 1,
    cases: (bench) => ofVaults(bench, 'index-memory'),
  },
];
