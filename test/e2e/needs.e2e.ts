/** Needs You in the editor: one list of all protocols, with items that are resolved or snoozed in place. */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { HEARTBEAT } from '../harness/cortex.ts';
import { editorTest } from '../harness/e2e.ts';
import { editorHome } from '../harness/home.ts';
import { waitFor } from '../harness/wait.ts';

const home = editorHome();

const env = { CORTEX_NOW: '2026-03-28T12:05:00Z' };
const test = editorTest({ extensions: ['.'], builtIns: 'all', workspace: 'test/fixtures/stack-workspace', env });

const shot = (name: string): string => fromRoot('out', 'screenshots', 'needs', `${name}.png`);

const BILLING = path.join(home, 'cortex-team', 'projects', 'billing.md');

/** Writes an unresponsive agent with a task in progress, a blocked task, and one to approve. */
function writeTeam(): void {
  for (const folder of ['agents', 'projects']) mkdirSync(path.join(home, 'cortex-team', folder), { recursive: true });
  const note = '---\nname: Billing Dev\nstatus: active\nlast-heartbeat: "2026-03-28T08:00"\n---\n## Projects\n- billing\n';
  writeFileSync(path.join(home, 'cortex-team', 'agents', 'billing-dev.md'), note);
  const task = (time: string, title: string, more: string) => `### 2026-03-28T${time}\n**Task:** ${title}\n${more}\n\n`;
  const tasks = [
    task('09:00', 'Add webhook', '**Status:** in-progress\n**Agent:** billing-dev\n**Started:** 2026-03-28T09:05'),
    task('09:10', 'Refunds', '**Status:** ready\n**Blocked:** the bank does not answer'),
    task('09:20', 'Delete old invoices', '**Status:** ready\n**Approval:** needed'),
  ];
  writeFileSync(BILLING, `---\ntype: project\n---\n## Work Queue\n\n${tasks.join('')}`);
}

/** The label of a task of the team's project. */
const ofTeam = (title: string): string => `${title} (team project billing)`;

test('is one list, the most urgent item first, whose items are resolved or snoozed', async ({ workbench, folder }) => {
  writeTeam();
  const { page } = workbench;
  const inbox = path.join(folder, '.cstack', 'INBOX.md');
  const question = '---\nFrom: agent-backend\nType: question\nTime: 2026-03-28T11:00:00Z\n---\nMay I drop the old table?\n';
  writeFileSync(inbox, `${readFileSync(inbox, 'utf8')}\n${question}`);
  await workbench.openContainer('Cortex');
  await workbench.toggleViews('Swarm', 'Stacks', 'Memory');
  const needs = workbench.tree('Needs You');
  await needs.row('May I drop the old table?').waitFor();
  const rows = async () => (await needs.rows()).map(({ label, description }) => `${label}: ${description}`);
  await waitFor('the team', async () => (await rows()).length > 4);
  for (const theme of ['dark', 'light', 'hc-dark', 'hc-light'] as const) {
    await workbench.setTheme(theme);
    await workbench.screenshot(shot(`view-${theme}`));
  }
  const [first] = await rows();
  expect(first).toMatch(/^Delete old invoices \(team project billing\): needs approval by a person/);
  await needs.chooseFromMenu(ofTeam('Delete old invoices'), 'Resolve Item');
  await waitFor('the approval', async () => !readFileSync(BILLING, 'utf8').includes('**Approval:** needed'));
  await needs.row(ofTeam('Delete old invoices')).waitFor({ state: 'detached' });
  await needs.chooseFromMenu(ofTeam('Refunds'), 'Snooze Item');
  await workbench.answer({ pick: 'Four hours' });
  await needs.row(ofTeam('Refunds')).waitFor({ state: 'detached' });
  await workbench.runCommand('Cortex: Unsnooze Items', { pick: ofTeam('Refunds') });
  await needs.row(ofTeam('Refunds')).waitFor();
  await needs.chooseFromMenu('May I drop the old table?', 'Resolve Item');
  await workbench.answer({ type: 'You may' });
  await needs.row('May I drop the old table?').waitFor({ state: 'detached' });
  expect(readFileSync(path.join(folder, 'backend', '.cstack', 'INBOX.md'), 'utf8')).toMatch(/Type: answer\n(.+\n)*---\nYou may/);
  await needs.row(ofTeam('Refunds')).click();
  await workbench.tab('billing.md').waitFor();
  expect(await page.locator('.notification-toast').allInnerTexts()).toEqual([]);
});

