/** Stacks in the editor: tree, plan, a sent message, a hook, and a new stack. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { editorTest } from '../harness/e2e.ts';
import { waitFor } from '../harness/wait.ts';

const test = editorTest({ extensions: ['.'], workspace: 'test/fixtures/stack-workspace' });

const shot = (name: string): string => fromRoot('out', 'screenshots', 'stacks', `${name}.png`);

test('the view shows each agent with its task, plan and messages, in every theme', async ({ workbench }) => {
  await workbench.openContainer('Cortex');
  const stacks = workbench.tree('Stacks');
  await stacks.row('agent-backend').waitFor();
  expect((await stacks.rows()).slice(0, 3)).toMatchObject([
    { label: 'agent-backend', description: '1 unread · 1 to route · 1 of 4 done', level: 1, expanded: false },
    { label: 'agent-frontend', description: 'no stack yet', level: 1 },
    { label: 'manager', level: 1, expanded: false },
  ]);
  await stacks.expand('agent-backend');
  await stacks.row('API').waitFor();
  await stacks.row('API').click();
  await workbench.tab('PLAN.md').waitFor();
  await workbench.page.locator('.codelens-decoration').getByText('Start').first().waitFor();
  for (const theme of ['dark', 'light', 'hc-dark', 'hc-light'] as const) {
    await workbench.setTheme(theme);
    await workbench.screenshot(shot(`view-${theme}`));
  }
});

test('a person sends a message, blocks a task with a reason, and adds an agent', async ({ workbench, folder }) => {
  await workbench.openContainer('Cortex');
  const stacks = workbench.tree('Stacks');
  await stacks.row('manager').waitFor();
  // The palette has no writing commands until the editor knows that the folder is trusted.
  await workbench.page.getByRole('button', { name: 'Initialize Cortex' }).waitFor();
  // The tree needs room for all rows, because those out of sight do not exist.
  await workbench.toggleViews('Needs You', 'Swarm', 'Memory');
  const text = (...names: readonly string[]) => readFileSync(path.join(folder, ...names), 'utf8');
  await workbench.runCommand(
    'Cortex Stacks: Send Message',
    { pick: 'agent-backend' },
    { pick: 'question' },
    { type: 'When is it --- done?' },
  );
  await waitFor('the message', async () => text('backend', '.cstack', 'INBOX.md').includes('When is it --- done?'));
  expect(text('backend', '.cstack', 'INBOX.md')).toMatch(
    /From: manager\nTo: agent-backend\nType: question\nTime: .+Z\n---\nWhen is it --- done\?\n$/,
  );
  await waitFor('it in the tree', async () => (await stacks.rows())[0]?.description.includes('2 unread') === true);
  await stacks.expand('agent-backend');
  await stacks.chooseFromMenu('Pages', 'Block Plan Task');
  await workbench.answer({ type: 'nobody has a design' });
  await waitFor('the reason', async () =>
    text('backend', '.cstack', 'PLAN.md').includes('- [!] Pages (id: pages, depends: api) | blocked: nobody has a design'),
  );
  await workbench.runCommand('Cortex Stacks: Add Agent', { type: 'agent-docs' }, { type: 'Words' }, { type: './docs/.cstack/' });
  // It opens after everything is created.
  await workbench.tab('AGENTS.md').waitFor();
  await stacks.row('agent-docs').waitFor();
  expect(text('AGENTS.md')).toContain('## agent-docs\n- Role: Words\n- Stack: ./docs/.cstack/\n');
  expect(readdirSync(path.join(folder, 'docs', '.cstack'))).toContain('INBOX.md');
  await workbench.screenshot(shot('changed'));
});

test('a hook runs only if a person confirms its complete command line', async ({ workbench, folder }) => {
  const { page } = workbench;
  await workbench.openContainer('Cortex');
  const stacks = workbench.tree('Stacks');
  await workbench.toggleViews('Needs You', 'Swarm', 'Memory');
  await stacks.expand('agent-backend');
  await stacks.expand('Hooks');
  const dialog = page.locator('.monaco-dialog-box');
  const home = path.join(folder, 'backend');
  await stacks.chooseFromMenu('deploy', 'Run Hook');
  await dialog.waitFor();
  expect(await dialog.innerText()).toContain(`bash ${path.join(home, '.cstack', '.claude', 'hooks', 'deploy.sh')}`);
  await workbench.screenshot(shot('hook'));
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(existsSync(path.join(home, 'deployed.txt'))).toBe(false);
  await stacks.chooseFromMenu('deploy', 'Run Hook');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await waitFor('what the hook does', async () => existsSync(path.join(home, 'deployed.txt')));
  const kept = path.join(home, '.cstack', '.local', 'hooks');
  expect(readdirSync(kept).filter((name) => name.endsWith('.log'))).toHaveLength(1);
});

test('a folder without a stack gets one from its welcome view', async ({ workbench, folder }) => {
  for (const name of ['AGENTS.md', '.cstack', 'backend']) await rm(path.join(folder, name), { recursive: true, force: true });
  const { page } = workbench;
  await workbench.openContainer('Cortex');
  const make = page.getByRole('button', { name: 'Initialize Stack' });
  await make.waitFor();
  await workbench.screenshot(shot('none'));
  await make.click();
  await workbench.tab('CURRENT.md').waitFor();
  await workbench.tree('Stacks').row('manager').waitFor();
  expect(existsSync(path.join(folder, '.cstack', 'INBOX.md'))).toBe(true);
});
