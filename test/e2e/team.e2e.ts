/** A team in the editor: a new directory, an agent that joins, and a task that is dispatched, claimed and completed. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { editorTest } from '../harness/e2e.ts';
import { editorHome } from '../harness/home.ts';
import { waitFor } from '../harness/wait.ts';

/** The team directory is in the home by default. */
const home = editorHome();

const env = { CORTEX_NOW: '2026-03-28T10:05:00Z' };
const test = editorTest({ extensions: ['.'], workspace: 'test/fixtures/probe-workspace', env });

const shot = (name: string): string => fromRoot('out', 'screenshots', 'team', `${name}.png`);
const read = (...names: readonly string[]): string => readFileSync(path.join(home, 'cortex-team', ...names), 'utf8');

test('a person creates a team, dispatches a task, and sees it claimed and completed', async ({ workbench }) => {
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
  await workbench.runCommand('Cortex Team: Register Agent', ...answers.map((type) => ({ type })));
  await workbench.tab('billing-dev.md').waitFor();
  expect(read('agents', 'billing-dev.md')).toContain('- billing-service');
  await workbench.runCommand(
    'Cortex Team: Dispatch Task',
    { pick: 'billing-service' },
    { type: 'Add webhook' },
    { type: 'With a signature' },
  );
  await waitFor('the task', async () => read('projects', 'billing-service.md').includes('**Task:** Add webhook'));
  await waitFor('it in the tree', async () => (await team.rows()).some(({ description }) => description === '1 ready'));
  await team.expand('billing-service');
  await team.row('Add webhook').waitFor();
  await team.chooseFromMenu('Add webhook', 'Claim Team Task');
  await waitFor('who has it', async () => (await team.rows()).some(({ description }) => description === 'billing-dev · 2026-03-28T10:05'));
  await team.chooseFromMenu('Billing Dev', 'Send Team Heartbeat');
  await waitFor('who is there', async () =>
    (await team.rows()).some(
      ({ label, description }) => label === 'Billing Dev' && description === 'active · less than a minute ago · Add webhook',
    ),
  );
  for (const theme of ['dark', 'light', 'hc-dark'] as const) {
    await workbench.setTheme(theme);
    await workbench.screenshot(shot(`view-${theme}`));
  }
  await team.chooseFromMenu('Add webhook', 'Complete Team Task');
  await workbench.answer({ type: 'Verified and tested' });
  await waitFor('the summary', async () =>
    read('projects', 'billing-service.md').includes('**Status:** done\nSummary: Verified and tested\n'),
  );
  await workbench.runCommand('Cortex Team: Show Team Briefing');
  await workbench.tab('Team Briefing.md').waitFor();
  await workbench.screenshot(shot('briefing'));
});

test('the view follows the configuration: another directory, and an unreadable file', async ({ workbench }) => {
  const { page } = workbench;
  const agents = path.join(home, 'cortex-team', 'agents');
  mkdirSync(agents, { recursive: true });
  writeFileSync(path.join(agents, 'billing-dev.md'), '---\nname: Billing Dev\nstatus: active\n---\n');
  await workbench.openContainer('Cortex');
  await workbench.toggleViews('Swarm', 'Stacks', 'Memory', 'Teams');
  await workbench.tree('Teams').row('Billing Dev').waitFor();
  mkdirSync(path.join(home, '.cortex'));
  const config = path.join(home, '.cortex', 'config.yaml');
  writeFileSync(config, 'team_dir: ~/elsewhere\n');
  await page.getByRole('button', { name: 'Set Up Team Directory' }).waitFor();
  writeFileSync(config, 'daily_briefing: soon\n');
  await page.getByRole('button', { name: 'Show Problem' }).waitFor();
  await workbench.screenshot(shot('broken'));
  writeFileSync(config, 'team_dir: [\nheartbeat_minutes: 3\n');
  const said = async () => (await workbench.tree('Needs You').rows()).find(({ label }) => label === 'config.yaml')?.description ?? '';
  await waitFor('the need', async () => (await said()).includes('YAML'));
  // The file is shown beside it.
  expect(await said()).toMatch(/^invalid YAML: /);
  writeFileSync(config, '');
  await workbench.tree('Teams').row('Billing Dev').waitFor();
});

const OLD = '### 2026-03-01T09:00\n**Task:** Old webhook\n**Status:** done\nSummary: Long over\n**Completed:** 2026-03-02T09:00\n';

test('old tasks are listed, removed when a person confirms, and remain in the git history', async ({ workbench }) => {
  const { page } = workbench;
  const directory = path.join(home, 'cortex-team');
  const note = path.join(directory, 'projects', 'old-service.md');
  const git = async (...args: readonly string[]) =>
    (await promisify(execFile)('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args], { cwd: directory })).stdout;
  mkdirSync(path.dirname(note), { recursive: true });
  writeFileSync(note, `## Work Queue\n\n### 2026-03-28T09:00\n**Task:** New webhook\n**Status:** ready\n\n${OLD}`);
  await git('init', '-q');
  for (const [key, value] of Object.entries({ 'user.name': 'Ann', 'user.email': 'ann@example.org' })) await git('config', key, value);
  await git('add', '-A');
  await git('commit', '-q', '-m', 'The team');
  await workbench.openContainer('Cortex');
  await workbench.toggleViews('Swarm', 'Stacks', 'Memory', 'Teams');
  await workbench.tree('Teams').row('old-service').waitFor();
  const run = () => workbench.runCommand('Cortex Team: Clean Up Team Directory');
  await run();
  const question = page.getByRole('dialog').filter({ hasText: 'Remove 1 done task?' });
  await question.waitFor();
  await workbench.screenshot(shot('tidy-up'));
  await question.getByRole('button', { name: 'Cancel' }).click();
  await workbench.tab('Team Housekeeping.md').waitFor();
  expect(readFileSync(note, 'utf8')).toContain(OLD);
  await run();
  await question.getByRole('button', { name: 'Remove' }).click();
  const [, commit = ''] = await waitFor(
    'the commit',
    async () => /^(\w+) chore: prune completed tasks/.exec(await git('log', '-1', '--format=%h %s')) ?? undefined,
  );
  await page.locator('.part.statusbar').getByText(`committed as ${commit} chore: prune completed tasks`).waitFor();
  expect(readFileSync(note, 'utf8')).not.toContain('Old webhook');
  expect(await git('status', '--short')).toBe('');
  await run();
  await workbench.notification('There is nothing to clean up').waitFor();
});

test('a window without any open view runs the coordinator at its hours', async ({ workbench }) => {
  const told = path.join(home, 'cortex-team', '.local', 'coordinator.json');
  mkdirSync(path.dirname(told), { recursive: true });
  writeFileSync(told, JSON.stringify({ briefing: 0, review: Date.now() }));
  await workbench.changeSettings({ 'cortex.team.coordinator': true });
  await workbench.tab('Team Briefing.md').waitFor();
  expect(JSON.parse(readFileSync(told, 'utf8')).briefing).toBe(Date.parse('2026-03-28T09:00:00Z'));
});
