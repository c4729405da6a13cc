import { expect, test } from 'vitest';
import { TimelineStore } from '../../../../../src/engine/crtx/timeline/store.ts';
import { exploreCrashes } from '../../../../support/crash-explorer.ts';
import type { FaultFileSystem } from '../../../../support/fault-fs.ts';
import { ROOT, SimulatedTime, simulatedRuntime } from '../../../../support/simulation.ts';
import { entryOf, ids } from './make.ts';

/** What a caller was told: that there is such an entry, or how one ended. */
type Promised = { readonly entry: string } | { readonly ended: string };

function setup(fs: FaultFileSystem): SimulatedTime {
  fs.mkdirSync(`${ROOT}/.cortex`, { recursive: true });
  fs.syncAll();
  return new SimulatedTime();
}

/** One process adds two entries and says how the first one ended. */
async function command(fs: FaultFileSystem, promised: Promised[], time: SimulatedTime, seed: number): Promise<void> {
  const store = await TimelineStore.open(simulatedRuntime(fs, { time, seed }), ROOT);
  const names = [`${seed} a`, `${seed} b`];
  await store.tell(names.map((id) => entryOf(id, { ...(id !== '1 a' && { parent: '1 a' }) })));
  for (const entry of names) promised.push({ entry });
  await store.resolve(`${seed} a`, 'success');
  promised.push({ ended: `${seed} a` });
  await store.close();
}

/** The second one finds the first one's log and file. */
async function twoCommands(fs: FaultFileSystem, promised: Promised[], time: SimulatedTime): Promise<void> {
  await command(fs, promised, time, 1);
  await command(fs, promised, time, 2);
}

/** Calls that change nothing: dying there is dying at the change before. */
const IDLE: ReadonlySet<string> = new Set(['closeSync', 'readSync', 'fstatSync', 'statSync', 'lstatSync', 'readdirSync', 'realpathSync']);

test('an acknowledged entry, and how it ended, survives the death of the process and power loss at every call, and counts once', async () => {
  const report = await exploreCrashes<SimulatedTime, Promised>({
    setup,
    scenario: twoCommands,
    verify: async ({ fs, acknowledged, context, ending, point }) => {
      if (point.call !== undefined && IDLE.has(point.call.op)) return;
      const time = context.fork();
      // No machine starts in less.
      time.advance(fs, 6_000);
      const boot = ending.startsWith('power loss') ? 'boot-2' : 'boot-1';
      const store = await TimelineStore.open(simulatedRuntime(fs, { time, seed: 7, boot }), ROOT);
      // Whoever is not sure tells it again.
      await store.tell([entryOf('2 b', { parent: '1 a' }), entryOf('after')]);
      const entries = store.entries();
      expect(new Set(ids(entries)).size, 'nothing twice').toBe(entries.length);
      for (const promise of acknowledged) {
        if ('entry' in promise) expect(store.get(promise.entry), promise.entry).toMatchObject({ action: `Did ${promise.entry}` });
        else expect(store.get(promise.ended), promise.ended).toMatchObject({ outcome: 'success' });
      }
      for (const { id, parent } of entries) if (parent !== undefined) expect(store.get(parent)?.children ?? [id]).toContain(id);
      await store.close();
      expect(fs.openCount).toBe(0);
    },
    modes: { before: false, losses: 0 },
  });
  console.log(`timeline: ${report.runs} runs, ${report.images} disks`);
  expect(report.runs).toBeGreaterThan(300);
}, 120_000);

test('a disk that fills up at any call refuses, loses nothing that was acknowledged, and goes on when there is room', async () => {
  let refused = 0;
  await exploreCrashes<SimulatedTime, Promised>({
    setup,
    scenario: (fs, promised, time) => command(fs, promised, time, 1),
    verify: async ({ fs, acknowledged, context, ending, point }) => {
      if (ending !== 'process death' || !point.mode.startsWith('fail')) return;
      refused += 1;
      const store = await TimelineStore.open(simulatedRuntime(fs, { time: context.fork(), seed: 7 }), ROOT);
      for (const promise of acknowledged) if ('entry' in promise) expect(store.get(promise.entry), promise.entry).toBeDefined();
      await store.tell([entryOf('after')]);
      await store.close();
      expect(store.problems).toEqual([]);
    },
    modes: { before: false, after: false, short: () => [], fail: ['ENOSPC'], losses: 0 },
  });
  expect(refused).toBeGreaterThan(25);
}, 120_000);
