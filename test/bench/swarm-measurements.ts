import fs from 'node:fs';
import path from 'node:path';
import { LogReader } from '../../src/engine/log/segments/reader.ts';
import type { Runtime } from '../../src/engine/platform/runtime.ts';
import { swarmMachine } from '../../src/engine/swarm/state/machine.ts';
import { SwarmStore, withSwarm } from '../../src/engine/swarm/store.ts';
import { endSegment, giveBack, logFolder, take, turn } from './big-swarm.ts';
import type { Figures } from './compare.ts';
import { rewrite, rewriteLocked, type Way } from './naive.ts';
import { quantile } from './statistics.ts';
import { meanOf } from './timing.ts';

/** Pairs are measured for so long, in milliseconds. */
const LEAST_MS = 1_000;

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
  const opening = async () => {
    const reader = new LogReader(runtime, { directory: logFolder(root), machine: swarmMachine, from: 'newest' });
    reader.refresh();
    reader.close();
  };
  return { 'opening the log': await meanOf(opening) };
}

/** Not a measurement: brings the log to where `read` reads little but a checkpoint. */
async function prepareRead(runtime: Runtime, root: string): Promise<Figures> {
  await endSegment(runtime, root);
  return {};
}

interface Locked {
  readonly data: { locks: { path: string; agentId: string }[] };
}

/** Takes and gives back a lock in a manifest of the same size. Microseconds a pair. */
const lockIn =
  (way: Way) =>
  async (_runtime: Runtime, root: string): Promise<Figures> => {
    const file = path.join(root, 'swarm.json');
    if (!fs.existsSync(file)) fs.copyFileSync(path.join(root, '.cortex', 'swarm.crtx'), file);
    const [wanted, agentId] = ['src/free/file.ts', 'agent-0'];
    const isIt = ({ path: locked }: { path: string }) => locked === wanted;
    const pairOfBoth = async () => {
      await way(file, ({ data }: Locked) => {
        if (data.locks.some(isIt)) throw new Error(`${wanted} is locked: nobody else should hold it.`);
        data.locks.push({ path: wanted, agentId });
      });
      await way(file, ({ data }: Locked) => {
        data.locks = data.locks.filter((each) => !isIt(each));
      });
    };
    return { 'a pair': microseconds(await meanOf(pairOfBoth)) };
  };

/** What a process with a swarm can be asked for. */
export const swarmMeasurements = {
  lock,
  'lock-cold': lockCold,
  read,
  'prepare-read': prepareRead,
  'lock-rewritten': lockIn(rewrite),
  'lock-locked': lockIn(rewriteLocked),
};
