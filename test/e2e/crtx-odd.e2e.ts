/** Unusual files in the readable view of `.crtx` files: non-files, moved folders, and many changes in a short time. */
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { expect } from 'vitest';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { editorTest } from '../harness/e2e.ts';
import { waitFor } from '../harness/wait.ts';
import type { Workbench } from '../harness/workbench.ts';
import { makeNamedPipe } from '../support/named-pipe.ts';

const test = editorTest({ extensions: ['.'], builtIns: 'all', workspace: 'test/fixtures/swarm-workspace' });

const shot = (name: string): string => fromRoot('out', 'screenshots', 'crtx', `${name}.png`);
const values = (page: FrameLocator) => page.locator('.values-grid tbody');
const explorer = ({ page }: Workbench) => page.locator('.explorer-folders-view');

const HEADER = { cortex: 1, type: 'reasoning', project: 'shop', created: 1, updated: 1, checksum: '' };
const textOf = (data: unknown): string => JSON.stringify({ header: HEADER, data });

async function openFile(workbench: Workbench, name: string): Promise<FrameLocator> {
  await explorer(workbench).getByRole('treeitem', { name }).dblclick();
  await workbench.page.getByRole('button', { name: 'Open Readable View' }).click();
  return workbench.webview(name);
}

test('reports a path that is not a file until it is one again, and shows the last version of a file that is written continuously', async ({
  workbench,
  folder,
}) => {
  mkdirSync(path.join(folder, 'kept'));
  const file = path.join(folder, 'kept', 'odd.crtx');
  writeFileSync(file, textOf({ odd: 'One' }));
  await workbench.openContainer('Explorer');
  await explorer(workbench).getByRole('treeitem', { name: 'kept' }).click();
  const page = await openFile(workbench, 'odd.crtx');
  await values(page).getByText('One', { exact: true }).waitFor();
  // The editor's watcher starts later, and changes before that are not reported.
  for (const odd of ['Watched', 'One'])
    await waitFor(`the editor to show ${odd}`, async () => {
      writeFileSync(file, textOf({ odd }));
      return values(page).getByText(odd, { exact: true }).isVisible();
    });
  const becomes = async (change: () => void, said: string | RegExp) => {
    rmSync(file, { recursive: true, force: true });
    change();
    await page.getByRole('region', { name: 'Problems' }).getByText(said).waitFor();
    await values(page).getByText('One', { exact: true }).waitFor();
    rmSync(file, { recursive: true, force: true });
    writeFileSync(file, textOf({ odd: 'Two' }));
    await values(page).getByText('Two', { exact: true }).waitFor();
    writeFileSync(file, textOf({ odd: 'One' }));
    await values(page).getByText('One', { exact: true }).waitFor();
  };
  // Opening a pipe without a writer would block forever.
  await becomes(() => makeNamedPipe(file), 'it is not a file');
  await becomes(() => mkdirSync(file), 'it is not a file');
  await becomes(() => symlinkSync('nowhere', file), 'it is not a file');
  const aside = path.join(folder, 'aside');
  renameSync(path.dirname(file), aside);
  await page.getByText('The file no longer exists. The last readable content is shown.').waitFor();
  writeFileSync(path.join(aside, 'odd.crtx'), textOf({ odd: 'Three' }));
  renameSync(aside, path.dirname(file));
  await values(page).getByText('Three', { exact: true }).waitFor();
  await workbench.screenshot(shot('odd'));
  await workbench.runCommand('View: Close All Editors');
  await isShownAsWrittenLast(workbench, path.join(folder, 'busy.crtx'));
});

/** Expects the last version in both editor groups. */
async function isShownAsWrittenLast(workbench: Workbench, file: string): Promise<void> {
  writeFileSync(file, textOf({ odd: 'start' }));
  const page = await openFile(workbench, 'busy.crtx');
  await values(page).getByText('start', { exact: true }).click();
  await workbench.runCommand('View: Split Editor Right');
  await waitFor('two tabs', async () => (await workbench.page.locator('iframe.webview.ready').count()) === 2);
  await page.getByRole('searchbox').fill('odd');
  for (let count = 0; count < 500; count += 1) {
    const text = textOf({ odd: `number ${count}`, more: Array.from({ length: 50_000 }, (_, n) => n) });
    writeFileSync(file, count % 3 === 0 ? text.slice(0, -20) : text);
  }
  writeFileSync(file, textOf({ odd: 'the end' }));
  await values(page).getByText('the end', { exact: true }).waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('odd');
  await workbench.screenshot(shot('busy'));
}
