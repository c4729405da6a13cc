/** The readable view of `.crtx` files in the editor: the real host, the real webview, and files of Cortex and of other programs. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { expect } from 'vitest';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { CREATE, cortex } from '../harness/cortex.ts';
import { editorTest } from '../harness/e2e.ts';
import { waitFor } from '../harness/wait.ts';
import type { Workbench } from '../harness/workbench.ts';

const test = editorTest({ extensions: ['.'], builtIns: 'all', workspace: 'test/fixtures/swarm-workspace' });

const shot = (name: string): string => fromRoot('out', 'screenshots', 'crtx', `${name}.png`);
const values = (page: FrameLocator) => page.locator('.values-grid tbody');

const explorer = ({ page }: Workbench) => page.locator('.explorer-folders-view');

/** Opens the readable view of a file with the button above its text. */
async function openFile(workbench: Workbench, name: string): Promise<FrameLocator> {
  await explorer(workbench).getByRole('treeitem', { name }).dblclick();
  await workbench.page.getByRole('button', { name: 'Open Readable View' }).click();
  return workbench.webview(name);
}

test('the view follows changes of a file, and opens its line and the dashboard', async ({ workbench, folder }) => {
  await cortex(folder, 'init');
  await cortex(folder, ...CREATE);
  await workbench.openContainer('Explorer');
  await explorer(workbench).getByRole('treeitem', { name: '.cortex' }).click();
  const page = await openFile(workbench, 'swarm.crtx');
  await values(page).getByText('Build the shop').first().waitFor();
  await page.getByText('verified', { exact: true }).waitFor();
  await cortex(folder, 'swarm', 'recruit', 'ada', '--role', 'worker');
  await page.getByRole('searchbox', { name: 'Search keys and values' }).fill('ADA');
  await values(page).getByText('data.agents[0].id').click();
  await workbench.screenshot(shot('whole'));
  await page.getByRole('button', { name: 'Show in Text' }).click();
  const lines = readFileSync(path.join(folder, '.cortex', 'swarm.crtx'), 'utf8').split('\n');
  const line = 1 + lines.findIndex((each) => each.includes('"id": "ada"'));
  await workbench.page.locator('.line-numbers.active-line-number').getByText(String(line), { exact: true }).waitFor();
  await workbench.runCommand('Cortex: Open Readable View');
  const again = await workbench.webview('swarm.crtx');
  await again.getByRole('button', { name: 'Swarm Dashboard' }).click();
  await (await workbench.webview('Swarm')).getByText('Build the shop').first().waitFor();
});

test('a file of another program is shown while it becomes invalid and valid again, and when it is gone', async ({ workbench, folder }) => {
  const file = path.join(folder, 'other.crtx');
  const write = (data: unknown) =>
    writeFileSync(
      file,
      JSON.stringify({ header: { cortex: 1, type: 'reasoning', project: 'shop', created: 1, updated: 1, checksum: '' }, data }),
    );
  write([]);
  await workbench.openContainer('Explorer');
  const entry = workbench.page.getByRole('menuitem', { name: 'Open Readable View' });
  // A click may be lost on a new menu, and before the editor has detected the file type. The short timeout allows another try.
  await waitFor('the view', async (tryMs) => {
    if (await entry.isVisible()) await entry.click({ timeout: tryMs });
    if (await workbench.tab('other.crtx').isVisible()) return true;
    await workbench.page.keyboard.press('Escape');
    await explorer(workbench).getByRole('treeitem', { name: 'other.crtx' }).click({ button: 'right' });
    return false;
  });
  const page = await workbench.webview('other.crtx');
  await page.getByText('none', { exact: true }).waitFor();
  write({ odd: 'One' });
  await values(page).getByText('odd', { exact: true }).waitFor();
  await page.getByRole('region', { name: 'Problems' }).getByText('data').waitFor();
  writeFileSync(file, '{"header":');
  await page.getByText('It cannot be shown until its text is valid JSON.').waitFor();
  write({ odd: 'Two' });
  await values(page).getByText('Two', { exact: true }).waitFor();
  rmSync(file);
  await page.getByText('The file no longer exists. The last readable content is shown.').waitFor();
  write({ odd: 'Three' });
  await values(page).getByText('Three', { exact: true }).waitFor();
  expect(await page.getByText('The last readable content is shown.').count()).toBe(0);
  await page.getByRole('button', { name: 'Open as Text' }).click();
  await workbench.page.locator('.view-lines').getByText('Three').waitFor();
});
