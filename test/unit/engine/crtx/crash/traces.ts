import { expect } from 'vitest';
import { parseCortexFile } from '../../../../../src/engine/crtx/format.ts';
import { useStore } from '../../../../../src/engine/crtx/store-life.ts';
import { ReasoningTrace } from '../../../../../src/engine/timeline/reasoning-trace.ts';
import { readText } from '../../../../support/fault-fs/files.ts';
import type { FaultFileSystem } from '../../../../support/fault-fs.ts';
import { ROOT, type SimulatedProcessOptions, simulatedRuntime } from '../../../../support/simulation.ts';
import { entryOf, ids } from '../../timeline/make.ts';
import { emptyProject, expectExplained, isRepeated, later, problemsOf, type Scenario, type World } from './process.ts';

const TASK = 'parse';
const FILE = `${ROOT}/.cortex/reasoning/${TASK}.crtx`;

async function use<T>(fs: FaultFileSystem, process: SimulatedProcessOptions, work: (trace: ReasoningTrace) => Promise<T>): Promise<T> {
  return useStore(await ReasoningTrace.open(simulatedRuntime(fs, process), ROOT, TASK), work);
}

function published(fs: FaultFileSystem): string[] {
  const parsed = parseCortexFile(readText(fs, FILE), FILE, 'reasoning');
  if (!parsed.ok) throw parsed.error;
  expect(parsed.warnings).toEqual([]);
  return ids(parsed.value.data);
}

/** Two processes add two steps each to the trace of the same task. */
export const tracing: Scenario<World, string> = {
  setup: emptyProject,
  scenario: async (fs, promised, { time }) => {
    for (const seed of [2, 3]) {
      await use(fs, { time, seed }, async (trace) => {
        for (const step of [`${seed} first`, `${seed} second`]) {
          await trace.add(entryOf(step));
          promised.push(step);
        }
      });
    }
  },
  verify: async (aftermath) => {
    if (isRepeated(aftermath)) return;
    const { fs, acknowledged, error } = aftermath;
    expectExplained(error);
    const next = later(aftermath);
    await use(fs, next(), async (trace) => {
      const found = ids(trace.entries());
      expect(
        found.filter((id) => acknowledged.includes(id)),
        'each once, in order',
      ).toEqual([...acknowledged]);
      // An unsure caller adds the step again.
      for (const step of ['3 second', 'after']) await trace.add(entryOf(step));
      expect(problemsOf(trace)).toEqual([]);
    });
    await use(fs, next(), async (trace) => {
      const found = ids(trace.entries());
      expect([...new Set(found)], 'no duplicates').toEqual(found);
      expect(published(fs), 'the file matches the log').toEqual(found);
      expect(found).toEqual(expect.arrayContaining([...acknowledged, '3 second', 'after']));
    });
    expect(fs.openCount).toBe(0);
  },
};
