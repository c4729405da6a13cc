import fs from 'node:fs';
import { CortexError } from '../../../src/engine/platform/errors.ts';
import { nodeRuntime } from '../../../src/engine/platform/runtime.ts';
import { OWN_ZONE } from '../../../src/engine/platform/zoned-time.ts';
import { TeamStore } from '../../../src/engine/team/team-store.ts';
import { TeamWork } from '../../../src/engine/team/work.ts';

// Claims tasks as the agent `agent` until no task is ready in any project. After `death` claims (0: never) it kills itself during the next
// one. It ends without the second look at its last claims, which is left to others.
const [root = '', agent = '', death = '0', ...projects] = process.argv.slice(2);
const say = (event: object) => fs.writeSync(1, `${JSON.stringify(event)}\n`);

const now = () => Number(process.hrtime.bigint()) / 1e6;

say({ kind: 'ready' });
fs.readSync(0, Buffer.alloc(1));
const work = new TeamWork(TeamStore.open(nodeRuntime({}), root), OWN_ZONE);
let claimed = 0;
for (const project of projects) {
  for (let isOver = false; !isOver; ) {
    if (death !== '0' && claimed >= Number(death)) setImmediate(() => process.kill(process.pid, 'SIGKILL'));
    try {
      // Like each command.
      if (await work.store.edits.look()) work.store.refresh();
      const from = now();
      const { task } = await work.claim(project, agent);
      claimed += 1;
      say({ kind: 'claimed', project, id: task.id, from, to: now() });
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      // On a busy machine, half a minute may not be enough for a turn, so it is requested again.
      if (error.code === 'busy') continue;
      if (error.code !== 'not-found') throw error;
      isOver = true;
    }
  }
}
say({ kind: 'closed', problems: work.store.edits.problems });
// Like each command: what it found after this could not be reported.
process.exit();
