/** How the Work Queues dashboard looks: its bundle in a browser, under the content security policy of its webview. */
import { mkdir } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { barriers } from '../webview/barriers.ts';
import type { ThemeName } from '../webview/dashboard-page.ts';
import { QueuesHost, type TeamContent } from '../webview/queues-host.ts';
import { bare, busy, hostile, hugeTeam, idle, odd } from '../webview/team.ts';
import { type ShownPage, usePage } from '../webview/use-dashboard.ts';

const open = usePage((content: TeamContent) => new QueuesHost(content));
type Shown = ShownPage<QueuesHost>;

beforeAll(() => mkdir(fromRoot('out', 'screens'), { recursive: true }));

/** Leaves a picture in out/screens for a person to look at. */
async function expectSound(dashboard: Shown, name: string): Promise<void> {
  const { page } = dashboard;
  await page.screenshot({ path: fromRoot('out', 'screens', `queues-${name}.png`) });
  expect(await dashboard.troubles()).toEqual([]);
  expect(await barriers(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

const THEMES: readonly ThemeName[] = ['dark', 'light', 'hc-dark', 'hc-light'];

test.each(THEMES)('the board, a menu and a form are legible in the theme %s', async (theme) => {
  const dashboard = await open(busy, { theme });
  const { page, grid } = dashboard;
  await grid('In progress').getByText('Send a receipt').click();
  await expectSound(dashboard, theme);
  await page.keyboard.press('m');
  await page.getByRole('menu').waitFor();
  await expectSound(dashboard, `menu-${theme}`);
  await page.getByRole('menuitem', { name: 'Done' }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('Sent, and logged.');
  await expectSound(dashboard, `form-${theme}`);
});

test('texts from the files stay texts, each in its place, whatever they hold', async () => {
  const dashboard = await open(hostile);
  const { page } = dashboard;
  await expectSound(dashboard, 'hostile');
  expect(await page.title()).toBe('Work Queues');
  expect(await page.locator('#root :is(img, style, script, a, strong)').count()).toBe(0);
  expect(await page.locator('body').innerText()).not.toMatch(/(?![\n\t\u200d])[\p{Cf}\p{Cc}]/u);
  await page.setViewportSize({ width: 300, height: 700 });
  await expectSound(dashboard, 'hostile-narrow');
});

const untrusted = { ...busy, readOnly: 'This folder is in Restricted Mode: nothing is changed until you trust it.' };
const noTeam: TeamContent = { kind: 'no-team', directory: '/home/ann/cortex-team', readOnly: null, problems: [] };
const STATES: readonly (readonly [name: string, content: TeamContent, text: string])[] = [
  ['no-team', noTeam, 'Set Up a Team'],
  ['bare', bare, 'Register an Agent'],
  ['idle', idle, 'Dispatch a Task'],
  ['read-only', untrusted, 'Restricted Mode'],
  ['odd', odd, 'on hold'],
  ['huge', hugeTeam(200), 'Task 0 of 0'],
];

test.each(THEMES)('every state says what there is, and what comes next, in the theme %s', async (theme) => {
  const dashboard = await open(noTeam, { theme });
  for (const [name, content, text] of STATES) {
    dashboard.host.change(content);
    await dashboard.page.locator('#root').getByText(text).filter({ visible: true }).first().waitFor();
    await expectSound(dashboard, `${name}-${theme}`);
  }
});

test('a narrow window and one at 200 % show it all, one below the other', async () => {
  for (const options of [{ width: 320, height: 900 }, { zoom: 2 }]) {
    const dashboard = await open(busy, options);
    await dashboard.page.getByText('Send a receipt').waitFor();
    await expectSound(dashboard, options.zoom === 2 ? 'zoomed' : 'narrow');
  }
});
