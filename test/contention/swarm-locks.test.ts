import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import * as z from 'zod';
import { nodeRuntime } from '../../src/engine/platform/runtime.ts';
import { SwarmStore } from '../../src/engine/swarm/store.ts';
import { waitFor } from '../harness/wait.ts';
import { bundle } from '../support/bundle.ts';
import { WorkerProcess } from '../support/worker-process.ts';
import { allReady, history, spread } from './support.ts';

const PROCESSES = Number(process.env.PROCESSES ?? 50);
const KILLED = Math.floor(PROCESSES / 3);
const SHARE = 1_000;
const OPERATIONS = 200 * PROCESSES;
/** Pause between two rewrites of the foreign program, like a person who saves a file now and then. */
const FOREIGN_MS = 700;
const FOREIGN_EDITS = 100;

const eventSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('ready') }),
  z.object({ event: z.literal('done'), id: z.string(), cold: z.boolean(), ms: z.number(), fence: z.int().nullable() }),
  z.object({ event: z.literal('inside'), path: z.string(), by: z.string(), other: z.string(), at: z.int() }),
  z.object({ event: z.literal('lost'), path: z.string(), by: z.string(), fence: z.int() }),
  z.object({ event: z.literal('finished'), seconds: z.number(), problems: z.array(z.string()) }),
  z.object({ event: z.literal('wrote'), path: z.string() }),
]);
type Worker = WorkerProcess<z.infer<typeof eventSchema>>;

const markSchema = z.object({ agent: z.string(), fence: z.int(), expiresAt: z.int() });

/** Returns the acknowledged operations of a process. */
const doneBy = ({ events }: Worker) => events.filter((event) => event.event === 'done');

