import { expect } from 'vitest';
import { CortexIO } from '../../../../../src/engine/crtx/cortex-io.ts';
import { parseCortexFile } from '../../../../../src/engine/crtx/format.ts';
import type { SwarmManifest, TimelineEntry } from '../../../../../src/engine/crtx/schema.ts';
import { LogReader } from '../../../../../src/engine/log/segments/reader.ts';
import type { Runtime } from '../../../../../src/engine/platform/runtime.ts';
import { toManifest } from '../../../../../src/engine/swarm/projection.ts';
import { swarmMachine } from '../../../../../src/engine/swarm/state/machine.ts';
import { SwarmStore } from '../../../../../src/engine/swarm/store.ts';
import { SwarmProtocol } from '../../../../../src/engine/swarm/swarm-protocol.ts';
import { withTimeline } from '../../../../../src/engine/timeline/store.ts';
import { Timeline } from '../../../../../src/engine/timeline/timeline.ts';
import { readText } from '../../../../support/fault-fs/files.ts';
import type { FaultFileSystem } from '../../../../support/fault-fs.ts';
import { ROOT, SimulatedTime, simulatedRuntime } from '../../../../support/simulation.ts';
import { tasksOf } from '../../swarm/make.ts';
import { expectExplained, isPeaceful, isRepeated, later, problemsOf, type Scenario, type World } from './process.ts';

const FOLDER = `${ROOT}/.cortex`;
const LOG = `${FOLDER}/.local/swarm`;
/** Two of these fill a segment. */
const LONG = 'x'.repeat(20_000);

/** A confirmed operation: state of the swarm, and text that the timeline must contain. */
interface Promised {
  readonly tasks?: Readonly<Record<string, string>>;
  /** A path and its holder. */
  readonly lock?: readonly [path: string, agent: string];
  /** Part of the action of an entry. */
  readonly news?: string;
  /** All earlier promises survive power loss from here on. */
  readonly durable?: true;
}

async function setup(fs: FaultFileSystem): Promise<World> {
  const time = new SimulatedTime();
  fs.mkdirSync(ROOT, { recursive: true });
  await new CortexIO(ROOT, simulatedRuntime(fs, { time, seed: 99 })).init();
  fs.syncAll();
  return { time };
}

async function use(runtime: Runtime, promised: Promised[], work: (swarm: SwarmProtocol) => Promise<unknown>): Promise<void> {
  const io = new CortexIO(ROOT, runtime);
  const timeline = new Timeline(io);
  const swarm = new SwarmProtocol(io, timeline);
  try {
    await work(swarm);
  } finally {
    await swarm.close();
    await timeline.close();
  }
  promised.push({ durable: true });
}

const DECOMPOSITION = {
  id: 'root',
  description: 'Release',
  children: [
    { id: 'a', description: 'Write it' },
    { id: 'b', description: 'Test it', dependencies: ['a'] },
    { id: 'c', description: 'Try something' },
  ],
};

/**
 * The first process creates the swarm, and completes a task with an output that fills a segment. Timeline entries are recorded meanwhile.
 */
async function begin(swarm: SwarmProtocol, promised: Promised[]): Promise<void> {
  await swarm.create({ task: 'Release', coordinatorId: 'queen', strategy: 'parallel', maxTokens: 100, decomposition: DECOMPOSITION });
  promised.push({ tasks: { a: 'pending' }, news: 'Created the swarm' });
  for (const agent of ['ann', 'bob']) await swarm.recruit({ agent, role: 'coder' });
  await swarm.claim({ agent: 'ann', task: 'a' });
  promised.push({ tasks: { a: 'active' } });
  await swarm.acquire({ agent: 'ann', paths: ['src/a.ts'] });
  promised.push({ lock: ['src/a.ts', 'ann'] });
  await swarm.complete({ task: 'a', agent: 'ann', output: { text: LONG } });
  promised.push({ tasks: { a: 'done' } });
}

/** The second process continues the log, triggers a budget warning, breaks a lock and fails a task. */
async function goOn(swarm: SwarmProtocol, promised: Promised[]): Promise<void> {
  await swarm.usage({ agent: 'ann', tokens: 85, cost: 0 });
  promised.push({ news: '80 % of the budget' });
  await swarm.claim({ agent: 'bob', task: 'c' });
  await swarm.fail({ task: 'c', agent: 'bob', reason: LONG });
  promised.push({ tasks: { c: 'failed' }, news: 'Failed task' });
  await swarm.acquire({ agent: 'bob', paths: ['src/b.ts'] });
  promised.push({ lock: ['src/b.ts', 'bob'] });
}

