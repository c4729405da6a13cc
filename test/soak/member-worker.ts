import fs from 'node:fs';
import { createInterface } from 'node:readline';
import { nodeRuntime } from '../../src/engine/platform/runtime.ts';
import { SwarmStore } from '../../src/engine/swarm/store.ts';

/** Two hundred members of a swarm in one process: each joins, claims a task, locks its file, hands it in, and says what it was promised. */
const [root = '', first = '', count = '', coldEvery = ''] = process.argv.slice(2);
const LEASE_MS = 3_600_000;
const members = Array.from({ length: Number(count) }, (_, n) => `agent-${Number(first) + n}`);

const runtime = nodeRuntime();
const own = await SwarmStore.open(runtime, root);
let operations = 0;

function say(message: object): void {
  fs.writeSync(1, `${JSON.stringify(message)}\n`);
}

/** Does one operation, every so often in a store that is opened for it, as by a command that is run once. */
async function timed<T>(op: string, operate: (store: SwarmStore) => Promise<{ id: string; result: T }>): Promise<T> {
  const begun = performance.now();
  const isCold = ++operations % Number(coldEvery) === 0;
  const store = isCold ? await SwarmStore.join(runtime, root) : own;
  const { id, result } = await operate(store);
  if (isCold) await store.close();
  say({ event: 'done', op, id, cold: isCold, ms: performance.now() - begun });
  return result;
}

function join(agent: string) {
  return timed('recruit', (store) => store.transact({ op: 'swarm.recruit', agent, role: 'coder', expertise: [] }));
}

async function work(agent: string): Promise<void> {
  const claim = await timed('claim', (store) => store.transact({ op: 'swarm.claim', agent }));
  if (claim.status !== 'ok') throw new Error(`${agent} got no task: ${JSON.stringify(claim)}`);
  const task = claim.task.id;
  const paths = [`src/${task}.ts`];
  const request = { op: 'lock.acquire', agent, paths, type: 'exclusive', ttlMs: LEASE_MS, waitMs: 0, reason: task } as const;
  const lock = await timed('lock', (store) => store.transact(request));
  if (lock.status !== 'granted') throw new Error(`${agent} did not get the lock of ${task}: ${lock.status}`);
  await timed('complete', (store) => store.transact({ op: 'swarm.complete', task, agent, output: { by: agent } }));
  await timed('release', (store) => store.transact({ op: 'lock.release', agent, paths }));
}

say({ event: 'ready' });
for await (const line of createInterface({ input: process.stdin })) if (line === 'go') break;
// A pipe that is still read keeps a process alive.
process.stdin.destroy();
for (const agent of members) await join(agent);
for (const agent of members) await work(agent);
await own.close();
say({ event: 'finished', problems: own.problems });
