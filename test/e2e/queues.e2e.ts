/** The Work Queues dashboard in the editor: the real host, the real webview, and notes of agents. */
import { cpSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { beforeEach, expect, onTestFinished } from 'vitest';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { editorTest } from '../harness/e2e.ts';
import { editorHome } from '../harness/home.ts';
import { waitFor } from '../harness/wait.ts';
import type { Workbench } from '../harness/workbench.ts';

/** The team directory is in the home by default. */
const home = editorHome();
const team = path.join(home, 'cortex-team');

const env = { CORTEX_NOW: '2026-04-13T12:00:00Z' };
const test = editorTest({ extensions: ['.'], workspace: 'test/fixtures/probe-workspace', env });

beforeEach(() => cpSync(fromRoot('examples', 'team'), team, { recursive: true }));

const shot = (name: string): string => fromRoot('out', 'screenshots', 'queues', `${name}.png`);

/** Opens the dashboard as soon as its command is registered. */
async function openQueues(workbench: Workbench): Promise<FrameLocator> {
  await workbench.openContainer('Cortex');
  await workbench.runCommand('Cortex: Open Work Queues Dashboard');
  return workbench.webview('Work Queues');
}

const column = (dashboard: FrameLocator, name: string) => dashboard.getByRole('grid', { name, exact: true });

test('a person claims, completes and reopens a task by keyboard alone', async ({ workbench }) => {
  const dashboard = await openQueues(workbench);
  const { keyboard } = workbench.page;
  const note = (): Promise<string> => readFile(path.join(team, 'projects', 'api.md'), 'utf8');
  await column(dashboard, 'In progress').getByText('web-dev is down, last seen 1 h ago').waitFor();
  await column(dashboard, 'In progress').getByText('Add the login endpoint').click();
  await workbench.screenshot(shot('whole'));
  await column(dashboard, 'In progress').getByText('Add the login endpoint').click();
  await keyboard.press('m');
  await dashboard.getByRole('menuitem', { name: 'Done' }).waitFor();
  await workbench.screenshot(shot('menu'));
  await keyboard.press('d');
  await dashboard.getByRole('dialog').waitFor();
  await keyboard.type('It answers 401 and 429.');
  await workbench.screenshot(shot('form'));
  await keyboard.press('Control+Enter');
  await dashboard.getByText('“Add the login endpoint” is done.').waitFor();
  await column(dashboard, 'Done').locator('[aria-selected=true]').getByText('Add the login endpoint').waitFor();
  expect(await note()).toContain('**Status:** done\nSummary: It answers 401 and 429.\n**Agent:** api-dev');
  await keyboard.press('r');
  await column(dashboard, 'Ready').locator('[aria-selected=true]').getByText('Add the login endpoint').waitFor();
  await keyboard.press('Shift+ArrowRight');
  await column(dashboard, 'In progress').locator('[aria-selected=true]').getByText('Add the login endpoint').waitFor();
  expect(await note()).toMatch(/\*\*Status:\*\* in-progress\n\*\*Agent:\*\* api-dev\n\*\*Started:\*\* 2026-04-13T/);
});

test('an edit of an agent is shown at once, a refusal is shown on the card, which opens its note, and a reload keeps the page', async ({
  workbench,
}) => {
  const dashboard = await openQueues(workbench);
  const file = path.join(team, 'projects', 'api.md');
  await column(dashboard, 'Ready').getByText('Send a mail after a login').click();
  await workbench.page.keyboard.press('Shift+ArrowRight');
  await dashboard.getByRole('status').getByText('A person must approve it first').waitFor();
  await workbench.page.keyboard.press('p');
  await dashboard.getByText('“Send a mail after a login from a new place” is approved.').waitFor();
  expect(await readFile(file, 'utf8')).toMatch(/\*\*Approval:\*\* person:\S+ 2026-04-13T/);
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('**Task:** Send a mail after a login from a new place\n', '**Task:** Send two mails\n'));
  const before = Date.now();
  await column(dashboard, 'Ready').getByText('Send two mails').waitFor();
  expect(Date.now() - before).toBeLessThan(30_000);
  await dashboard.getByRole('button', { name: 'Dispatch…' }).click();
  await dashboard.getByRole('dialog').getByRole('combobox', { name: 'Project' }).selectOption('web');
  await dashboard.getByRole('textbox', { name: 'Title' }).fill('Show the tariff');
  await workbench.page.keyboard.press('Enter');
  await column(dashboard, 'Ready').locator('[aria-selected=true]').getByText('Show the tariff').waitFor();
  await waitFor('the note', async () => (await readFile(path.join(team, 'projects', 'web.md'), 'utf8')).includes('Show the tariff'));
  await workbench.screenshot(shot('dispatched'));

  await dashboard.getByRole('combobox', { name: 'Project' }).selectOption('api');
  await waitFor('its one task', async () => (await column(dashboard, 'In progress').getAttribute('aria-rowcount')) === '1');
  await column(dashboard, 'In progress').getByText('Add the login endpoint').dblclick();
  await workbench.page.getByText('Ln 33, Col 1', { exact: false }).waitFor();
  await workbench.page.getByRole('tab', { name: /^Work Queues/ }).click();
  await workbench.runCommand('Developer: Reload Window');
  const again = await workbench.webview('Work Queues');
  // The latest action may be lost with the window; test/e2e/queues-use.e2e.ts tests what is stored.
  await column(again, 'In progress').getByText('Add the login endpoint').waitFor();
});

