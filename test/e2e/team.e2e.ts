/** A team as a person sees it: a directory that is made, an agent that joins, a task that is dispatched, claimed and done. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect } from 'vitest';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { editorTest } from '../harness/e2e.ts';
import { waitFor } from '../harness/wait.ts';

/** The team directory is in the person's home, where no setting says otherwise. */
const home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'cortex-home-')));
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

const env = { HOME: home, CORTEX_NOW: '2026-03-28T10:05:00Z', TZ: 'UTC' };
const test = editorTest({ extensions: ['.'], workspace: 'test/fixtures/probe-workspace', env });

const shot = (name: string): string => fromRoot('out', 'screenshots', 'team', `${name}.png`);
const read = (...names: readonly string[]): string => readFileSync(path.join(home, 'cortex-team', ...names), 'utf8');

test('a person makes a team, dispatches a task, and sees it claimed and done', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.openContainer('Cortex');
  await workbench.toggleViews('Swarm', 'Stacks', 'Memory', 'Teams');
  const team = workbench.tree('Teams');
  const setUp = page.getByRole('button', { name: 'Set Up Team Directory' });
  await setUp.waitFor();
  await workbench.screenshot(shot('none'));
  await setUp.click();
  await page.getByRole('button', { name: 'Register Agent' }).waitFor();
  await workbench.screenshot(shot('empty'));
  const answers = ['Billing Dev', 'Builds the billing service', 'Billing Service', 'Python, Stripe', '~/Projects/billing'];
  await workbench.runCommand('Cortex: Register Agent', ...answers.map((type) => ({ type })));
  await workbench.tab('billing-dev.md').waitFor();
  expect(read('agents', 'billing-dev.md')).toContain('- billing-service');
  await workbench.runCommand('Cortex: Dispatch Task', { pick: 'billing-service' }, { type: 'Add webhook' }, { type: 'With a signature' });
  await waitFor('the task', async () => read('projects', 'billing-service.md').includes('**Task:** Add webhook'));
  await waitFor('it in the tree', async () => (await team.rows()).some(({ description }) => description === '1 ready'));
  await team.expand('billing-service');
  await team.row('Add webhook').waitFor();
  await team.chooseFromMenu('Add webhook', 'Claim Task for an Agent');
  await waitFor('who has it', async () => (await team.rows()).some(({ description }) => description === 'billing-dev · 2026-03-28T10:05'));
  await workbench.runCommand('Cortex: Write Heartbeat of an Agent');
  await waitFor('who is there', async () =>
    (await team.rows()).some(({ label, description }) => label === 'Billing Dev' && description === 'active · 5s ago · Add webhook'),
  );
  for (const theme of ['dark', 'light', 'hc-dark'] as const) {
    await workbench.setTheme(theme);
    await workbench.screenshot(shot(`view-${theme}`));
  }
  await workbench.runCommand('Cortex: Complete Task of the Team', { pick: 'Add webhook' }, { type: 'Verified and tested' });
  await waitFor('the summary', async () =>
    read('projects', 'billing-service.md').includes('**Status:** done\nSummary: Verified and tested\n'),
  );
  await workbench.runCommand('Cortex: Show Team Briefing');
  await workbench.tab('Team Briefing.md').waitFor();
  await workbench.screenshot(shot('briefing'));
});

test('the configuration is followed as it is written: it names another directory, or cannot be read', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.openContainer('Cortex');
  await workbench.toggleViews('Swarm', 'Stacks', 'Memory', 'Teams');
  await workbench.tree('Teams').row('Billing Dev').waitFor();
  mkdirSync(path.join(home, '.cortex'));
  const config = path.join(home, '.cortex', 'config.yaml');
  writeFileSync(config, 'team_dir: ~/elsewhere\n');
  await page.getByRole('button', { name: 'Set Up Team Directory' }).waitFor();
  writeFileSync(config, 'daily_briefing: soon\n');
  await page.getByRole('button', { name: 'Show What Is Wrong' }).waitFor();
  await workbench.screenshot(shot('broken'));
  writeFileSync(config, '');
  await workbench.tree('Teams').row('Billing Dev').waitFor();
});