function published(fs: FaultFileSystem): SwarmManifest {
  const parsed = parseCortexFile(readText(fs, `${FOLDER}/swarm.crtx`), 'swarm.crtx', 'swarm');
  if (!parsed.ok) throw parsed.error;
  expect(parsed.warnings).toEqual([]);
  return parsed.value.data;
}

/** Returns the manifest without values that grow with time. */
function lasting({ budget, ...manifest }: SwarmManifest): unknown {
  return { ...manifest, budget: { ...budget, spent: { ...budget.spent, durationMs: 0 } } };
}

/** Returns the state according to the complete history of the log. */
function fromHistory(runtime: Runtime): SwarmManifest {
  const reader = new LogReader(runtime, { directory: LOG, machine: swarmMachine, from: 'oldest' });
  reader.refresh();
  reader.close();
  return toManifest(reader.state, runtime.clock.now());
}

function expectPromised(manifest: SwarmManifest, promised: readonly Promised[]): void {
  const wanted: Record<string, string> = Object.assign({}, ...promised.map(({ tasks }) => tasks ?? {}));
  const tasks = tasksOf(manifest);
  for (const [id, status] of Object.entries(wanted)) expect(reached(tasks.get(id)?.status, status), `${id} is ${status}`).toBe(true);
  for (const { lock } of promised) {
    if (lock !== undefined) expect(manifest.locks.map(({ path, agentId }) => [path, agentId])).toContainEqual(lock);
  }
}

/** The operation in progress at the crash may have been applied, too. */
function reached(status: string | undefined, wanted: string): boolean {
  const order = ['pending', 'active', 'done', 'failed'];
  return order.indexOf(status ?? '') >= order.indexOf(wanted);
}

function expectTold(entries: readonly TimelineEntry[], promised: readonly Promised[]): void {
  const actions = entries.map(({ action }) => action);
  expect(new Set(actions).size, 'no duplicate entries').toBe(actions.length);
  for (const { news } of promised) if (news !== undefined) expect(actions).toContainEqual(expect.stringContaining(news));
}

/** Returns the promises that power loss must not revert. */
function durableOf(promised: readonly Promised[]): readonly Promised[] {
  return promised.slice(0, promised.findLastIndex(({ durable }) => durable === true) + 1);
}

/** Two processes lead a swarm: appends, seals, checkpoints, publications and timeline records. */
export const leading: Scenario<World, Promised> = {
  setup,
  scenario: async (fs, promised, { time }) => {
    await use(simulatedRuntime(fs, { time, seed: 2 }), promised, (swarm) => begin(swarm, promised));
    await use(simulatedRuntime(fs, { time, seed: 3 }), promised, (swarm) => goOn(swarm, promised));
  },
  verify: async (aftermath) => {
    if (isRepeated(aftermath)) return;
    const { fs, acknowledged, error, ending } = aftermath;
    expectExplained(error);
    if (isPeaceful(aftermath)) expect(fs.readdirSync(LOG).some((name) => name.endsWith('.state.json'))).toBe(true);
    const next = later(aftermath);
    const promised = ending.startsWith('power loss') ? durableOf(acknowledged) : acknowledged;
    const runtime = simulatedRuntime(fs, next());
    const store = await SwarmStore.open(runtime, ROOT);
    expectPromised(store.manifest(), promised);
    // Creates a change to publish.
    await store.transact({ op: 'lock.acquire', agent: 'eve', paths: ['z'], type: 'shared', ttlMs: 60_000, waitMs: 0, reason: '' });
    await store.close();
    expect(problemsOf(store)).toEqual([]);
    expect(lasting(fromHistory(runtime)), 'history matches the current state').toEqual(lasting(store.manifest()));
    expect(lasting(published(fs)), 'the file matches the log').toEqual(lasting(store.manifest()));
    await withTimeline(simulatedRuntime(fs, next()), ROOT, async (timeline) => {
      expectTold(timeline.entries(), promised);
      expect(problemsOf(timeline)).toEqual([]);
    });
    expect(fs.openCount).toBe(0);
  },
};
