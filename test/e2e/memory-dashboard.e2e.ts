/** The Memory dashboard in the editor, with the example vault. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { editorTest } from '../harness/e2e.ts';
import { waitFor } from '../harness/wait.ts';

const test = editorTest({ extensions: ['.'], workspace: 'examples/vault', env: { CORTEX_NOW: '2026-04-13T12:00:00Z' } });

const shot = (name: string): string => fromRoot('out', 'screenshots', 'memory', `${name}.png`);
const QUEUE = 'A queue instead of cron for invoices';

test('a person searches, reads the reason of a rank, follows links, opens a note, and accepts one', async ({ workbench, folder }) => {
  await workbench.openContainer('Cortex');
  await workbench.tree('Memory').row('Hot').waitFor();
  await workbench.runCommand('Cortex: Open Memory Dashboard');
  const page = await workbench.webview('Memory');
  const total = page.locator('.notes-section .badge');
  const rows = page.locator('.notes-grid tbody tr');
  const detail = page.getByRole('region', { name: 'Selected note' });
  const all = await total.innerText();
  await page.getByRole('searchbox').fill('invoices');
  await rows.first().getByText(QUEUE).waitFor();
  await rows.nth(1).getByText(`replaced by ${QUEUE}`).waitFor();
  await rows.first().click();
  await detail.getByRole('table', { name: 'Score calculation' }).waitFor();
  await workbench.screenshot(shot('dashboard'));
  await detail.getByRole('button', { name: 'Cron for invoices' }).first().click();
  await detail.getByRole('heading', { name: 'Cron for invoices' }).waitFor();
  await detail.getByRole('button', { name: 'Open' }).click();
  await waitFor('the note', async () => (await workbench.page.locator('.tab.active').getAttribute('data-resource-name')) !== 'Memory');

  await workbench.runCommand('Cortex: Open Memory Dashboard');
  const again = await workbench.webview('Memory');
  await waitFor('the search as it was left', async () => (await again.getByRole('searchbox').inputValue()) === 'invoices');
  await again.getByRole('searchbox').fill('');
  await again.getByRole('button', { name: '1 to Review' }).click();
  await again.locator('.notes-grid tbody tr').first().click();
  const waiting = again.getByRole('region', { name: 'Selected note' });
  const file = path.join(folder, await waiting.locator('dd').last().innerText());
  await waiting.getByRole('button', { name: 'Accept' }).click();
  await waitFor('the note to be accepted', async () => /^status: active$/m.test(readFileSync(file, 'utf8')));
  await again.getByText('No notes match.').waitFor();
  await again.getByRole('button', { name: 'Show All' }).click();
  await waitFor('all notes', async () => (await again.locator('.notes-section .badge').innerText()) === all);
});

test('the dashboard follows files, reports a missing vault, and shows a search of the tree', async ({ workbench, folder }) => {
  await workbench.runCommand('Cortex: Open Memory Dashboard');
  const page = await workbench.webview('Memory');
  const rows = page.locator('.notes-grid tbody tr');
  await rows.first().waitFor();
  const header = '---\nname: Written by somebody else\ntype: lesson\nupdated: 2026-04-13\n---\n';
  writeFileSync(path.join(folder, 'atoms', 'fresh.md'), `${header}\nFirst words.\n`);
  await page.getByRole('searchbox').fill('somebody else');
  await rows.first().getByText('Written by somebody else').click();
  const detail = page.getByRole('region', { name: 'Selected note' });
  await detail.getByText('First words.').waitFor();
  writeFileSync(path.join(folder, 'atoms', 'fresh.md'), `${header}\nOther words, and more.\n`);
  await detail.getByText('Other words, and more.').waitFor();
  renameSync(path.join(folder, 'atoms', 'fresh.md'), path.join(folder, 'fresh.txt'));
  await page.getByText('No notes match.').waitFor();
  expect(await detail.count()).toBe(0);
});
