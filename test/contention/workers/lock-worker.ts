import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { nodeRuntime } from '../../../src/engine/platform/runtime.ts';
import type { GrantedLock } from '../../../src/engine/swarm/locks/lock-types.ts';
import { SwarmStore } from '../../../src/engine/swarm/store.ts';

/**
 * One of fifty agents: acquires, renews and releases locks until it has done its share, and reports what was acknowledged. It may have to
 * die in the middle of its work after its nth operation.
 */
const [root = '', inside = '', agent = '', share = '', dieAt = ''] = process.argv.slice(2);
const PATHS = 60;
const TTL_MS = 20_000;
/** Upper bound of the delay before a doomed process dies, so that it dies during an operation. */
const DIES_WITHIN_MS = 5;
/** One in this many operations runs in a newly opened store, like a single command. */
const COLD_EVERY = Number(process.env.COLD_EVERY ?? 10);

const runtime = nodeRuntime();
const own = await SwarmStore.open(runtime, root);
let held: GrantedLock | null = null;

function say(message: object, to = 1): void {
  fs.writeSync(to, `${JSON.stringify(message)}\n`);
}

/** Events are written to a file, because a reader of a pipe would take processor time from the measured processes. */
const diary = fs.openSync(path.join(inside, `${agent}.jsonl`), 'a');

/** A check that is independent of the log: only one agent may be inside a path at a time. A link's text is written atomically. */
function markOf(lock: GrantedLock): string {
  return path.join(inside, lock.path.replaceAll('/', '_'));
}

const textOf = (lock: GrantedLock) => JSON.stringify({ agent, fence: lock.fence, expiresAt: lock.expiresAt });

function enter(lock: GrantedLock): void {
  try {
    fs.symlinkSync(textOf(lock), markOf(lock));
  } catch {
    say({ event: 'inside', path: lock.path, by: agent, other: fs.readlinkSync(markOf(lock)), at: runtime.clock.now() }, diary);
    fs.unlinkSync(markOf(lock));
    fs.symlinkSync(textOf(lock), markOf(lock));
  }
}

/** A lock that has expired may have another holder by now. */
function leave(lock: GrantedLock): void {
  if (runtime.clock.now() >= lock.expiresAt) return;
  if (fs.readlinkSync(markOf(lock)) === textOf(lock)) fs.unlinkSync(markOf(lock));
}

async function acquire(store: SwarmStore): Promise<string> {
  const lockPath = `src/file-${Math.floor(Math.random() * PATHS)}.ts`;
  const { id, result } = await store.transact({
    op: 'lock.acquire',
    agent,
    paths: [lockPath],
    type: 'exclusive',
    ttlMs: TTL_MS,
    waitMs: 0,
    reason: 'contention',
  });
  if (result.status === 'granted') {
    held = result.locks[0] ?? null;
    if (held !== null) enter(held);
  }
  return id;
}

async function release(store: SwarmStore, lock: GrantedLock): Promise<string> {
  leave(lock);
  held = null;
  const { id, result } = await store.transact({ op: 'lock.release', agent, paths: [lock.path] });
  if (result.status !== 'ok' && runtime.clock.now() < lock.expiresAt)
    say({ event: 'lost', path: lock.path, by: agent, fence: lock.fence }, diary);
  return id;
}

async function renew(store: SwarmStore, lock: GrantedLock): Promise<string> {
  return (await store.transact({ op: 'lock.renew', agent, paths: [lock.path] })).id;
}

async function operate(n: number): Promise<void> {
  const begun = performance.now();
  const isCold = n % COLD_EVERY === 0;
  const store = isCold ? await SwarmStore.join(runtime, root) : own;
  let id: string;
  if (held === null) id = await acquire(store);
  else if (n % 5 === 0) id = await renew(store, held);
  else id = await release(store, held);
  if (isCold) await store.close();
  say({ event: 'done', id, cold: isCold, ms: performance.now() - begun, fence: held?.fence ?? null }, diary);
  if (n === Number(dieAt)) setTimeout(() => process.kill(process.pid, 'SIGKILL'), Math.random() * DIES_WITHIN_MS);
}

say({ event: 'ready' });
for await (const line of createInterface({ input: process.stdin })) if (line === 'go') break;
// An open pipe keeps a process alive.
process.stdin.destroy();
const begun = performance.now();
for (let n = 1; n <= Number(share); n++) await operate(n);
const seconds = (performance.now() - begun) / 1000;
if (held !== null) await release(own, held);
await own.close();
say({ event: 'finished', seconds, problems: own.problems });