test('of two windows that claim a task at the same time one gets it, the other learns who has it, and both show it', async ({
  workbench,
  editor,
  folder,
}) => {
  const [agent, note] = [path.join(team, 'agents', 'api-dev.md'), path.join(team, 'projects', 'web.md')];
  await writeFile(agent, (await readFile(agent, 'utf8')).replace('## Projects\n', '## Projects\n- web\n'));
  // A claim for an agent that is down would ask first.
  const rival = path.join(team, 'agents', 'web-dev.md');
  await writeFile(rival, (await readFile(rival, 'utf8')).replace('T10:20', 'T11:50'));
  const other = await editor.openWindow();
  onTestFinished(other.close);
  await other.workbench.open({ workspace: folder });
  const windows = [
    { window: workbench, dashboard: await openQueues(workbench), agent: 'api-dev' },
    { window: other.workbench, dashboard: await openQueues(other.workbench), agent: 'web-dev' },
  ];
  for (const each of windows) {
    await column(each.dashboard, 'Ready').getByText('Make the order form').click();
    await each.window.page.keyboard.press('c');
    await each.dashboard.getByRole('dialog').getByRole('combobox', { name: 'Agent' }).selectOption(each.agent);
  }
  await Promise.all(windows.map(({ window }) => window.page.keyboard.press('Control+Enter')));
  const winner = await waitFor(
    'who has it',
    async () => /\*\*Task:\*\* Make the order form[^#]*\*\*Agent:\*\* (\S+)/.exec(await readFile(note, 'utf8'))?.[1],
  );
  const loser = windows.find((each) => each.agent !== winner);
  await loser?.dashboard.getByRole('alert').getByText(winner).waitFor();
  await loser?.window.page.keyboard.press('Escape');
  // The claimed card is selected in its new place.
  if (loser !== undefined)
    await column(loser.dashboard, 'In progress').locator('[aria-selected=true]').getByText('Make the order form').waitFor();
  await loser?.window.screenshot(shot('lost'));
  for (const { dashboard } of windows) {
    const card = column(dashboard, 'In progress').getByRole('row', { name: /Make the order form/ });
    await card.locator('.holder').getByText(winner, { exact: true }).waitFor();
  }
  const [, task = ''] = (await readFile(note, 'utf8')).split('**Task:** Make the order form');
  expect(task.match(/\*\*Agent:\*\*/g)).toHaveLength(1);
  await windows.find((each) => each.agent === winner)?.window.page.keyboard.press('r');
  for (const { dashboard } of windows) await column(dashboard, 'Ready').getByText('Make the order form').waitFor();
});
