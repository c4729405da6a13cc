/** The Locks dashboard in the editor: the real host, the real webview, and locks that agents acquire with the program. */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { expect } from 'vitest';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { CREATE, cortex } from '../harness/cortex.ts';
import { editorTest } from '../harness/e2e.ts';
import { waitFor } from '../harness/wait.ts';
import type { Workbench } from '../harness/workbench.ts';

const test = editorTest({ extensions: ['.'], workspace: 'test/fixtures/swarm-workspace' });

const shot = (name: string): string => fromRoot('out', 'screenshots', 'locks-dashboard', `${name}.png`);

const acquire = (folder: string, file: string, agent: string, ...more: readonly string[]): Promise<void> =>
  cortex(folder, 'lock', 'acquire', file, '--agent', agent, '--ttl', '10m', ...more);

async function openLocks(workbench: Workbench): Promise<FrameLocator> {
  await workbench.openContainer('Cortex');
  await workbench.runCommand('Cortex: Open Locks Dashboard');
  return workbench.webview('Locks');
}

const rows = (dashboard: FrameLocator) => dashboard.locator('.held-grid tbody tr');

test('a person sees holders and waiting agents, opens the file, and breaks a lock with a reason', async ({ workbench, folder }) => {
  await cortex(folder, ...CREATE);
  await cortex(folder, 'swarm', 'recruit', 'ada', '--role', 'worker');
  await acquire(folder, 'src/one.ts', 'ada', '--reason', 'One table for all');
  const dashboard = await openLocks(workbench);
  const list = dashboard.getByRole('grid', { name: 'Locks' });
  await list.getByText('one.ts').click();
  const detail = dashboard.getByRole('region', { name: 'Selected lock' });
  await detail.getByText('One table for all').waitFor();
  const waiting = acquire(folder, 'src/one.ts', 'bob', '--wait', '60s', '--reason', 'Two tables');
  await detail.getByText('Two tables').waitFor();
  await acquire(folder, 'README.md', 'cyd', '--shared');
  await list.getByText('README.md').waitFor();
  await workbench.screenshot(shot('whole'));
  const other = acquire(folder, 'src/one.ts', 'eve', '--wait', '5m').then(
    () => 'granted',
    () => 'ended',
  );
  await detail.getByRole('listitem').filter({ hasText: 'eve' }).getByRole('button', { name: 'End Wait…' }).click();
  await workbench.answer({ type: 'Not today' });
  expect(await other).toBe('ended');
  await dashboard.getByLabel('Conflicts only').check();
  await waitFor('one row', async () => (await rows(dashboard).count()) === 1);
  await dashboard.getByRole('button', { name: 'Break…' }).click();
  await workbench.answer({ type: 'It is gone' });
  const dialog = workbench.page.locator('.monaco-dialog-box');
  await dialog.getByText('ada may be editing it').waitFor();
  await dialog.getByRole('button', { name: 'Break Lock' }).click();
  await waiting;
  await dashboard.getByRole('button', { name: 'Show All' }).click();
  await list.getByText('bob').click();
  await list.press('Enter');
  await workbench.tab('one.ts').waitFor();
});

test('a lens above a file leads to its row, and an own lock is released', async ({ workbench, folder }) => {
  await cortex(folder, 'init');
  await acquire(folder, 'README.md', 'cyd');
  await acquire(folder, 'src/one.ts', 'ann');
  await workbench.openContainer('Explorer');
  const { page } = workbench;
  const explorer = page.locator('.explorer-folders-view');
  await explorer.getByRole('treeitem', { name: 'README.md' }).dblclick();
  const lens = page.locator('.codelens-decoration').getByText('cyd holds this file until');
  // A lens that the editor renders again under the mouse loses the click.
  await waitFor('the dashboard', async (tryMs) => {
    if ((await page.getByRole('tab', { name: /^Locks/ }).count()) > 0) return true;
    await lens.click({ timeout: tryMs });
    return false;
  });
  const dashboard = await workbench.webview('Locks');
  await dashboard.getByRole('region', { name: 'Selected lock' }).getByText('README.md').waitFor();
  expect(await dashboard.getByRole('button', { name: 'Release' }).getAttribute('aria-disabled')).toBe('true');

  await explorer.getByRole('treeitem', { name: 'plan.yaml' }).dblclick();
  await workbench.runCommand(
    'Cortex Locks: Acquire Lock',
    { pick: 'plan.yaml' },
    { pick: 'Exclusive' },
    { pick: '5m' },
    { type: 'By hand' },
  );
  await page.getByRole('tab', { name: /^Locks/ }).click();
  const again = await workbench.webview('Locks');
  await again.getByRole('grid', { name: 'Locks' }).getByText('plan.yaml').click();
  await again.getByRole('button', { name: 'Release' }).click();
  await again.getByRole('grid', { name: 'Locks' }).getByText('plan.yaml').waitFor({ state: 'detached' });
});

test('an empty project is reported, a broken file is shown with its position, and the keyboard focus stays in place', async ({
  workbench,
  folder,
}) => {
  await cortex(folder, 'init');
  const dashboard = await openLocks(workbench);
  await dashboard.getByText('Nothing is locked').waitFor();
  await workbench.screenshot(shot('empty'));
  const file = path.join(folder, '.cortex', 'graph.crtx');
  writeFileSync(file, '{\n  "header": oops\n}');
  const open = dashboard.getByRole('region', { name: 'Problems' }).getByRole('button', { name: 'Open' });
  await open.waitFor();
  await workbench.screenshot(shot('broken'));
  rmSync(file);
  await open.waitFor({ state: 'detached' });

  await acquire(folder, 'README.md', 'cyd');
  const { page } = workbench;
  const list = dashboard.getByRole('grid', { name: 'Locks' });
  await list.getByText('README.md').waitFor();
  // A busy editor may focus nothing. Then the page gets no event, and the test tries again.
  const isBack = (place: Locator, tryMs: number) => place.and(dashboard.locator(':focus')).waitFor({ timeout: 5 * tryMs });
  await waitFor('the list, after its menu', async (tryMs) => {
    await list.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+F10');
    await page.locator('.monaco-menu').getByRole('menuitem', { name: 'Copy Path' }).waitFor();
    await page.keyboard.press('Escape');
    await isBack(list, tryMs);
    return true;
  });
  const step = dashboard.getByRole('button', { name: 'Break…' });
  await waitFor('the button, after its question', async (tryMs) => {
    await step.focus();
    await page.keyboard.press('Enter');
    const question = page.locator('.quick-input-widget input.input');
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    await isBack(step, tryMs);
    return true;
  });
});

test('the menu of a lock that was released in the meantime says so, and affects no other one', async ({ workbench, folder }) => {
  await cortex(folder, 'init');
  await acquire(folder, 'README.md', 'cyd');
  await acquire(folder, 'plan.yaml', 'ann');
  const { page } = workbench;
  await workbench.openContainer('Cortex');
  const locks = workbench.tree('Locks');
  await locks.reachInMenu('README.md', 'Break Lock');
  await cortex(folder, 'lock', 'release', 'README.md', '--agent', 'cyd');
  await locks.row('README.md').waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await workbench.notification('This row no longer exists').waitFor();
  expect(await page.locator('.quick-input-widget').isVisible()).toBe(false);
  // The buttons above a view do not depend on a row.
  const above = page.getByRole('button', { name: 'Open Locks Dashboard' }).first();
  await above.focus();
  await page.keyboard.press('Enter');
  await workbench.webview('Locks');
});