/** All windows of this editor remember their notifications, so each try needs a new item. */
let tries = 0;

test('notifies once of new blocked items, several together, and not of existing ones', async ({ workbench }) => {
  writeTeam();
  tries += 1;
  await workbench.openContainer('Cortex');
  const needs = workbench.tree('Needs You');
  await needs.row(ofTeam('Delete old invoices')).waitFor();
  const task = (time: string, title: string) =>
    `### 2026-03-28T${time}\n**Task:** ${title} ${tries}\n**Status:** ready\n**Approval:** needed\n\n`;
  appendFileSync(BILLING, task('11:00', 'Drop the table') + task('11:10', 'Raise the price'));
  await workbench.notification('Work waits for you in 2 places. First: Drop the table').waitFor();
  appendFileSync(BILLING, task('11:20', 'Close the shop'));
  const single = workbench.notification('Work waits for you. Close the shop');
  await single.waitFor();
  await workbench.screenshot(shot('notice'));
  await single.getByRole('button', { name: 'Resolve…' }).click();
  await needs.row(ofTeam(`Close the shop ${tries}`)).waitFor({ state: 'detached' });
  expect(readFileSync(BILLING, 'utf8').match(/\*\*Approval:\*\* needed/g)).toHaveLength(3);
  expect(await workbench.notification('Close the shop').count()).toBe(0);
});

test('notifies in one of two windows of a folder', async ({ workbench, folder, editor }) => {
  writeTeam();
  tries += 1;
  const second = await editor.openWindow();
  try {
    await second.workbench.open({ workspace: folder });
    const both = [workbench, second.workbench];
    for (const each of both) {
      await each.openContainer('Cortex');
      await each.tree('Needs You').row(ofTeam('Delete old invoices')).waitFor();
    }
    const task = (time: string, title: string) =>
      `### 2026-03-28T${time}\n**Task:** ${title} ${tries}\n**Status:** ready\n**Approval:** needed\n\n`;
    const told = async () => Promise.all(both.map((each) => each.notification('Sell the boat').count()));
    appendFileSync(BILLING, task('11:30', 'Sell the boat'));
    await waitFor('a message', async () => (await told()).includes(1));
    // The next notification comes 20 s later at the earliest. By then this one would be in both windows.
    appendFileSync(BILLING, task('11:40', 'Move the office'));
    await waitFor('the next', async () =>
      (await Promise.all(both.map((each) => each.notification('Move the office').count()))).includes(1),
    );
    expect((await told()).reduce((sum, count) => sum + count)).toBeLessThanOrEqual(1);
  } finally {
    await second.close();
  }
});

test('counts ten thousand items, lists the most urgent, and finds the rest by search', async ({ workbench, folder }) => {
  const { page } = workbench;
  const question = (n: number) => `---\nFrom: agent-backend\nType: question\nTime: 2026-03-27T11:00:00Z\n---\nMay I drop table ${n}?\n\n`;
  writeFileSync(path.join(folder, '.cstack', 'INBOX.md'), Array.from({ length: 10_000 }, (_, n) => question(n)).join(''));
  await workbench.openContainer('Cortex');
  await workbench.toggleViews('Swarm', 'Stacks', 'Memory');
  const needs = workbench.tree('Needs You');
  await needs.root
    .getByRole('treeitem', { name: /May I drop table/ })
    .first()
    .waitFor();
  const heartbeat = workbench.statusItem(HEARTBEAT);
  const count = Number(((await heartbeat.innerText()).match(/[\d,]+$/)?.[0] ?? '').replace(',', ''));
  expect(count).toBeGreaterThanOrEqual(10_000);
  await needs.root.getByRole('treeitem').first().click();
  await needs.root.press('End');
  await needs.root.getByRole('treeitem', { name: `${(count - 200).toLocaleString('en')} more, less urgent` }).waitFor();
  await workbench.screenshot(shot('ten-thousand'));
  await needs.root.press('Enter');
  await page.locator('.quick-input-widget input.input').fill('table 9999?');
  await page
    .locator('.quick-input-widget')
    .getByRole('option', { name: /May I drop table 9999\?/ })
    .waitFor();
  expect(await page.locator('.notification-toast').allInnerTexts()).toEqual([]);
});
