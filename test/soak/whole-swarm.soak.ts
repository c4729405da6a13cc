import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import * as z from 'zod';
import { nodeRuntime } from '../../src/engine/platform/runtime.ts';
import { toManifest } from '../../src/engine/swarm/projection.ts';
import { withSwarm } from '../../src/engine/swarm/store.ts';
import { readDecomposition } from '../../src/engine/swarm/tasks/decomposition.ts';
import { allReady, history, spread } from '../contention/support.ts';
import { bundle } from '../support/bundle.ts';
import { WorkerProcess } from '../support/worker-process.ts';

const AGENTS = Number(process.env.AGENTS ?? 10_000);
const PROCESSES = Number(process.env.PROCESSES ?? 50);
const COLD_EVERY = Number(process.env.COLD_EVERY ?? 10);
const OPERATIONS_EACH = 5;
const TASKS_IN_GROUP = 20;
const REPORT_MS = 15_000;

const eventSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('ready') }),
  z.object({ event: z.literal('done'), op: z.string(), id: z.string(), cold: z.boolean(), ms: z.number() }),
  z.object({ event: z.literal('finished'), problems: z.array(z.string()) }),
]);
type Worker = WorkerProcess<z.infer<typeof eventSchema>>;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-whole-'));
const root = path.join(folder, 'project');
const runtime = nodeRuntime();
const workers: Worker[] = [];
afterAll(() => {
  for (const worker of workers) worker.kill();
  fs.rmSync(folder, { recursive: true, force: true });
});

const doneBy = (all: readonly Worker[]) => all.flatMap(({ events }) => events.filter((event) => event.event === 'done'));

async function create(): Promise<void> {
  fs.mkdirSync(path.join(root, '.cortex'), { recursive: true });
  const children = Array.from({ length: Math.ceil(AGENTS / TASKS_IN_GROUP) }, (_, group) => ({
    id: `group-${group}`,
    description: `Part ${group}`,
    children: Array.from({ length: Math.min(TASKS_IN_GROUP, AGENTS - group * TASKS_IN_GROUP) }, (_, n) => ({
      id: `task-${group}-${n}`,
      description: `Step ${n} of part ${group}`,
    })),
  }));
  await withSwarm(runtime, root, (store) =>
    store.transact({
      op: 'swarm.create',
      swarm: 'swm_whole',
      task: 'All of the work',
      coordinator: 'queen',
      strategy: 'parallel',
      mergePolicy: { strategy: 'auto', conflictResolution: 'last_write', requireHumanApproval: false },
      budget: { maxAgents: AGENTS, maxTokens: 1e9, maxCostUsd: 1_000, maxDurationMs: 24 * 3_600_000 },
      decomposition: readDecomposition({ id: 'root', description: 'All of the work', children }),
    }),
  );
}

async function run(): Promise<number> {
  const program = await bundle(path.join(import.meta.dirname, 'member-worker.ts'), folder);
  for (let n = 0; n < PROCESSES; n++) {
    const first = Math.floor((n * AGENTS) / PROCESSES);
    const count = Math.floor(((n + 1) * AGENTS) / PROCESSES) - first;
    workers.push(new WorkerProcess(`process-${n}`, [program, root, String(first), String(count), String(COLD_EVERY)], eventSchema));
  }
  await allReady(workers);
  const begun = performance.now();
  const say = () =>
    console.log(`${doneBy(workers).length} of ${AGENTS * OPERATIONS_EACH} after ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  const timer = setInterval(say, REPORT_MS);
  for (const worker of workers) worker.say('go');
  await Promise.all(workers.map(({ exited }) => exited));
  clearInterval(timer);
  return (performance.now() - begun) / 1000;
}

test(`${AGENTS} agents in ${PROCESSES} processes bring one swarm to its end, and the log says the same as the state`, async () => {
  await create();
  const seconds = await run();
  for (const worker of workers) {
    expect(worker.events.at(-1), `${worker.name}: ${worker.errors}`).toEqual({ event: 'finished', problems: [] });
  }
  const done = doneBy(workers);
  const times = (isWanted: (event: (typeof done)[number]) => boolean) => done.filter(isWanted).map(({ ms }) => ms);
  console.log(
    `${done.length} operations by ${AGENTS} agents in ${PROCESSES} processes in ${seconds.toFixed(1)} s: ${Math.round(done.length / seconds)}/s\n` +
      [
        spread(
          'all',
          times(() => true),
        ),
        spread(
          'lock',
          times(({ op }) => op === 'lock'),
        ),
        spread(
          'lock, warm',
          times(({ op, cold }) => op === 'lock' && !cold),
        ),
        spread(
          'opened cold',
          times(({ cold }) => cold),
        ),
      ].join('\n'),
  );
  expect(done).toHaveLength(AGENTS * OPERATIONS_EACH);

  const past = history(root);
  expect(done.filter(({ id }) => !past.ordinals.has(id))).toEqual([]);
  await withSwarm(runtime, root, async (store) => {
    const manifest = store.manifest();
    expect(toManifest(past.state, runtime.clock.now())).toEqual(manifest);
    expect(manifest.decomposition.status).toBe('done');
    const by = manifest.decomposition.children.flatMap(({ children }) => children.map(({ output }) => JSON.stringify(output)));
    expect(new Set(by).size, 'each agent handed in one task').toBe(AGENTS);
    expect(manifest.locks).toEqual([]);
    expect(manifest.agents).toHaveLength(AGENTS);
  });
});
