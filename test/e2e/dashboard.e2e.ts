/** The Swarm dashboard in the editor: the real host, the real webview, and files of other processes. */
import { expect } from 'vitest';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { CREATE, cortex, HEARTBEAT } from '../harness/cortex.ts';
import { editorTest } from '../harness/e2e.ts';
import { waitFor } from '../harness/wait.ts';

const test = editorTest({ extensions: ['.'], workspace: 'test/fixtures/swarm-workspace' });

test('the dashboard follows changes of other processes, in every theme', async ({ workbench, folder }) => {
  await workbench.statusItem(HEARTBEAT).waitFor();
  await workbench.runCommand('Cortex: Open Swarm Dashboard');
  const dashboard = await workbench.webview('Swarm');
  await cortex(folder, 'init');
  await dashboard.getByRole('button', { name: 'Create Swarm…' }).waitFor();
  await cortex(folder, ...CREATE);
  await cortex(folder, 'swarm', 'recruit', 'ada', '--role', 'worker');
  await cortex(folder, 'swarm', 'claim', '--agent', 'ada');
  await cortex(folder, 'lock', 'acquire', 'src/one.ts', '--agent', 'ada', '--ttl', '10m', '--reason', 'Types');
  await dashboard.getByRole('grid', { name: 'Locks' }).getByText('one.ts').waitFor();
  const active = dashboard.getByRole('treegrid', { name: 'Tasks' }).getByRole('row').filter({ hasText: 'Write the types' });
  await waitFor('the task to be active', async () => (await active.innerText()).includes('active'));
  const ada = dashboard.getByRole('grid', { name: 'Agents' }).getByRole('row').nth(1);
  expect(await ada.innerText()).toMatch(/ada.*Write the types/s);
  // The task that it has since it claimed it, read from the log.
  await ada.getByRole('img').locator('.strip-task.open').waitFor();
  for (const theme of ['light', 'hc-dark', 'hc-light', 'dark'] as const) {
    await workbench.setTheme(theme);
    await workbench.screenshot(fromRoot('out', 'screenshots', 'dashboard', `${theme}.png`));
  }
  await cortex(folder, 'lock', 'release', 'src/one.ts', '--agent', 'ada');
  await dashboard.getByText('Nothing is locked').waitFor();
});
