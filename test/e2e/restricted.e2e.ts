/** A folder that nobody trusts, in the editor as a person sees it: all of it is shown, nothing is written, and the dashboards say so. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { CREATE, cortex } from '../harness/cortex.ts';
import { editorTest } from '../harness/e2e.ts';

const test = editorTest({
  extensions: ['.'],
  workspace: 'test/fixtures/swarm-workspace',
  trust: 'restricted',
  settings: { 'security.workspace.trust.startupPrompt': 'never' },
});

const shot = (name: string): string => fromRoot('out', 'screenshots', 'restricted', `${name}.png`);
const SAYS_SO = 'Restricted Mode';

test('the timeline is read from its files, and so is what the Overview says of it', async ({ workbench, folder }) => {
  await cortex(folder, ...CREATE);
  const escalation = ['--type', 'escalation', '--action', 'May receipts be printed anew?', '--reasoning', 'Other sums'];
  await cortex(folder, 'timeline', 'add', '--agent', 'dan', ...escalation);
  await cortex(folder, 'timeline', 'flush');
  // As in a clone: only the files are there.
  rmSync(path.join(folder, '.cortex', '.local'), { recursive: true });
  const before = readdirSync(folder, { recursive: true }).sort();
  await workbench.openContainer('Cortex');
  await workbench.runCommand('Cortex: Open Timeline Dashboard');
  const timeline = await workbench.webview('Timeline');
  await timeline.getByText(SAYS_SO).waitFor();
  await timeline.locator('.entries-grid tbody tr').getByText('May receipts be printed anew?').click();
  const detail = timeline.getByRole('region', { name: 'The chosen entry' });
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

test('notes are searched and read, and none is accepted', async ({ workbench, folder }) => {
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
  const detail = memory.getByRole('region', { name: 'The chosen note' });
  await detail.getByText('Nothing is lost.').waitFor();
  for (const name of ['Accept', 'Replace…', 'Archive']) {
    expect(await detail.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true');
  }
  expect(await memory.getByRole('button', { name: 'New Note…' }).getAttribute('aria-disabled')).toBe('true');
  await workbench.screenshot(shot('memory'));
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(before);
});
