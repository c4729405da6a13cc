/** The history of a swarm in the editor: the real host, its threads, and a log of other processes. */
import { expect } from 'vitest';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { CREATE, cortex, HEARTBEAT } from '../harness/cortex.ts';
import { editorTest } from '../harness/e2e.ts';
import { waitFor } from '../harness/wait.ts';

const test = editorTest({ extensions: ['.'], workspace: 'test/fixtures/swarm-workspace' });

test('the burn-down is read from the log and follows it; the task graph selects in the tree', async ({ workbench, folder }) => {
  await workbench.statusItem(HEARTBEAT).waitFor();
  await cortex(folder, 'init');
  await cortex(folder, ...CREATE);
  await cortex(folder, 'swarm', 'recruit', 'ada', '--role', 'worker');
  await cortex(folder, 'swarm', 'usage', '--agent', 'ada', '--tokens', '1200', '--cost', '0.5');
  await workbench.runCommand('Cortex: Open Swarm Dashboard');
  const dashboard = await workbench.webview('Swarm');
  await dashboard.getByRole('button', { name: 'Burn-Down' }).click();
  const part = dashboard.getByRole('region', { name: 'Burn-Down', exact: true });
  await part.getByText('it needs five completed tasks').waitFor();
  await part.getByRole('button', { name: 'Figures' }).click();
  const last = part.getByRole('row').last();
  await waitFor('what was spent', async () => (await last.innerText()).includes('1.2K'));
  await workbench.screenshot(fromRoot('out', 'screenshots', 'dashboard', 'burn-down.png'));
  await cortex(folder, 'swarm', 'usage', '--agent', 'ada', '--tokens', '800', '--cost', '0.25');
  await waitFor('what was spent since', async () => (await last.innerText()).includes('$0.75'));
  expect(await last.innerText()).toMatch(/\s2K\s+\$0\.75/);

  await dashboard.getByRole('button', { name: 'Graph', exact: true }).click();
  const graph = dashboard.getByRole('region', { name: 'Graph of the Tasks' });
  await graph.locator('.graph-task').filter({ hasText: 'Write the types' }).click();
  const chosen = dashboard.getByRole('treegrid', { name: 'Tasks' }).locator('[aria-selected=true]');
  await waitFor('the row', async () => (await chosen.innerText()).includes('Write the types'));
  await dashboard.getByText('Critical path:').waitFor();
  await workbench.screenshot(fromRoot('out', 'screenshots', 'dashboard', 'task-graph.png'));
});

test('the slider shows an earlier state of the swarm, and leads back to now', async ({ workbench, folder }) => {
  await workbench.statusItem(HEARTBEAT).waitFor();
  await cortex(folder, 'init');
  await cortex(folder, ...CREATE);
  await cortex(folder, 'swarm', 'recruit', 'ada', '--role', 'worker');
  await cortex(folder, 'lock', 'acquire', 'src/one.ts', '--agent', 'ada', '--ttl', '10m');
  await cortex(folder, 'lock', 'release', 'src/one.ts', '--agent', 'ada');
  await workbench.runCommand('Cortex: Open Swarm Dashboard');
  const dashboard = await workbench.webview('Swarm');
  await dashboard.getByText('Nothing is locked').waitFor();
  await dashboard.getByRole('button', { name: 'History' }).click();
  const part = dashboard.getByRole('region', { name: 'History', exact: true });
  const slider = part.getByRole('slider', { name: 'Moment' });
  const lock = dashboard.getByRole('grid', { name: 'Locks' }).getByText('one.ts');
  await waitFor('the moment before the release', async () => {
    await slider.press('ArrowLeft');
    const moment = (await slider.getAttribute('aria-valuetext')) ?? '';
    await part.and(dashboard.locator('[aria-busy=false]')).getByRole('status').filter({ hasText: moment }).waitFor();
    return lock.isVisible();
  });
  await part.getByText('As it was at').waitFor();
  await part.getByText('lock released').waitFor();
  expect(await dashboard.getByRole('button', { name: 'Pause…' }).count()).toBe(0);
  await workbench.screenshot(fromRoot('out', 'screenshots', 'dashboard', 'history.png'));
  await slider.press('Home');
  await part.getByText('joined').waitFor();
  await slider.press('End');
  await dashboard.getByText('Nothing is locked').waitFor();
  await dashboard.getByRole('button', { name: 'Pause…' }).waitFor();
});
