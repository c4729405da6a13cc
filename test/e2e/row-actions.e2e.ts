/** Actions on rows by keyboard alone, and on rows that others remove in the meantime. */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { cortexProgram } from '../../src/cli/cortex-program.ts';
import { CREATE, cortex } from '../harness/cortex.ts';
import { editorTest } from '../harness/e2e.ts';
import { editorHome } from '../harness/home.ts';
import { waitFor } from '../harness/wait.ts';
import type { Workbench } from '../harness/workbench.ts';
import { runProgramHere } from '../support/cortex-cli.ts';

const home = editorHome();
const test = editorTest({ extensions: ['.'], workspace: 'test/fixtures/swarm-workspace' });

const shot = (name: string): string => fromRoot('out', 'screenshots', 'row-actions', `${name}.png`);

const PLAN = `decomposition:
  id: shop
  description: Build the shop
  children:
    - { id: types, description: Write the types }
    - { id: docs, description: Describe it }
mergePolicy: { strategy: human_review, conflictResolution: coordinator_decides }
`;

/** Creates a swarm with all tasks submitted, and two files that both tasks changed. */
async function handIn(folder: string): Promise<void> {
  const plan = path.join(folder, 'conflicts.yaml');
  writeFileSync(plan, PLAN);
  const create = ['swarm', 'create', '--task', 'Build the shop', '--coordinator', 'person:eve', '--file', plan, '--root', folder];
  expect(await runProgramHere(cortexProgram, create, true)).toMatchObject({ code: 0 });
  const tasks = { ann: 'types', bob: 'docs' };
  for (const agent of Object.keys(tasks)) {
    await cortex(folder, 'swarm', 'recruit', agent, '--role', 'worker');
    await cortex(folder, 'swarm', 'claim', '--agent', agent);
  }
  const files = ['--file', 'src/one.ts', '--file', 'src/two.ts'];
  for (const [agent, task] of Object.entries(tasks)) await cortex(folder, 'swarm', 'complete', task, '--agent', agent, ...files);
}

const question = (workbench: Workbench) => workbench.page.locator('.quick-input-widget');
const badge = (workbench: Workbench) => workbench.page.locator('.part.activitybar').getByRole('tab', { name: /^Cortex/ });

test('a question is answered on its row, and a merge is approved on its row', async ({ workbench, folder }) => {
  await handIn(folder);
  await workbench.openContainer('Cortex');
  const needs = workbench.tree('Needs You');
  await needs.row('src/one.ts').waitFor();
  await needs.chooseByKeys('src/two.ts', 'Resolve Item');
  await workbench.answer({ pick: 'docs' });
  await needs.row('src/two.ts').waitFor({ state: 'detached' });
  // The view shows the log. The published file is written right after it.
  await waitFor('the decision in the file', async () => {
    const { questions } = JSON.parse(readFileSync(path.join(folder, '.cortex', 'swarm.crtx'), 'utf8')).data.decomposition.output.merge;
    expect(questions).toMatchObject([{ file: 'src/one.ts' }, { file: 'src/two.ts', pick: 'docs' }]);
    return true;
  });
  await needs.chooseByKeys('src/one.ts', 'Resolve Item');
  await workbench.answer({ pick: 'types' });
  await needs.row('Build the shop').waitFor();
  await needs.chooseByKeys('Build the shop', 'Resolve Item');
  await workbench.answer({ pick: 'Approve' });
  await workbench.page.getByText('Nothing needs you.').waitFor();
  await waitFor('no badge', async () => (await badge(workbench).getAttribute('aria-label')) === 'Cortex');
  expect(await workbench.notification('Build the shop').count()).toBeLessThanOrEqual(1);
});

