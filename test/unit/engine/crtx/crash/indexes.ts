import { expect } from 'vitest';
import { useStore } from '../../../../../src/engine/crtx/store-life.ts';
import type { PageRequest, TimelineQuery } from '../../../../../src/engine/timeline/query.ts';
import { TimelineStore } from '../../../../../src/engine/timeline/store.ts';
import { readTree, writeText } from '../../../../support/fault-fs/files.ts';
import { FaultFileSystem } from '../../../../support/fault-fs.ts';
import { ROOT, type SimulatedProcessOptions, simulatedRuntime } from '../../../../support/simulation.ts';
import { entryOf, ids } from '../../timeline/make.ts';
import { emptyProject, expectExplained, isPeaceful, isRepeated, later, problemsOf, type Scenario, type World } from './process.ts';

const INDEXES = `${ROOT}/.cortex/.local/timeline/index`;
const ALL: PageRequest = { limit: 1_000 };

/** Queries with the expected ids, newest first. */
const QUESTIONS: readonly (readonly [TimelineQuery, readonly string[]])[] = [
  [{}, ['b2', 'b1', 'a2', 'a1']],
  [{ agent: 'bob' }, ['b2', 'a2']],
  [{ file: 'src/' }, ['b1', 'a1']],
  [{ text: 'A2 DID' }, ['a2']],
  [{ outcome: 'failure' }, []],
];

const ENTRIES = ['a1', 'a2', 'b1', 'b2'].map((id, n) =>
  entryOf(id, {
    timestamp: 1_000 + n,
    agentId: n % 2 === 0 ? 'ann' : 'bob',
    context: { files: n % 2 === 0 ? ['src/one.ts'] : ['docs/two.md'], state: {} },
  }),
);

/** Each archive contains one entry, and timeline.crtx contains none. */
const ARCHIVES = 4;
const LIMITS = { rollBytes: 1, keepBytes: 0, archiveBytes: 300 };

/** Creates a clone that has only archives. */
async function setup(fs: FaultFileSystem): Promise<World> {
  const origin = new FaultFileSystem();
  await useStore(await TimelineStore.open(simulatedRuntime(origin, { ...emptyProject(origin), seed: 1 }), ROOT, LIMITS), (store) =>
    store.recordAll(ENTRIES),
  );
  fs.mkdirSync(`${ROOT}/.cortex/archive`, { recursive: true });
  const files = Object.entries(readTree(origin, ROOT)).filter(([file]) => file.startsWith(`${ROOT}/.cortex/archive/`));
  expect(files.length).toBe(ARCHIVES);
  for (const [file, text] of files) writeText(fs, file, text);
  const world = emptyProject(fs);
  // The disk ignores fsync of an index, so that a power loss may leave a torn one.
  fs.ignoreSync((file) => file.includes('/.tmp-'));
  world.time.advance(fs, 1_000);
  return world;
}

/** The result of a query, and whether it came with a warning. */
interface Answer {
  readonly found: readonly string[];
  readonly wanted: readonly string[];
  readonly warned: boolean;
}

async function ask(fs: FaultFileSystem, process: SimulatedProcessOptions, answers: Answer[]): Promise<void> {
  await useStore(await TimelineStore.open(simulatedRuntime(fs, process), ROOT, LIMITS), async (store) => {
    for (const [question, wanted] of QUESTIONS) {
      const { entries } = await store.query(question, ALL);
      answers.push({ found: ids(entries), wanted, warned: problemsOf(store).length > 0 });
    }
  });
}

const isWrong = ({ found, wanted }: Answer) => found.join() !== wanted.join();

const indexCount = (fs: FaultFileSystem) => fs.readdirSync(INDEXES).length;

/** One process builds indexes, and another one reads them. Transient read errors are reported, and the next query is complete. */
export const indexing: Scenario<World, Answer> = {
  setup,
  scenario: async (fs, answers, { time }) => {
    for (const seed of [2, 3]) await ask(fs, { time, seed }, answers);
  },
  verify: async (aftermath) => {
    if (isRepeated(aftermath)) return;
    const { fs, acknowledged, error, ending } = aftermath;
    if (isPeaceful(aftermath)) expect(acknowledged.length).toBe(2 * QUESTIONS.length);
    if (isPeaceful(aftermath) && ending === 'process death') expect(indexCount(fs)).toBe(ARCHIVES);
    expectExplained(error);
    expect(
      acknowledged.filter((answer) => isWrong(answer) && !answer.warned),
      'no wrong answer without a warning',
    ).toEqual([]);
    expect(acknowledged.filter(isWrong).length, 'a failure affects one answer').toBeLessThan(2);
    const next = later(aftermath);
    const answers: Answer[] = [];
    for (let n = 0; n < 2; n++) await ask(fs, next(), answers);
    expect(answers.filter((answer) => isWrong(answer) || answer.warned)).toEqual([]);
    expect(indexCount(fs)).toBe(ARCHIVES);
    expect(fs.openCount).toBe(0);
  },
};
