import fs from 'node:fs';
import path from 'node:path';
import { listDirectory } from '../../src/engine/files/folder-entries.ts';
import { segmentNumber } from '../../src/engine/log/layout.ts';
import type { Runtime } from '../../src/engine/platform/runtime.ts';
import { SwarmStore, withSwarm } from '../../src/engine/swarm/store.ts';
import { readDecomposition } from '../../src/engine/swarm/tasks/decomposition.ts';

/** The member whose locks are timed. All others hold theirs for longer than any benchmark takes. */
const AGENT = 'agent-0';
const FREE_PATH = 'src/free/file.ts';
const LEASE_MS = 24 * 3_600_000;
const TASKS_IN_GROUP = 20;
const FILES_IN_FOLDER = 50;
/** One agent in this many holds a folder. */
const FOLDER_EVERY = 10;

/** As many tasks as there are agents, in groups. */
function decomposition(tasks: number) {
  const children = Array.from({ length: Math.ceil(tasks / TASKS_IN_GROUP) }, (_, group) => ({
    id: `group-${group}`,
    description: `Part ${group} of the work`,
    children: Array.from({ length: Math.min(TASKS_IN_GROUP, tasks - group * TASKS_IN_GROUP) }, (_, n) => ({
      id: `task-${group}-${n}`,
      description: `Step ${n} of part ${group}`,
      priority: 1 + (n % 5),
    })),
  }));
  return readDecomposition({ id: 'root', description: 'All of the work', children });
}

function pathOf(n: number): string {
  return n % FOLDER_EVERY === 0 ? `packages/part-${n}/` : `src/part-${Math.floor(n / FILES_IN_FOLDER)}/file-${n}.ts`;
}

/** Makes a project whose swarm has so many agents and tasks; each agent holds a lock, but the one whose locks are timed. */
export async function makeSwarm(runtime: Runtime, root: string, agents: number): Promise<void> {
  fs.mkdirSync(path.join(root, '.cortex'), { recursive: true });
  await withSwarm(runtime, root, async (store) => {
    await store.transact({
      op: 'swarm.create',
      swarm: 'swm_bench',
      task: 'All of the work',
      coordinator: 'queen',
      strategy: 'parallel',
      mergePolicy: { strategy: 'auto', conflictResolution: 'last_write', requireHumanApproval: false },
      // So much that no warning comes in between.
      budget: { maxAgents: 2 * agents, maxTokens: 1e9, maxCostUsd: 1_000, maxDurationMs: LEASE_MS },
      decomposition: decomposition(agents),
    });
    for (let n = 0; n < agents; n++) {
      await store.transact({ op: 'swarm.recruit', agent: `agent-${n}`, role: 'coder', expertise: ['typescript'] });
      if (`agent-${n}` !== AGENT) await acquire(store, `agent-${n}`, pathOf(n));
    }
  });
}

async function acquire(store: SwarmStore, agent: string, lockPath: string): Promise<void> {
  const { result } = await store.transact({
    op: 'lock.acquire',
    agent,
    paths: [lockPath],
    type: 'exclusive',
    ttlMs: LEASE_MS,
    waitMs: 0,
    reason: 'a benchmark',
  });
  if (result.status !== 'granted') throw new Error(`${lockPath} is ${result.status}: nobody else should hold it.`);
}

/** Takes the lock that nobody else wants. */
export function take(store: SwarmStore): Promise<void> {
  return acquire(store, AGENT, FREE_PATH);
}

/** Gives it back. */
export async function giveBack(store: SwarmStore): Promise<void> {
  const { result } = await store.transact({ op: 'lock.release', agent: AGENT, paths: [FREE_PATH] });
  if (result.status !== 'ok') throw new Error(`${FREE_PATH} is ${result.status}: it was held a moment ago.`);
}

/** Where the log of a project's swarm lies. */
export function logFolder(root: string): string {
  return path.join(root, '.cortex', '.local', 'swarm');
}

/** Writes until a segment has ended, so that the newest checkpoint has next to nothing behind it. */
export async function endSegment(runtime: Runtime, root: string): Promise<void> {
  const count = () => listDirectory(runtime.fs, logFolder(root)).filter((name) => segmentNumber(name) !== null).length;
  const before = count();
  const store = await SwarmStore.open(runtime, root);
  try {
    while (count() === before) {
      await take(store);
      await giveBack(store);
      await turn();
    }
  } finally {
    // Where there is a next segment, this one is being sealed: that is waited for, and nothing more is written meanwhile.
    await store.close();
  }
}

/** Lets a process do what it does in the background. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
