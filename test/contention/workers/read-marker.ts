import { nodeRuntime } from '../../../src/engine/platform/runtime.ts';
import { markRead } from '../../../src/engine/stack/messages/read-marks.ts';
import { StackStore } from '../../../src/engine/stack/store.ts';

/** Marks messages of a stack as read, one by one. */
const [directory = '', ...ids] = process.argv.slice(2);
const store = new StackStore(nodeRuntime({}), directory);
for (const id of ids) await markRead(store, [id]);
