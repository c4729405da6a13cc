import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { segmentNumber, sweptBelow } from '../../src/engine/log/layout.ts';
import { sweepLogFiles } from '../../src/engine/log/segments/checkpoint.ts';
import { describeMissing, hasLog, type MissingSegments, missingSegments } from '../../src/engine/log/segments/missing.ts';
import { LogReader } from '../../src/engine/log/segments/reader.ts';
import { CortexError } from '../../src/engine/platform/errors.ts';
import { findCompleteHistory } from '../../src/engine/swarm/replay/complete-history.ts';
import { FaultFileSystem } from '../support/fault-fs.ts';
import { notesMachine } from '../support/notes.ts';
import { DIRECTORY, SimulatedTime, simulatedRuntime } from '../support/simulation.ts';
import { appendOnce, note, openLog } from '../unit/engine/log/others.ts';

const SEGMENTS = 9;
const MONTH = 31 * 24 * 3_600_000;

const numberOf = (name: string) => segmentNumber(name) ?? 0;
const segmentsOf = (fs: FaultFileSystem) => fs.readdirSync(DIRECTORY).filter((name) => numberOf(name) > 0);

/** Creates a log of several segments. If `isSwept`, those between the first and the last few are swept. */
async function makeLog(isSwept: boolean): Promise<{ fs: FaultFileSystem; time: SimulatedTime }> {
  const fs = new FaultFileSystem();
  const time = new SimulatedTime();
  for (let n = 1; n < SEGMENTS; n++) {
    appendOnce(fs, { time, seed: n }, `note ${n}`);
    const log = openLog(fs, { time, seed: 100 + n }, 1);
    log.append(note(`full ${n}`));
    await log.maintain();
    log.close();
    if (n === SEGMENTS - 4 && isSwept) time.advance(fs, MONTH);
  }
  if (isSwept) sweepLogFiles(fs, DIRECTORY);
  appendOnce(fs, { time, seed: 200 }, 'last');
  return { fs, time };
}

function readerOf(fs: FaultFileSystem, time: SimulatedTime, from: 'newest' | 'oldest') {
  return new LogReader(simulatedRuntime(fs, { time, seed: 300 }), { directory: DIRECTORY, machine: notesMachine, from });
}

/** Returns a reader's state as text, or its error. */
function present(fs: FaultFileSystem, time: SimulatedTime): { state: string } | { error: CortexError } {
  const reader = readerOf(fs, time, 'newest');
  try {
    reader.refresh();
    return { state: reader.snapshot() };
  } catch (error) {
    if (error instanceof CortexError) return { error };
    throw error;
  } finally {
    reader.close();
  }
}

const numbersOf = (holes: readonly MissingSegments[]) =>
  holes.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, n) => from + n));

/** Returns the segment numbers in an error message. */
const namedIn = (message: string) =>
  [...message.matchAll(/segments? (\d+)(?: to (\d+))? of the log/g)].flatMap(([, from, to]) =>
    numbersOf([{ from: Number(from), to: Number(to ?? from), after: null, before: null }]),
  );

test('each lost segment of a log is reported or was swept, and no other one is reported', async () => {
  const logs = { whole: await makeLog(false), swept: await makeLog(true) };
  expect(segmentsOf(logs.whole.fs)).toHaveLength(SEGMENTS);
  const swept = sweptBelow(logs.swept.fs.readdirSync(DIRECTORY)) ?? 0;
  expect(swept).toBeGreaterThan(3);
  for (const { fs } of Object.values(logs)) expect(missingSegments(fs, DIRECTORY, fs.readdirSync(DIRECTORY))).toEqual([]);

  const chosen = fc.record({ which: fc.constantFrom('whole' as const, 'swept' as const), lost: fc.subarray([...Array(SEGMENTS).keys()]) });
  await fc.assert(
    fc.asyncProperty(chosen, async ({ which, lost }) => {
      const { fs: intact, time } = logs[which];
      const before = present(intact, time);
      const fs = intact.powerLossBest();
      const removed = segmentsOf(fs).filter((name) => lost.includes(numberOf(name) - 1));
      for (const name of removed) fs.unlinkSync(`${DIRECTORY}/${name}`);
      const names = fs.readdirSync(DIRECTORY);

      const after = present(fs, time);
      const holes = missingSegments(fs, DIRECTORY, names);
      const named = new Set([...numbersOf(holes), ...('error' in after ? namedIn(after.error.message) : [])]);
      const gone = removed.map(numberOf);
      // Segments after the swept part of an old log may have been swept by an earlier version, which records no marker.
      let kept = swept;
      while (which === 'swept' && gone.includes(kept) && kept < SEGMENTS) kept += 1;
      const isTaken = (number: number) => which === 'swept' && number >= swept && number < kept;
      const hasFirst = !gone.includes(1) && kept <= SEGMENTS && !gone.includes(kept);
      expect([...named].sort()).toEqual(gone.filter((number) => !(hasFirst && isTaken(number))).sort());

      // The current state is unchanged, or an error says that it is unknown.
      if (segmentsOf(fs).some((name) => numberOf(name) === SEGMENTS)) expect(after).toEqual(before);
      else expect(after).toMatchObject({ error: { code: 'broken-file', data: { next: expect.stringContaining(' mv ') } } });

      // The history is unchanged behind the last gap, which is reported.
      if ('state' in after) {
        const { gaps } = findCompleteHistory(simulatedRuntime(fs, { time, seed: 400 }), DIRECTORY);
        expect(gaps.map(({ missing }) => missing && describeMissing(missing))).toEqual(holes.map(describeMissing));
      }

      // A writer continues after all existing records, or not at all.
      const log = openLog(fs, { time, seed: 500 });
      if ('state' in after) expect(log.append(note('more')).place.ordinal).toBe(JSON.parse(after.state).core.ordinal + 1);
      else expect(() => log.append(note('more'))).toThrow(expect.objectContaining({ code: 'broken-file' }));
      log.close();
      expect(segmentsOf(fs)).toEqual(names.filter((name) => numberOf(name) > 0));
      expect(hasLog(fs, DIRECTORY, names)).toBe(true);
    }),
    { numRuns: 60 },
  );
});
