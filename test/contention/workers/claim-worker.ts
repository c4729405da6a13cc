import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { nodeRuntime } from '../../../src/engine/platform/runtime.ts';
import { SwarmStore } from '../../../src/engine/swarm/store.ts';

/**
 * One of many agents: joins, works on its tasks until all are done, and reports what was acknowledged. It may have to die in its nth task.
 */
const [root = '', agent = '', dieAt = ''] = process.argv.slice(2);
const COLD_EVERY = 8;
const PAUSE_MS = 25;

const runtime = nodeRuntime();
let claims = 0;
let store = await SwarmStore.open(runtime, root);

function say(message: object): void {
  fs.writeSync(1, `${JSON.stringify(message)}\n`);
}

/** A check that is independent of the log: only one agent may work on a task at a time. A link's text is written atomically. */
const markOf = (task: string) => path.join(root, 'inside', task);

async function work(task: string): Promise<void> {
  try {
    fs.symlinkSync(agent, markOf(task));
  } catch {
    say({ event: 'inside', task, other: fs.readlinkSync(markOf(task)) });
  }
  await store.transact({ op: 'swarm.usage', agent, tokens: 1, costUsd: 0.01, task });
  fs.unlinkSync(markOf(task));
  const { id, result } = await store.transact({ op: 'swarm.complete', task, agent, output: { by: agent } });
  say({ event: 'completed', id, task, ok: result.status === 'ok' && !result.again });
}

/** Returns false when all tasks are done. */
async function next(): Promise<boolean> {
  const { id, result } = await store.transact({ op: 'swarm.claim', agent });
  if (result.status === 'ok') {
    claims += 1;
    say({ event: 'claimed', id, task: result.task.id });
    if (claims === Number(dieAt)) process.kill(process.pid, 'SIGKILL');
    await work(result.task.id);
    return true;
  }
  if (result.status === 'refused') throw new Error(`refused: ${result.code}`);
  if (result.reason === 'all-done') return false;
  await runtime.sleep(PAUSE_MS);
  return true;
}

await store.transact({ op: 'swarm.recruit', agent, role: 'worker', expertise: [] });
say({ event: 'ready' });
for await (const line of createInterface({ input: process.stdin })) if (line === 'go') break;
// An open pipe keeps a process alive.
process.stdin.destroy();
for (let n = 1; await next(); n++) {
  if (n % COLD_EVERY !== 0) continue;
  await store.close();
  store = await SwarmStore.open(runtime, root);
}
await store.close();
say({ event: 'finished', problems: store.problems });