test('a task is proposed, agreed on, claimed, failed and retried, and a lock of the person is renewed and released', async ({
  workbench,
  folder,
}) => {
  await cortex(folder, ...CREATE, '--strategy', 'consensus');
  for (const agent of ['ann', 'bob', 'cleo']) await cortex(folder, 'swarm', 'recruit', agent, '--role', 'worker');
  await workbench.openContainer('Cortex');
  await workbench.toggleViews('Stacks', 'Memory');
  const [swarm, needs, locks] = [workbench.tree('Swarm'), workbench.tree('Needs You'), workbench.tree('Locks')];
  const task = 'Describe how to run it';
  await swarm.chooseByKeys(task, 'Propose Approach for Task');
  await workbench.answer({ pick: 'bob' });
  await workbench.answer({ type: 'On one page' });
  await swarm.chooseByKeys('On one page', 'Vote');
  await workbench.answer({ pick: 'yes' });
  await workbench.answer({ pick: 'ann' });
  await swarm.row('On one page').waitFor({ state: 'detached' });
  await swarm.chooseByKeys(task, 'Claim Task');
  await workbench.answer({ pick: 'bob' });
  await swarm.chooseByKeys(task, 'Fail Task');
  await workbench.answer({ type: 'No paper' });
  await workbench.page.locator('.monaco-dialog-box').getByText('Its dependents are skipped').waitFor();
  await workbench.page.keyboard.press('Enter');
  await needs.chooseByKeys(task, 'Resolve Item');
  await needs.row(task).waitFor({ state: 'detached' });

  const acquire = ['lock', 'acquire', 'README.md', '--agent', 'person:eve', '--ttl', '5m', '--root', folder];
  expect(await runProgramHere(cortexProgram, acquire, true)).toMatchObject({ code: 0 });
  await locks.chooseByKeys('README.md', 'Renew Lock');
  await workbench.answer({ pick: '8h' });
  await waitFor('its time', async () => (await locks.rows()).some(({ description }) => /· [78]h/.test(description)));
  await locks.chooseByKeys('README.md', 'Release Lock');
  await workbench.page.getByText('No locks.').waitFor();
  expect(await workbench.page.locator('.notification-toast').allInnerTexts()).toEqual([]);
});

test('the menu of a stack that was removed in the meantime says so, creates no other one, and sends to no other agent', async ({
  workbench,
  folder,
}) => {
  cpSync(fromRoot('test/fixtures/stack-workspace'), folder, { recursive: true });
  const agents = path.join(folder, 'AGENTS.md');
  const text = readFileSync(agents, 'utf8');
  const { page } = workbench;
  await workbench.openContainer('Cortex');
  await workbench.toggleViews('Swarm', 'Locks', 'Memory');
  const stacks = workbench.tree('Stacks');
  const losesRow = async (label: string, item: string, left: string): Promise<void> => {
    await stacks.reachInMenu(label, item);
    writeFileSync(agents, left);
    await stacks.row(label).waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await workbench.notification('This row no longer exists').waitFor();
    expect(await question(workbench).isVisible()).toBe(false);
    await workbench.runCommand('Notifications: Clear All Notifications');
  };
  await losesRow('agent-frontend', 'Initialize Stack', text.slice(0, text.indexOf('## agent-frontend')));
  expect(existsSync(path.join(folder, '.cstack', 'CURRENT.md'))).toBe(false);
  await losesRow('agent-backend', 'Send Message', '# Nobody\n');
  writeFileSync(agents, text);
  await stacks.row('agent-backend').click();
  // The buttons above a view do not depend on a row.
  await page.locator('.pane-header').getByRole('button', { name: 'Send Message' }).focus();
  await page.keyboard.press('Enter');
  await question(workbench)
    .getByRole('option', { name: /^manager/ })
    .waitFor();
});

test('an item that others resolve during a choice is not resolved again', async ({ workbench }) => {
  const note = path.join(home, 'cortex-team', 'projects', 'billing.md');
  for (const name of ['agents', 'projects']) mkdirSync(path.join(home, 'cortex-team', name), { recursive: true });
  const agent = '---\nname: Billing Dev\nstatus: active\nlast-heartbeat: "2026-03-28T08:00"\n---\n## Projects\n- billing\n';
  writeFileSync(path.join(home, 'cortex-team', 'agents', 'billing-dev.md'), agent);
  const task = (status: string) =>
    `---\ntype: project\n---\n## Work Queue\n\n### 2026-03-28T09:00\n**Task:** Add webhook\n**Status:** ${status}\n**Agent:** billing-dev\n**Started:** 2026-03-28T09:05\n`;
  writeFileSync(note, task('in-progress'));
  await workbench.openContainer('Cortex');
  const needs = workbench.tree('Needs You');
  await needs.chooseByKeys('Billing Dev', 'Resolve Item');
  await question(workbench).getByRole('option', { name: 'Reopen' }).waitFor();
  await workbench.screenshot(shot('which-way'));
  const done = `${task('done')}**Completed:** 2026-03-28T10:00\n`;
  writeFileSync(note, done);
  await needs.row('Billing Dev').waitFor({ state: 'detached' });
  await workbench.answer({ pick: 'Reopen' });
  await workbench.notification('This item no longer needs you').waitFor();
  expect(readFileSync(note, 'utf8')).toBe(done);
});
