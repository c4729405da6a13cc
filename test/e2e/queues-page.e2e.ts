/** Appearance of the Work Queues dashboard: its bundle in a browser, with the content security policy of its webview. */
import { test } from 'vitest';
import { QueuesHost, type TeamContent } from '../webview/queues-host.ts';
import { expectPlainTexts, inEveryTheme, lookAtStates, type PageState, soundnessOf } from '../webview/soundness.ts';
import { bare, busy, hostile, hugeTeam, idle, odd } from '../webview/team.ts';
import { usePage } from '../webview/use-dashboard.ts';

const open = usePage((content: TeamContent) => new QueuesHost(content));

const expectSound = soundnessOf('queues');
const expectInThemes = inEveryTheme(expectSound);

test('the board, a menu and a form are legible in every theme', async () => {
  const dashboard = await open(busy);
  const { page, grid } = dashboard;
  await grid('In progress').getByText('Send a receipt').click();
  await expectInThemes(dashboard, 'normal');
  await page.keyboard.press('m');
  await page.getByRole('menu').waitFor();
  await expectInThemes(dashboard, 'menu');
  await page.getByRole('menuitem', { name: 'Done' }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('Sent, and logged.');
  await expectInThemes(dashboard, 'form');
});

test('any text from files is displayed literally and in its place', async () => {
  const dashboard = await open(hostile);
  const { page } = dashboard;
  await expectSound(dashboard, 'hostile');
  await expectPlainTexts(page, 'Work Queues');
  await page.setViewportSize({ width: 300, height: 700 });
  await expectSound(dashboard, 'hostile-narrow');
});

const untrusted = { ...busy, readOnly: 'This folder is in Restricted Mode: nothing is changed until you trust it.' };
const noTeam: TeamContent = { kind: 'no-team', directory: '/home/ann/cortex-team', readOnly: null, problems: [] };
const STATES: readonly PageState<TeamContent>[] = [
  ['no-team', noTeam, 'Set Up Team Directory'],
  ['bare', bare, 'Register an Agent'],
  ['idle', idle, 'Dispatch a Task'],
  ['read-only', untrusted, 'Restricted Mode'],
  ['odd', odd, 'on hold'],
  ['huge', hugeTeam(200), 'Task 0 of 0'],
];

test('every state shows its content and the next step in every theme', async () => {
  const dashboard = await open(noTeam);
  await lookAtStates(dashboard, STATES, (name) => expectInThemes(dashboard, name));
});

test('a narrow window and one at 200 % show everything in one column', async () => {
  for (const options of [{ width: 320, height: 900 }, { zoom: 2 }]) {
    const dashboard = await open(busy, options);
    await dashboard.page.getByText('Send a receipt').waitFor();
    await expectSound(dashboard, options.zoom === 2 ? 'zoomed' : 'narrow');
  }
});
