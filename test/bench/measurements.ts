import fs from 'node:fs';
import path from 'node:path';
import { SwarmStore, withSwarm } from '../../src/engine/crtx/store.ts';
import { swarmMachine } from '../../src/engine/crtx/swarm/machine.ts';
import { LogReader } from '../../src/engine/kernel/log/reader.ts';
import type { Runtime } from '../../src/engine/kernel/runtime.ts';
import { endSegment, giveBack, logFolder, take, turn } from './big-swarm.ts';
import type { Figures } from './compare.ts';
import { quantile } from './statistics.ts';

/** What is over sooner is repeated until so much time is over, in milliseconds. */
const LEAST_MS = 1_000;
const LEAST_READING_MS = 200;

const microseconds = (ms: number) => ms * 1_000;

/**
 * Takes and gives back one lock again and again with one open store, from one publication of `swarm.crtx` to another, so that the
 * sum holds exactly the share of publishing that a process which never rests has. Microseconds a pair.
 */
async function lock(runtime: Runtime, root: string): Promise<Figures> {
  const file = path.join(root, '.cortex', 'swarm.crtx');
  const publication = () => fs.statSync(file, { bigint: true }).mtimeNs;
  const times: number[] = [];
  await withSwarm(runtime, root, async (store) => {
    const pairsUntilPublished = async (each: number[]) => {
      const before = publication();
      while (publication() === before) each.push(await pair(store));
    };
    await pairsUntilPublished([]);
    const begun = performance.now();
    while (performance.now() - begun < LEAST_MS) await pairsUntilPublished(times);
  });
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  return {
    'a pair, publication included': microseconds(mean),
    'half of the pairs take at most': microseconds(quantile(times, 0.5)),
    '99 of 100 pairs take at most': microseconds(quantile(times, 0.99)),
  };
}

/** Milliseconds of one pair and what came in between. */
async function pair(store: SwarmStore): Promise<number> {
  const begun = performance.now();
  await take(store);
  await giveBack(store);
  await turn();
  return performance.now() - begun;
}

/** Opens a store, takes a lock and closes it. Milliseconds. */
async function lockCold(runtime: Runtime, root: string): Promise<Figures> {
  const begun = performance.now();
  const store = await SwarmStore.open(runtime, root);
  await take(store);
  const answered = performance.now();
  await store.close();
  const closed = performance.now();
  await withSwarm(runtime, root, giveBack);
  return { 'until the lock is held': answered - begun, 'until the store is closed': closed - begun };
}

/** Reads the log from its newest checkpoint. Milliseconds. */
async function read(runtime: Runtime, root: string): Promise<Figures> {
  const begun = performance.now();
  let count = 0;
  while (performance.now() - begun < LEAST_READING_MS) {
    const reader = new LogReader(runtime, { directory: logFolder(root), machine: swarmMachine, from: 'newest' });
    reader.refresh();
    reader.close();
    count += 1;
  }
  return { 'opening the log': (performance.now() - begun) / count };
}

/** Not a measurement: brings the log to where `read` reads little but a checkpoint. */
async function prepareRead(runtime: Runtime, root: string): Promise<Figures> {
  await endSegment(runtime, root);
  return {};
}

/** What a worker can be asked for. */
export const measurements = { lock, 'lock-cold': lockCold, read, 'prepare-read': prepareRead };
export type Measurement = keyof typeof measurements;

/** @throws Error for a name that is none */
export function measurementOf(name: string): (runtime: Runtime, root: string) => Promise<Figures> {
  const found = Object.entries(measurements).find(([each]) => each === name);
  if (found === undefined) throw new Error(`There is no measurement ${name}.`);
  return found[1];
}
