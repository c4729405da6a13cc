/** The extension in the editor: views that follow changes of other processes, welcome views, menus. */
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { CREATE, cortex, HEARTBEAT } from '../harness/cortex.ts';
import { editorTest } from '../harness/e2e.ts';
import { waitFor } from '../harness/wait.ts';

const test = editorTest({ extensions: ['.'], workspace: 'test/fixtures/swarm-workspace' });

const shot = (name: string): string => fromRoot('out', 'screenshots', 'extension', `${name}.png`);

test('the views follow changes of other processes, and a person breaks a lock from its menu with a reason', async ({
  workbench,
  folder,
}) => {
  const heartbeat = workbench.statusItem(HEARTBEAT);
  await heartbeat.waitFor();
  await workbench.openContainer('Cortex');
  await workbench.page.getByRole('button', { name: 'Create Swarm' }).waitFor();
  await cortex(folder, ...CREATE);
  const swarm = workbench.tree('Swarm');
  await swarm.row('Build the shop').waitFor();
  await cortex(folder, 'swarm', 'recruit', 'ada', '--role', 'worker');
  await cortex(folder, 'swarm', 'claim', '--agent', 'ada');
  await cortex(folder, 'lock', 'acquire', 'src/one.ts', '--agent', 'ada', '--ttl', '10m');
  const locks = workbench.tree('Locks');
  await locks.row('src/one.ts').waitFor();
  await workbench.toggleViews('Stacks', 'Memory', 'Locks');
  await swarm.expand('Model the catalogue');
  expect(await waitFor('the rows', async () => (await swarm.rows()).length === 8 && swarm.rows())).toMatchObject([
    { label: 'Build the shop', description: '0 % · 0 of 3' },
    { label: 'Tasks', description: '1 active, 2 pending' },
    { label: 'Model the catalogue', description: '0 of 2', level: 2, expanded: true },
    { label: 'Write the types', description: 'ada', level: 3 },
    { label: 'Store products', description: 'waits for types' },
    { label: 'Describe how to run it', description: '' },
    { label: 'Agents', description: '1 of 1 working' },
    { label: 'ada', description: '$0.00 · Write the types' },
  ]);
  expect(await heartbeat.innerText()).toMatch(/1\/1\s+1/);
  await swarm.chooseFromMenu('ada', 'Report Usage');
  for (const type of ['1200', '0.75']) await workbench.answer({ type });
  await waitFor('the cost', async () => (await swarm.rows()).some(({ description }) => description === '$0.75 · Write the types'));
  await workbench.toggleViews('Locks');
  await locks.row('src/one.ts').waitFor();
  await workbench.screenshot(shot('swarm'));
  await cortex(folder, 'lock', 'release', 'src/one.ts', '--agent', 'ada');
  await locks.root.getByRole('treeitem').first().waitFor({ state: 'detached' });

  await cortex(folder, 'lock', 'acquire', 'src/one.ts', '--agent', 'rude', '--ttl', '10m');
  await locks.row('src/one.ts').waitFor();
  await locks.chooseFromMenu('src/one.ts', 'Break Lock');
  await workbench.answer({ type: 'It is gone' });
  const dialog = workbench.page.locator('.monaco-dialog-box');
  await dialog.getByText('rude may be editing it').waitFor();
  await dialog.getByRole('button', { name: 'Break Lock' }).click();
  await locks.row('src/one.ts').waitFor({ state: 'detached' });
});

test('a person votes from the menu of an open decision, pauses the swarm and resumes it', async ({ workbench, folder }) => {
  await cortex(folder, ...CREATE, '--strategy', 'consensus');
  for (const agent of ['ada', 'bob', 'cleo']) await cortex(folder, 'swarm', 'recruit', agent, '--role', 'worker');
  await cortex(folder, 'swarm', 'propose', 'types', '--agent', 'bob', '--approach', 'One table');
  await workbench.openContainer('Cortex');
  const swarm = workbench.tree('Swarm');
  await swarm.row('One table').waitFor();
  const described = async (label: string) => (await swarm.rows()).find((row) => row.label === label)?.description;
  expect(await described('One table')).toBe('votes: 1 of 3, 2 needed');
  await workbench.screenshot(shot('to-decide'));
  await swarm.chooseFromMenu('One table', 'Vote');
  await workbench.answer({ pick: 'yes' });
  await workbench.answer({ pick: 'ada' });
  await swarm.row('One table').waitFor({ state: 'detached' });
  await swarm.chooseFromMenu('Build the shop', 'Pause Swarm');
  await workbench.answer({ type: 'Tests are red' });
  await waitFor('the pause', async () => (await described('Build the shop')) === 'paused · 0 % · 0 of 3');
  const heartbeat = workbench.statusItem(HEARTBEAT);
  await waitFor('it in the status bar', async () => (await heartbeat.getAttribute('aria-label'))?.includes('Tests are red') === true);
  await workbench.screenshot(shot('paused'));
  await workbench.runCommand('Cortex Swarm: Resume Swarm');
  await waitFor('its end', async () => (await described('Build the shop')) === '0 % · 0 of 3');
});

test('a folder without .cortex is initialized from its welcome view, and a broken swarm.crtx has one that opens the position', async ({
  workbench,
  folder,
}) => {
  await rm(path.join(folder, '.cortex'), { recursive: true });
  await workbench.openContainer('Cortex');
  const button = workbench.page.getByRole('button', { name: 'Initialize Cortex' });
  await button.waitFor();
  await workbench.screenshot(shot('no-project'));
  await button.click();
  await workbench.page.getByRole('button', { name: 'Create Swarm' }).waitFor();

  await writeFile(path.join(folder, '.cortex', 'swarm.crtx'), '{\n  "header": oops\n}');
  await workbench.page.getByRole('button', { name: 'Show Problem' }).click();
  await workbench.tab('swarm.crtx').waitFor();
  await workbench.page.locator('.part.statusbar').getByText('Ln 2, Col 13').waitFor();
  await workbench.page.locator(`.part.statusbar .warning-kind[id="${HEARTBEAT}"]`).waitFor();
  await workbench.screenshot(shot('broken'));
});