/** Returns the events that a process wrote to its diary. The last line of a killed process may be cut. */
function diaryOf({ name }: Worker): z.infer<typeof eventSchema>[] {
  const lines = fs.readFileSync(path.join(inside, `${name}.jsonl`), 'utf8').split('\n');
  return lines.filter((line) => line.endsWith('}')).map((line) => eventSchema.parse(JSON.parse(line)));
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-contention-'));
/** Folder of the marks for held paths: in memory if possible, because a disk sync would block the processes. */
const inside = fs.mkdtempSync(path.join(fs.existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir(), 'cortex-inside-'));
const workers: Worker[] = [];
afterAll(() => {
  for (const worker of workers) worker.kill();
  for (const each of [folder, inside]) fs.rmSync(each, { recursive: true, force: true });
});

/** Returns the rate of the slowest surviving process, relative to the mean. */
function fairness(survivors: readonly Worker[]): number {
  const rates = survivors.flatMap(({ events }) => events.flatMap((event) => (event.event === 'finished' ? [SHARE / event.seconds] : [])));
  return Math.min(...rates) / (rates.reduce((sum, rate) => sum + rate, 0) / rates.length);
}

test('fifty processes, a third of them killed, and foreign edits: no lock is granted twice, nothing acknowledged is lost', async () => {
  const root = path.join(folder, 'project');
  for (const name of ['.cortex', 'src']) fs.mkdirSync(path.join(root, name), { recursive: true });
  const lockWorker = await bundle(path.join(import.meta.dirname, 'workers/lock-worker.ts'), folder);
  const foreignWriter = await bundle(path.join(import.meta.dirname, 'workers/foreign-writer.ts'), folder);
  const file = path.join(root, '.cortex', 'swarm.crtx');

  // Each doomed process dies during its work, after a different number of operations.
  const dieAt = (n: number) => (n < KILLED ? [String(20 + n * 15)] : []);
  for (let n = 0; n < PROCESSES; n++) {
    workers.push(new WorkerProcess(`agent-${n}`, [lockWorker, root, inside, `agent-${n}`, String(SHARE), ...dieAt(n)], eventSchema));
  }
  await allReady(workers);
  const foreign = new WorkerProcess('by-hand', [foreignWriter, file, String(FOREIGN_MS), String(FOREIGN_EDITS)], eventSchema);
  const begun = performance.now();
  for (const worker of workers) worker.say('go');
  await Promise.all(workers.map((worker) => worker.exited));
  const seconds = (performance.now() - begun) / 1000;
  foreign.say('stop');
  await foreign.exited;
  const foreignEnded = performance.now();

  for (const worker of workers) worker.events.splice(1, 0, ...diaryOf(worker));
  expect(workers.filter(({ wasKilled }) => wasKilled).length, 'the doomed were killed').toBe(KILLED);
  const survivors = workers.slice(KILLED);
  for (const worker of survivors) {
    const last = worker.events.at(-1);
    expect(last, `${worker.name}: ${worker.errors}`).toMatchObject({ event: 'finished' });
    // A program that is paused in the middle of a rewrite leaves a broken file, which is reported.
    if (last?.event === 'finished') expect(last.problems.filter((problem) => !problem.includes('It was rebuilt'))).toEqual([]);
  }

  const { ordinals } = history(root);
  const acknowledged = workers.flatMap(doneBy);
  const lostRecords = acknowledged.filter(({ id }) => !ordinals.has(id));
  const lostLocks = workers.flatMap((worker) => worker.events.filter((event) => event.event === 'lost'));
  const doubles = workers
    .flatMap((worker) => worker.events.filter((event) => event.event === 'inside'))
    .filter(({ other, at }) => markSchema.parse(JSON.parse(other)).expiresAt > at);
  for (const worker of workers) {
    const own = doneBy(worker).map(({ id }) => ordinals.get(id) ?? 0);
    expect(own, 'a process sees its own records in order').toEqual(own.toSorted((a, b) => a - b));
  }

  // The next process adopts the last edit by hand, and the text in the file that a publication replaced at that time.
  const store = await SwarmStore.open(nodeRuntime(), root);
  await waitFor('the last replaced file to be old enough', async () => performance.now() > foreignEnded + 1_100);
  await store.transact({ op: 'tick' });
  await store.close();
  const byHand = foreign.events.flatMap((event) => (event.event === 'wrote' ? [event.path] : []));
  const adopted = new Set(
    store.locks
      .list(Date.now())
      .filter((lock) => lock.agentId === 'by-hand')
      .map((lock) => lock.path),
  );
  const lostByHand = byHand.filter((name) => !adopted.has(name));

  const rates = survivors.map((worker) => doneBy(worker).length);
  const slowest = fairness(survivors);
  const times = (cold: boolean) => acknowledged.filter((done) => done.cold === cold).map(({ ms }) => ms);
  console.log(
    `${acknowledged.length} operations by ${PROCESSES} processes (${KILLED} killed) in ${seconds.toFixed(1)} s: ${Math.round(acknowledged.length / seconds)}/s from the moment when all were ready, ` +
      `slowest process ${slowest.toFixed(2)} of the mean\n${spread(
        'all',
        acknowledged.map(({ ms }) => ms),
      )}\n${spread('warm', times(false))}\n${spread('opened cold', times(true))}\n` +
      `double grants ${doubles.length}, lost records ${lostRecords.length}, lost locks ${lostLocks.length}; by hand ${byHand.length} (one each ${FOREIGN_MS} ms, at most ${FOREIGN_EDITS}), not taken over ${lostByHand.length}`,
  );
  expect(slowest).toBeGreaterThanOrEqual(0.25);
  expect(acknowledged.length).toBeGreaterThanOrEqual(OPERATIONS);
  expect(Math.min(...rates)).toBe(SHARE);
  expect(doubles).toEqual([]);
  expect(lostRecords).toEqual([]);
  expect(lostLocks).toEqual([]);
  expect(byHand.length).toBeGreaterThan(5);
  expect(lostByHand).toEqual([]);
});
