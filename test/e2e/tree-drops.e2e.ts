/** Dragging rows of the trees onto others. Each drop is also a command. */
import { CREATE, cortex } from '../harness/cortex.ts';
import { editorTest } from '../harness/e2e.ts';
import { waitFor } from '../harness/wait.ts';

const TASK = 'Describe how to run it';

const test = editorTest({ extensions: ['.'], workspace: 'test/fixtures/swarm-workspace' });

test('a task that is dropped on an agent is assigned to it', async ({ workbench, folder }) => {
  await cortex(folder, ...CREATE);
  await cortex(folder, 'swarm', 'recruit', 'ada', '--role', 'worker');
  await workbench.openContainer('Cortex');
  await workbench.toggleViews('Needs You', 'Locks', 'Stacks', 'Memory');
  const swarm = workbench.tree('Swarm');
  const task = swarm.row(TASK);
  await task.waitFor();
  await task.dragTo(swarm.row('ada'));
  await waitFor('the assignment', async () =>
    (await swarm.rows()).some(({ label, description }) => label === TASK && description === 'ada'),
  );
});
