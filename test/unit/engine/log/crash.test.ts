import { expect, test } from 'vitest';
import { Log } from '../../../../src/engine/log/log.ts';
import { LogReader } from '../../../../src/engine/log/segments/reader.ts';
import { exploreCrashes } from '../../../support/crash-explorer.ts';
import type { FaultFileSystem } from '../../../support/fault-fs.ts';
import { notesMachine } from '../../../support/notes.ts';
import { crashPoint, DIRECTORY, ROOT, type SimulatedProcessOptions, SimulatedTime, simulatedRuntime } from '../../../support/simulation.ts';

const DAYS_31 = 31 * 24 * 3_600_000;

interface Promised {
  readonly text: string;
  readonly ordinal: number;
  readonly durable: boolean;
}

function openLog(fs: FaultFileSystem, options: SimulatedProcessOptions) {
  return new Log(simulatedRuntime(fs, options), { directory: DIRECTORY, root: ROOT, machine: notesMachine, segmentBytes: 500 });
}

/** Returns the current state, read from the oldest remaining history. */
function history(fs: FaultFileSystem, time: SimulatedTime) {
  const reader = new LogReader(simulatedRuntime(fs, { time, seed: 4 }), { directory: DIRECTORY, machine: notesMachine, from: 'oldest' });
  reader.refresh();
  reader.close();
  return reader.state;
}

function setup(fs: FaultFileSystem): SimulatedTime {
  fs.mkdirSync(ROOT, { recursive: true });
  fs.syncAll();
  return new SimulatedTime();
}

/** Several segments, durable and other answers, and a sweep of records older than a month. */
async function scenario(fs: FaultFileSystem, promised: Promised[], time: SimulatedTime): Promise<void> {
  const log = openLog(fs, { time, seed: 1 });
  for (let n = 0; n < 14; n++) {
    const text = `n${n}`;
    const { place } = log.append({ op: 'note', text });
    promised.push({ text, ordinal: place.ordinal, durable: false });
    await log.maintain();
    if (n % 3 === 2) {
      await log.sync();
      promised.push({ text, ordinal: place.ordinal, durable: true });
    }
    if (n === 8) time.advance(fs, DAYS_31);
  }
  log.close();
}

test('a process crash or power loss at any call loses nothing acknowledged', async () => {
  const report = await exploreCrashes<SimulatedTime, Promised>({
    fileSystem: { label: crashPoint },
    setup,
    scenario,
    verify: ({ fs, acknowledged, ending, context }) => {
      const powerLost = ending.startsWith('power loss');
      const time = context.fork();
      const log = openLog(fs, { time, seed: 2, boot: powerLost ? 'boot-2' : 'boot-1' });
      log.refresh();
      const expected = new Set(acknowledged.filter((promise) => promise.durable || !powerLost).map((promise) => promise.text));
      const seen = log.state.seen.filter((text) => expected.has(text));
      expect(seen, 'each acknowledged record once, in order').toEqual([...expected]);
      expect(new Set(log.state.seen).size, 'no record twice').toBe(log.state.seen.length);
      time.advance(fs, 1000);
      const { place, answer } = log.append({ op: 'note', text: 'after' });
      expect(answer).toBe(log.state.seen.length);
      expect(place.ordinal, 'fencing tokens only grow').toBeGreaterThan(Math.max(0, ...acknowledged.map((promise) => promise.ordinal)));
      const second = openLog(fs, { time, seed: 3, boot: powerLost ? 'boot-2' : 'boot-1' });
      second.refresh();
      expect(second.state, 'all processes agree').toEqual(log.state);
      expect(history(fs, time), 'the history gives the same state').toEqual(log.state);
    },
  });
  const points = [
    'begin.write',
    'append.write',
    'append.read',
    'seal.create',
    'seal.sync-file',
    'seal.sync-dir',
    'seal.write',
    'checkpoint.write',
    'checkpoint.sync',
    'checkpoint.place',
    'checkpoint.rename',
    'checkpoint.sync-dir',
    'sweep.unlink',
    'publish.sync-log',
    'sync.parents',
  ];
  for (const point of points) expect(report.hits.get(point) ?? 0, point).toBeGreaterThan(0);
  console.table({ runs: report.runs, images: report.images, ...Object.fromEntries([...report.hits].sort()) });
});
