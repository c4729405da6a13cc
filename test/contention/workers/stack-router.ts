import fs from 'node:fs';
import path from 'node:path';
import { CortexError } from '../../../src/engine/platform/errors.ts';
import { nodeRuntime } from '../../../src/engine/platform/runtime.ts';
import { routeMessages } from '../../../src/engine/stack/messages/route.ts';
import { StackStore } from '../../../src/engine/stack/store.ts';

// Routes between the stacks below `root` repeatedly, until `<root>/done` exists and no messages are left.
const [root = ''] = process.argv.slice(2);
const say = (event: object) => fs.writeSync(1, `${JSON.stringify(event)}\n`);
const runtime = nodeRuntime({});
const names = fs.readdirSync(root).filter((name) => fs.existsSync(path.join(root, name, '.cstack')));
const stacks = names.map((name) => ({ name, store: new StackStore(runtime, path.join(root, name, '.cstack')) }));

say({ kind: 'ready' });
for (let last = false; ; ) {
  const isDone = fs.existsSync(path.join(root, 'done'));
  const { routed, problems } = await routeMessages(
    stacks,
    (to) => stacks.find(({ name }) => name === to) ?? new CortexError('not-found', 'nobody has this name', { value: to }),
  );
  say({ kind: 'routed', count: routed.length, problems });
  if (isDone && last && routed.length === 0) break;
  last = isDone;
}
for (const { store } of stacks) await store.edits.whenIdle();
say({ kind: 'closed', problems: stacks.flatMap(({ store }) => store.problems) });
