/** The memory vault in the editor: tree, search, a new note, an accepted note, and a new vault. */
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { editorTest } from '../harness/e2e.ts';
import { waitFor } from '../harness/wait.ts';

const test = editorTest({ extensions: ['.'], workspace: 'examples/vault', env: { CORTEX_NOW: '2026-04-13T12:00:00Z' } });

const shot = (name: string): string => fromRoot('out', 'screenshots', 'memory', `${name}.png`);

const GROUPS = ['Review', 'Hot', 'Warm', 'Cold', 'Projects', 'Tags', 'Orphans'];

test('the view groups notes in all ways, in every theme', async ({ workbench }) => {
  await workbench.openContainer('Cortex');
  await workbench.toggleViews('Swarm', 'Stacks');
  const memory = workbench.tree('Memory');
  const rows = () => memory.rows();
  await waitFor('the rows', async () => (await rows()).length >= 5);
  expect((await rows()).slice(0, 4)).toMatchObject([
    { label: 'Review', description: '1 note to accept, 1 contradiction to resolve', expanded: true },
    { label: 'Contradiction', description: 'Hold and watch ↔ Roll back first, ask later', level: 2, expanded: false },
    { label: 'Schema changes lock the orders table', description: 'ops · 2026-04-13 · review', level: 2 },
    { label: 'Hot', expanded: true },
  ]);
  await memory.row('Hot').locator('.monaco-tl-twistie').click();
  await waitFor('all groups', async () => (await rows()).filter(({ level }) => level === 1).length === GROUPS.length);
  expect((await rows()).filter(({ level }) => level === 1).map(({ label }) => label)).toEqual(GROUPS);
  await memory.expand('Projects');
  await memory.row('ops').waitFor();
  for (const theme of ['dark', 'light', 'hc-dark', 'hc-light'] as const) {
    await workbench.setTheme(theme);
    await workbench.screenshot(shot(`view-${theme}`));
  }
});

test('a search shows results while typing, the best first; a context pack shows the best notes for a task on one page', async ({
  workbench,
}) => {
  const { page } = workbench;
  await workbench.openContainer('Cortex');
  await workbench.tree('Memory').row('Hot').waitFor();
  await workbench.runCommand('Cortex Memory: Search Memory');
  const input = page.locator('.quick-input-widget input.input');
  const options = page.locator('.quick-input-widget').getByRole('option');
  const first = () => options.first().innerText();
  await input.fill('invoices');
  await waitFor('the first', async () => /^A queue instead of cron for invoices/.test((await first()).trim()));
  expect(await first()).toMatch(/\d+\.\d = invoices: /);
  expect(await options.nth(1).innerText()).toMatch(/Cron for invoices[\s\S]*replaced by atoms\/queue_over_cron\.md/);
  await workbench.screenshot(shot('search'));
  await input.fill('type:rule status:active ');
  await waitFor('only rules', async () => (await options.count()) === 3);
  await workbench.screenshot(shot('search-filtered'));
  await input.press('Enter');
  await waitFor(
    'a rule to open',
    async () => (await page.locator('.tabs-container .tab.active').getAttribute('data-resource-name')) !== null,
  );

  await workbench.runCommand('Cortex Memory: Pack Memory for a Task', { type: 'retry after an outage' });
  await workbench.tab('Context Pack.md').waitFor();
  await workbench.page.locator('.monaco-editor').getByText('retry_storm_after_outage').first().waitFor();
  await workbench.screenshot(shot('pack'));
});

test('a person writes a note from a template, and accepts one of an agent', async ({ workbench, folder }) => {
  await workbench.openContainer('Cortex');
  const memory = workbench.tree('Memory');
  await memory.row('Hot').waitFor();
  // The palette has no writing commands until the editor knows that the folder is trusted.
  await workbench.page.getByRole('button', { name: 'Initialize Cortex' }).waitFor();
  await workbench.runCommand(
    'Cortex Memory: New Note',
    { type: 'Ask before the weekend' },
    { pick: 'rule' },
    { pick: 'ops' },
    { type: 'weekend, Care' },
  );
  await workbench.tab('ask_before_the_weekend.md').waitFor();
  const text = readFileSync(path.join(folder, 'rules', 'ask_before_the_weekend.md'), 'utf8');
  expect(text).toMatch(/^name: Ask before the weekend\ntype: rule\nproject: ops\nstatus: active\n/m);
  expect(text).toMatch(/^tags: \[weekend, care\]$/m);
  expect(text).toMatch(/^author: person:/m);
  expect(text).toMatch(/^---\n\n# Ask before the weekend\n$/m);
  expect(text).not.toMatch(/^description:/m);
  await workbench.page.locator('.monaco-editor .view-line').getByText('## When it does not hold').waitFor();
  await workbench.page.keyboard.type('It rains.');
  await workbench.page.keyboard.press('Tab');
  await workbench.page.keyboard.type('Never.');
  await workbench.page.keyboard.press('Control+S');
  const saved = '## Why\n\nIt rains.\n\n## When it does not hold\n\nNever.\n';
  await waitFor('the text', async () => readFileSync(path.join(folder, 'rules', 'ask_before_the_weekend.md'), 'utf8').endsWith(saved));
  await memory.row('Ask before the weekend').waitFor();
  await workbench.screenshot(shot('new-note'));
  await memory.chooseFromMenu('Schema changes lock the orders table', 'Accept Note');
  await waitFor('nothing to accept', async () => (await memory.rows())[0]?.description === '1 contradiction to resolve');
  const accepted = readFileSync(path.join(folder, 'insights', 'slow_schema_changes.md'), 'utf8');
  expect(accepted).toMatch(/^status: active$[\s\S]*^accepted_by: person:.+\naccepted: 2026-04-13$/m);
});

test('a folder without a vault gets one from its welcome view', async ({ workbench, folder }) => {
  for (const name of ['cortex.toml', 'atoms', '_moc', 'rules', 'index'])
    await rm(path.join(folder, name), { recursive: true, force: true });
  const { page } = workbench;
  await workbench.openContainer('Cortex');
  await workbench.runCommand('Cortex: Refresh');
  const create = page.getByRole('button', { name: 'Create Memory Vault' });
  await create.waitFor();
  await workbench.screenshot(shot('none'));
  await create.click();
  await page.getByRole('button', { name: 'New Note' }).last().waitFor();
  expect(existsSync(path.join(folder, 'vault'))).toBe(true);
  await workbench.screenshot(shot('empty'));
});
