/** What the Swarm dashboard shows of the past, as it looks and is used: its bundle in a browser. */
import { mkdir } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { waitFor } from '../harness/wait.ts';
import { barriers } from '../webview/barriers.ts';
import type { DashboardPage, PageOptions, ThemeName } from '../webview/dashboard-page.ts';
import { burning, burnt, hostileBurning } from '../webview/histories.ts';
import { normal } from '../webview/projects.ts';
import type { Content } from '../webview/stand-in-host.ts';
import { useDashboard } from '../webview/use-dashboard.ts';

const open = useDashboard();

beforeAll(() => mkdir(fromRoot('out', 'screens'), { recursive: true }));

/** Leaves a picture in out/screens for a person to look at. */
async function expectSound(dashboard: DashboardPage, name: string): Promise<void> {
  const { page } = dashboard;
  await page.screenshot({ path: fromRoot('out', 'screens', `swarm-${name}.png`) });
  expect(await dashboard.troubles()).toEqual([]);
  expect(await barriers(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

const THEMES: readonly ThemeName[] = ['dark', 'light', 'hc-dark', 'hc-light'];
const SIZES = [
  ['narrow', 300, 1_400],
  ['half', 640, 900],
  ['beside', 924, 705],
  ['low', 1_280, 400],
  ['wide', 1_920, 1_000],
] as const;

async function showBurnDown(content: Content, options?: PageOptions) {
  const dashboard = await open(content, options);
  const button = (name: string) => dashboard.page.getByRole('button', { name, exact: true });
  await button('Burn-Down').press('Enter');
  const part = dashboard.page.getByRole('region', { name: 'Burn-Down', exact: true });
  await part.waitFor();
  return { ...dashboard, button, part };
}

test.each(THEMES)('a burn-down is legible in the theme %s', async (theme) => {
  const dashboard = await showBurnDown(burning, { theme });
  const tokens = dashboard.part.getByRole('img', { name: /^Tokens/ });
  expect(await tokens.getAttribute('aria-label')).toMatch(
    /^Tokens: 29\.4K of 200K left\. Spent about \S+ \(\S+ to \S+\), before the tasks are done$/,
  );
  await expectSound(dashboard, `burn-down-${theme}`);
});

test('it is asked for when it is shown, and its figures are a table that keys reach', async () => {
  const { page, host, button, part } = await showBurnDown(burning);
  expect(host.views[0]?.burnDown).toBe(false);
  expect(host.views.at(-1)?.burnDown).toBe(true);
  await button('Figures').press('Enter');
  const rows = part.getByRole('row');
  expect(await rows.count()).toBe(62);
  expect(await rows.last().innerText()).toMatch(/6\s+171K\s+\$1\.45\s+23 min/);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Figures of the Burn-Down');
  await expectSound({ ...(await open(burning)) }, 'burn-down-off');
});

test('how it is shown outlives a reload', async () => {
  const { page, button, part } = await showBurnDown(burning);
  await button('Figures').press('Enter');
  await waitFor('it to be kept', async () => (await page.evaluate(() => sessionStorage.getItem('kept')))?.includes('figures'));
  await page.reload();
  await part.getByRole('table').waitFor();
  await button('Burn-Down').press('Enter');
  await part.waitFor({ state: 'detached' });
});

test('it says what it waits for, why there is none, and why there is no forecast', async () => {
  const dashboard = await showBurnDown({ ...normal, burnDown: { kind: 'reading' } });
  await dashboard.part.getByText('Reading the history').waitFor();
  await expectSound(dashboard, 'burn-down-reading');
  dashboard.host.change({ ...normal, burnDown: { kind: 'none', why: 'There is no history of this swarm here.' } });
  await dashboard.part.getByText('There is no history').waitFor();
  await expectSound(dashboard, 'burn-down-none');
  dashboard.host.change({ ...normal, burnDown: { ...burnt, forecast: null, problems: ['a line of the log is damaged.'] } });
  await dashboard.part.getByText('five tasks have to be done first').waitFor();
  await expectSound(dashboard, 'burn-down-early');
});

test('nothing of it is cut off in narrow, low and wide windows, nor at 200 %', async () => {
  const dashboard = await showBurnDown(burning);
  for (const [name, width, height] of SIZES) {
    await dashboard.page.setViewportSize({ width, height });
    await expectSound(dashboard, `burn-down-${name}`);
  }
  await expectSound(await showBurnDown(burning, { zoom: 2 }), 'burn-down-zoomed');
});

test('whatever the figures and the texts are, it stays a calm part of the page', async () => {
  const dashboard = await showBurnDown(hostileBurning);
  await expectSound(dashboard, 'burn-down-hostile');
  expect(await dashboard.page.locator('#root :is(img, style, script)').count()).toBe(0);
  await dashboard.button('Figures').press('Enter');
  await dashboard.page.setViewportSize({ width: 300, height: 1_400 });
  await expectSound(dashboard, 'burn-down-hostile-figures');
});
