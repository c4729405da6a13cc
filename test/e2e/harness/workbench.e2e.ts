/** Tests the harness and its page objects with an extension that does not change. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { fromRoot } from '../../../scripts/lib/project.mjs';
import { editorTest } from '../../harness/e2e.ts';
import { waitFor } from '../../harness/wait.ts';

const test = editorTest({ extensions: ['test/fixtures/probe-extension'], workspace: 'test/fixtures/probe-workspace' });

const STATUS = 'cortex-test.probe.probe.status';
const shot = (name: string): string => fromRoot('out', 'screenshots', 'harness', `${name}.png`);

test('sees the status bar, a tree and the file that a row opens', async ({ workbench }) => {
  await workbench.statusItem(STATUS).waitFor();
  expect(await workbench.statusItem(STATUS).innerText()).toContain('Probe: 3 entries');
  await workbench.openContainer('Probe');
  const files = workbench.tree('Probe Files');
  await files.expand('sub');
  await files.row('deep.txt').waitFor();
  expect(await files.rows()).toEqual([
    { label: 'a.txt', description: '', level: 1 },
    { label: 'notes.md', description: '', level: 1 },
    { label: 'sub', description: 'folder', level: 1, expanded: true },
    { label: 'deep.txt', description: '', level: 2 },
  ]);
  await files.row('notes.md').click();
  await workbench.tab('notes.md').waitFor();
  await workbench.page.locator('.view-line').getByText('TODO: write them.').waitFor();
  await workbench.screenshot(shot('tree'));
});

test('answers the questions of a command, and sees the notification', async ({ workbench }) => {
  await workbench.statusItem(STATUS).waitFor();
  await workbench.runCommand('Probe: Order Tea', { pick: 'green' }, { type: '3' });
  await workbench.notification('3 cups of green tea').waitFor();
  await workbench.openContainer('Probe');
  await workbench.tree('Probe Files').chooseFromMenu('a.txt', 'Say Hello');
  await workbench.notification('Hello from the probe').waitFor();
});

test('accesses a webview, whose content security policy is enforced', async ({ workbench }) => {
  await workbench.statusItem(STATUS).click();
  const panel = await workbench.webview('Probe Panel');
  await panel.getByRole('button', { name: 'List files' }).click();
  await waitFor('the answer', async () => (await panel.getByTestId('answer').innerText()) === 'a.txt, notes.md, sub');
  expect(await panel.getByTestId('forbidden').innerText()).toBe('not run');
  await workbench.screenshot(shot('webview'));
});

test('switches themes and changes settings', async ({ workbench }) => {
  await workbench.statusItem(STATUS).waitFor();
  await workbench.openContainer('Probe');
  await workbench.tree('Probe Files').row('a.txt').waitFor();
  for (const theme of ['light', 'hc-dark', 'hc-light', 'dark'] as const) {
    await workbench.setTheme(theme);
    await workbench.screenshot(shot(`theme-${theme}`));
  }
  await workbench.changeSettings({ 'probe.greeting': 'Ahoy' });
  await workbench.statusItem(STATUS).waitFor();
  await workbench.runCommand('Probe: Say Hello');
  await workbench.notification('Ahoy from the probe').waitFor();
});

test('lists problems, and gives each test its own files', async ({ workbench, folder }) => {
  await writeFile(path.join(folder, 'a.txt'), 'TODO here\n');
  await workbench.statusItem(STATUS).waitFor();
  await workbench.openContainer('Probe');
  await workbench.tree('Probe Files').row('a.txt').click();
  await workbench.tab('a.txt').waitFor();
  const problems = await waitFor('a problem', async () => {
    const all = await workbench.problems();
    return all.length > 0 && all;
  });
  expect(problems).toEqual([{ severity: 'Warning', message: 'something is left to do', line: 1 }]);
  expect(await readFile(fromRoot('test/fixtures/probe-workspace/a.txt'), 'utf8')).toBe('hello\n');
});
