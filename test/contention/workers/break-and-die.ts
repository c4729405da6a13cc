import { nodeRuntime } from '../../../src/engine/platform/runtime.ts';
import { SwarmStore } from '../../../src/engine/swarm/store.ts';

/** Breaks a lock and kills itself as soon as that is acknowledged. */
const [root = '', path = '', by = ''] = process.argv.slice(2);
const store = await SwarmStore.open(nodeRuntime(), root);
await store.transact({ op: 'lock.break', path, by, reason: 'stuck' });
process.kill(process.pid, 'SIGKILL');
