/** An untrusted folder in the editor: everything is shown, nothing is written, and the dashboards say so. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { CREATE, cortex } from '../harness/cortex.ts';
import { editorTest } from '../harness/e2e.ts';
import { waitFor } from '../harness/wait.ts';

const test = editorTest({
  extensions: ['.'],
  workspace: 'test/fixtures/swarm-workspace',
  trust: 'restricted',
  settings: { 'security.workspace.trust.startupPrompt': 'never' },
});

const shot = (name: string): string => fromRoot('out', 'screenshots', 'restricted', `${name}.png`);
const SAYS_SO = 'Restricted Mode';

test('the timeline is read from its files, also by the Overview', async ({ workbench, folder }) => {
  await cortex(folder, ...CREATE);
  const escalation = ['--type', 'escalation', '--action', 'May receipts be printed anew?', '--reasoning', 'Other sums'];
  await cortex(folder, 'timeline', 'add', '--agent', 'dan', ...escalation);
  await cortex(folder, 'timeline', 'flush');
  // As in a clone, only the files exist.
  rmSync(path.join(folder, '.cortex', '.local'), { recursive: true });
  const before = readdirSync(folder, { recursive: true }).sort();
  await workbench.openContainer('Cortex');
  await workbench.runCommand('Cortex: Open Timeline Dashboard');
  const timeline = await workbench.webview('Timeline');
  await timeline.getByText(SAYS_SO).waitFor();
  await timeline.locator('.entries-grid tbody tr').getByText('May receipts be printed anew?').click();
  const detail = timeline.getByRole('region', { name: 'Selected entry' });
  await detail.getByText('Other sums').waitFor();
  expect(await detail.getByRole('button', { name: 'Resolve…' }).getAttribute('aria-disabled')).toBe('true');
  await workbench.screenshot(shot('timeline'));
  await workbench.runCommand('Cortex: Open Overview');
  const overview = await workbench.webview('Overview');
  await overview.getByText(SAYS_SO).waitFor();
  await overview.getByRole('region', { name: 'What Happened' }).getByText('May receipts be printed anew?').waitFor();
  await overview
    .getByRole('region', { name: /^Needs You/ })
    .getByText('May receipts be printed anew?')
    .waitFor();
  await workbench.screenshot(shot('overview'));
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(before);
});

test('notes are searched and read, and cannot be accepted', async ({ workbench, folder }) => {
  mkdirSync(path.join(folder, 'vault', 'rules'), { recursive: true });
  writeFileSync(
    path.join(folder, 'vault', 'rules', 'cents.md'),
    '---\nname: Sums are kept in cents\nstatus: review\n---\nNothing is lost.\n',
  );
  const before = readdirSync(folder, { recursive: true }).sort();
  await workbench.runCommand('Cortex: Open Memory Dashboard');
  const memory = await workbench.webview('Memory');
  await memory.getByText(SAYS_SO).waitFor();
  await memory.getByRole('searchbox').fill('cents');
  await memory.locator('.notes-grid tbody tr').getByText('Sums are kept in cents').click();
  const detail = memory.getByRole('region', { name: 'Selected note' });
  await detail.getByText('Nothing is lost.').waitFor();
  for (const name of ['Accept', 'Supersede…', 'Archive']) {
    expect(await detail.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true');
  }
  expect(await memory.getByRole('button', { name: 'New Note…' }).getAttribute('aria-disabled')).toBe('true');
  await workbench.screenshot(shot('memory'));
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(before);
});

test('rows offer only actions that show something, until the folder is trusted', async ({ workbench, folder }) => {
  await cortex(folder, ...CREATE);
  await cortex(folder, 'lock', 'acquire', 'src/one.ts', '--agent', 'ada', '--ttl', '10m');
  mkdirSync(path.join(folder, 'vault'));
  for (let n = 1; n <= 202; n += 1)
    writeFileSync(path.join(folder, 'vault', `note-${n}.md`), `---\nname: Note ${n}\nstatus: review\n---\nWords.\n`);
  rmSync(path.join(folder, '.cortex', '.local'), { recursive: true });
  const before = readdirSync(folder, { recursive: true }).sort();
  const { page } = workbench;
  await workbench.openContainer('Cortex');
  await workbench.toggleViews('Stacks', 'Memory');
  const locks = workbench.tree('Locks');
  await locks.row('src/one.ts').click({ button: 'right' });
  const menu = page.locator('.monaco-menu').first();
  await menu.waitFor();
  const enabled = menu.locator('.action-item:not(.disabled, :has([aria-disabled=true]))').getByRole('menuitem');
  expect((await enabled.allInnerTexts()).map((item) => item.trim())).toEqual(['Show in Locks Dashboard', 'Open Locked File', 'Copy Path']);
  await page.keyboard.press('Escape');
  const pane = page.locator('.pane').filter({ has: locks.root });
  await pane.getByText(SAYS_SO).waitFor();
  await workbench.screenshot(shot('rows'));
  const needs = workbench.tree('Needs You');
  await needs.root.focus();
  await page.keyboard.press('End');
  await needs.root.getByRole('treeitem', { name: '2 more, less urgent' }).waitFor();
  await page.keyboard.press('Enter');
  await workbench.answer({ pick: 'Note 202' });
  await workbench.tab('note-202.md').waitFor();
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(before);
  await workbench.toggleViews('Memory');
  const said = page.locator('.part.sidebar .pane-body').getByText(SAYS_SO);
  await waitFor('all four to say so', async () => (await said.count()) === 4);
  await workbench.runCommand('Workspaces: Manage Workspace Trust');
  await page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }).click();
  await waitFor('none to say so any more', async () => (await said.count()) === 0);
  await locks.chooseByKeys('src/one.ts', 'Break Lock');
  await workbench.answer({ type: 'It is gone' });
});
