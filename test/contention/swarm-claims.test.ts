import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import * as z from 'zod';
import type { TaskNode } from '../../src/engine/crtx/index.ts';
import { nodeRuntime } from '../../src/engine/platform/runtime.ts';
import { DEFAULT_BUDGET, DEFAULT_MERGE_POLICY } from '../../src/engine/swarm/defaults.ts';
import { toManifest } from '../../src/engine/swarm/projection.ts';
import { SwarmStore, withSwarm } from '../../src/engine/swarm/store.ts';
import { readDecomposition } from '../../src/engine/swarm/tasks/decomposition.ts';
import { withTimeline } from '../../src/engine/timeline/store.ts';
import { bundle } from '../support/bundle.ts';
import { WorkerProcess } from '../support/worker-process.ts';
import { allReady, type History, history } from './support.ts';

const PROCESSES = Number(process.env.PROCESSES ?? 24);
const KILLED = Math.floor(PROCESSES / 3);
const GROUPS = 30;
const TASKS_IN_GROUP = 12;

const eventSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('ready') }),
  z.object({ event: z.literal('claimed'), id: z.string(), task: z.string() }),
  z.object({ event: z.literal('completed'), id: z.string(), task: z.string(), ok: z.boolean() }),
  z.object({ event: z.literal('inside'), task: z.string(), other: z.string() }),
  z.object({ event: z.literal('finished'), problems: z.array(z.string()) }),
]);
type Worker = WorkerProcess<z.infer<typeof eventSchema>>;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-claims-'));
const root = path.join(folder, 'project');
const inside = path.join(root, 'inside');
const runtime = nodeRuntime();
const workers: Worker[] = [];
afterAll(() => {
  for (const worker of workers) worker.kill();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Groups of tasks. Every third task of a group depends on the previous one, and each group on the tenth before it. */
function decomposition(): TaskNode {
  const children = Array.from({ length: GROUPS }, (_, group) => ({
    id: `g${group}`,
    description: 'A group',
    dependencies: group >= 10 ? [`g${group - 10}`] : [],
    children: Array.from({ length: TASKS_IN_GROUP }, (_, n) => ({
      id: `g${group}-${n}`,
      description: 'A task',
      priority: n % 4,
      dependencies: n % 3 === 2 ? [`g${group}-${n - 1}`] : [],
    })),
  }));
  return readDecomposition({ id: 'root', description: 'All', children });
}

/** Removes the marks of a dead agent's unfinished task. */
function leaveFor(agent: string): void {
  for (const task of fs.readdirSync(inside)) {
    const mark = path.join(inside, task);
    if (fs.lstatSync(mark, { throwIfNoEntry: false })?.isSymbolicLink() && readMark(mark) === agent) fs.unlinkSync(mark);
  }
}

function readMark(mark: string): string | null {
  try {
    return fs.readlinkSync(mark);
  } catch {
    // Its agent has completed the task meanwhile.
    return null;
  }
}

/** The log's records of retirements and usage. */
interface Past extends History {
  /** Ordinal of each agent's retirement. */
  readonly retired: ReadonlyMap<string, number>;
  readonly usages: number;
}

function pastOf(project: string): Past {
  const retired = new Map<string, number>();
  let usages = 0;
  const all = history(project, (record, ordinal) => {
    if (record.op === 'swarm.usage') usages += 1;
    if (record.op === 'swarm.retire') retired.set(String(record.agent), ordinal);
  });
  return { ...all, retired, usages };
}

interface Given {
  readonly agent: string;
  readonly from: number;
  /** Ordinal of the completion or of the agent's retirement. */
  readonly to: number;
}

/** Returns, for each task, the agents to which it was assigned, and from when to when. */
function givenTimes({ ordinals, retired }: Past): Map<string, Given[]> {
  const given = new Map<string, Given[]>();
  for (const { name, events } of workers) {
    for (const [index, event] of events.entries()) {
      if (event.event !== 'claimed') continue;
      const end = events.slice(index).find((later) => later.event === 'completed' && later.task === event.task);
      const to = end?.event === 'completed' ? ordinals.get(end.id) : retired.get(name);
      const list = given.get(event.task) ?? [];
      list.push({ agent: name, from: ordinals.get(event.id) ?? Number.NaN, to: to ?? Number.NaN });
      given.set(event.task, list);
    }
  }
  return given;
}

/** Each doomed process dies at a different task: every second one right after its claim, the others at an arbitrary point after it. */
function start(program: string, n: number): Worker {
  const dieAt = n < KILLED ? 1 + n : Number.POSITIVE_INFINITY;
  const byItself = n % 2 === 0;
  let claims = 0;
  return new WorkerProcess(`agent-${n}`, [program, root, `agent-${n}`, String(byItself ? dieAt : 0)], eventSchema, (worker, { event }) => {
    if (event === 'claimed') claims += 1;
    if (!byItself && claims >= dieAt) worker.kill();
  });
}

test('agents of one swarm, a third of them killed: each task is assigned to one at a time, none is lost, and all are done', async () => {
  fs.mkdirSync(path.join(root, '.cortex'), { recursive: true });
  fs.mkdirSync(inside);
  const program = await bundle(path.join(import.meta.dirname, 'workers/claim-worker.ts'), folder);
  await withSwarm(runtime, root, (store) =>
    store.transact({
      op: 'swarm.create',
      swarm: 'swm_1',
      task: 'All',
      coordinator: 'queen',
      strategy: 'parallel',
      decomposition: decomposition(),
      mergePolicy: DEFAULT_MERGE_POLICY,
      budget: DEFAULT_BUDGET,
    }),
  );

  for (let n = 0; n < PROCESSES; n++) workers.push(start(program, n));
  await allReady(workers);
  const begun = performance.now();
  for (const worker of workers) worker.say('go');

  const released: string[] = [];
  const store = await SwarmStore.open(runtime, root);
  const retirements = workers.slice(0, KILLED).map(async (worker) => {
    await worker.exited;
    leaveFor(worker.name);
    const { result } = await store.transact({ op: 'swarm.retire', agent: worker.name });
    if (result.status === 'ok') released.push(...result.released);
  });
  await Promise.all([...retirements, ...workers.map(({ exited }) => exited)]);
  await store.close();
  const seconds = (performance.now() - begun) / 1000;

  expect(workers.filter(({ wasKilled }) => wasKilled).length, 'the doomed were killed').toBe(KILLED);
  for (const worker of workers.slice(KILLED)) {
    expect(worker.events.at(-1), `${worker.name}: ${worker.errors}`).toMatchObject({ event: 'finished', problems: [] });
  }
  const past = pastOf(root);
  const events = workers.flatMap((worker) => worker.events);
  const promised = events.flatMap((event) => ('id' in event ? [event.id] : []));
  expect(
    promised.filter((id) => !past.ordinals.has(id)),
    'acknowledged records that are lost',
  ).toEqual([]);
  expect(
    events.filter(({ event }) => event === 'inside'),
    'two agents at one task',
  ).toEqual([]);
  expect(
    events.filter((event) => event.event === 'completed' && !event.ok),
    'completions that were not accepted',
  ).toEqual([]);
  const given = givenTimes(past);
  for (const [task, times] of given) {
    const inOrder = times.toSorted((a, b) => a.from - b.from);
    for (const [index, { to }] of inOrder.entries()) {
      const next = inOrder[index + 1];
      if (next !== undefined) expect(to, `${task}: ${JSON.stringify(inOrder)}`).toBeLessThan(next.from);
    }
  }
  expect(released.length, 'half of the killed agents had just claimed a task').toBeGreaterThanOrEqual(Math.ceil(KILLED / 2));

  const shown = JSON.parse(fs.readFileSync(path.join(root, '.cortex', 'swarm.crtx'), 'utf8')).data;
  await withSwarm(runtime, root, async (last) => {
    expect(last.swarm.progress()).toMatchObject({ done: GROUPS * TASKS_IN_GROUP, total: GROUPS * TASKS_IN_GROUP, percent: 100 });
    expect(shown, 'the file matches the log').toEqual(last.manifest());
  });
  expect(toManifest(past.state), 'the history gives the same state as the last checkpoint').toEqual(shown);
  expect(shown.budget.spent).toMatchObject({ agents: PROCESSES, tokens: past.usages });
  const decisions = await withTimeline(runtime, root, async (timeline) =>
    timeline.entries().map(({ type, agentId }) => `${type} ${agentId}`),
  );
  expect(new Set(decisions).size, 'everything is recorded once').toBe(decisions.length);
  expect(decisions.filter((line) => line.startsWith('decision')).length).toBeGreaterThan(0);
  console.log(
    `${GROUPS * TASKS_IN_GROUP} tasks by ${PROCESSES} agents (${KILLED} killed at work, ${released.length} of their tasks came back) in ${seconds.toFixed(1)} s; ` +
      `${past.ordinals.size} records, ${promised.length} acknowledged claims and completions, none lost; two at one task: 0`,
  );
});
