import fs from 'node:fs';
import { findWorkplace } from '../../../src/engine/crtx/typed/typed-path.ts';
import { nodeRuntime } from '../../../src/engine/platform/runtime.ts';
import { SwarmStore } from '../../../src/engine/swarm/store.ts';
import { acquireLocks } from '../../../src/engine/swarm/use-cases/locks/locks.ts';

/**
 * Many agents wait for one lock in one store. Reports the processor time while idle, and the first that get the lock in turn; the waits of
 * the others end with this process.
 */
const [root = '', count = '', granted = ''] = process.argv.slice(2);
const IDLE_MS = 5_000;
/** On a busy machine, publication and the first timers take a while. */
const LOOKS = 24;
const DAY = 24 * 3_600_000;

const say = (message: object): void => void fs.writeSync(1, `${JSON.stringify(message)}\n`);

const runtime = nodeRuntime();
const store = await SwarmStore.open(runtime, root);
const { signal } = new AbortController();
const place = findWorkplace({ runtime, directory: root, exactDirectory: true, interactive: false, signal, progress: () => undefined });
const desk = { store, place, interactive: false, person: null, named: null, signal };
const lock = (agent: string, wait: number) =>
  acquireLocks(desk, { paths: ['src/'], agent, shared: false, ttl: DAY, wait, reason: '', withBlast: false });

await lock('holder', 0);
const turns: string[] = [];
const waits = Array.from({ length: Number(count) }, async (_, index) => {
  const agent = `agent-${index}`;
  const { ok } = await lock(agent, DAY);
  turns.push(`${agent} ${ok}`);
  await store.transact({ op: 'lock.release', agent, paths: 'all' });
});
while (store.locks.queue().length < waits.length) await runtime.sleep(10);

let percent = 100;
for (let look = 0; look < LOOKS && percent > 1; look += 1) {
  const before = process.cpuUsage();
  await runtime.sleep(IDLE_MS);
  const { user, system } = process.cpuUsage(before);
  percent = (user + system) / 10 / IDLE_MS;
}
say({ event: 'idle', percent });

await store.transact({ op: 'lock.release', agent: 'holder', paths: 'all' });
await Promise.all(waits.slice(0, Number(granted)));
say({ event: 'done', turns: turns.slice(0, Number(granted)) });
process.exit();
