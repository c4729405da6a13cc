import { createInterface } from 'node:readline';
import { nodeRuntime } from '../../src/engine/kernel/runtime.ts';
import { makeSwarm } from './big-swarm.ts';
import { measurementOf } from './measurements.ts';

/** Makes a project with a swarm of that many agents; then each line on its input asks for a measurement on it, until the input ends. */
const [root = '', agents = ''] = process.argv.slice(2);

// Whatever the caller's clock is pinned to: a benchmark needs one that goes on.
const runtime = nodeRuntime({});

function say(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

await makeSwarm(runtime, root, Number(agents));
say({ event: 'ready' });
for await (const line of createInterface({ input: process.stdin })) {
  say({ event: 'measured', figures: await measurementOf(line)(runtime, root) });
}
