/** How the Overview looks: its bundle in a browser, under the content security policy of its webview. */
import { mkdir } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { fromRoot } from '../../scripts/lib/project.mjs';
import type { OverviewPicture } from '../../src/host/panel/overview-state.ts';
import { barriers } from '../webview/barriers.ts';
import type { ThemeName } from '../webview/dashboard-page.ts';
import { OverviewHost } from '../webview/overview-host.ts';
import { busy, hostile, noFolder, quiet, unused } from '../webview/overviews.ts';
import { type ShownPage, usePage } from '../webview/use-dashboard.ts';

const open = usePage((content: OverviewPicture) => new OverviewHost(content));

beforeAll(() => mkdir(fromRoot('out', 'screens'), { recursive: true }));

/** Leaves a picture in out/screens for a person to look at. */
async function expectSound(dashboard: ShownPage<OverviewHost>, name: string): Promise<void> {
  const { page } = dashboard;
  await page.screenshot({ path: fromRoot('out', 'screens', `overview-${name}.png`), fullPage: true });
  expect(await dashboard.troubles()).toEqual([]);
  expect(await barriers(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

const THEMES: readonly ThemeName[] = ['dark', 'light', 'hc-dark', 'hc-light'];
const untrusted: OverviewPicture = {
  ...busy,
  readOnly: 'This folder is in Restricted Mode: nothing is changed until you trust it.',
};
const STATES: readonly (readonly [name: string, content: OverviewPicture, text: string])[] = [
  ['no-folder', noFolder, 'No folder is open'],
  ['unused', unused, 'Initialize'],
  ['quiet', quiet, 'Nothing is locked.'],
  ['busy', busy, 'Release 1.0'],
  ['untrusted', untrusted, 'Restricted Mode'],
  ['hostile', hostile, 'a-very-long-name'],
];

test.each(THEMES)('every state says what there is, and what comes next, in the theme %s', async (theme) => {
  const dashboard = await open(noFolder, { theme });
  for (const [name, content, text] of STATES) {
    dashboard.host.change(content);
    await dashboard.page.locator('#root').getByText(text).filter({ visible: true }).first().waitFor();
    await expectSound(dashboard, `${name}-${theme}`);
  }
});

test('nothing is out of reach on a narrow page, with large letters, or on a very wide one', async () => {
  const dashboard = await open(busy);
  for (const [name, width, height] of [
    ['narrow', 320, 700],
    ['side', 620, 800],
    ['wide', 1900, 1000],
  ] as const) {
    await dashboard.page.setViewportSize({ width, height });
    await expectSound(dashboard, name);
    const scrolling = await dashboard.page
      .locator('.card')
      .evaluateAll((cards) => cards.filter((card) => card.scrollHeight > card.clientHeight + 1).length);
    expect(scrolling).toBe(0);
  }
  await expectSound(await open(busy, { zoom: 2 }), 'zoomed');
});

test('texts from the files stay texts, each in its place, whatever they hold', async () => {
  const dashboard = await open(hostile);
  const { page } = dashboard;
  expect(await page.title()).toBe('Overview');
  expect(await page.locator('#root :is(img, style, script, a, strong)').count()).toBe(0);
  expect(await page.locator('body').innerText()).not.toMatch(/(?![\n\t\u200d])[\p{Cf}\p{Cc}]/u);
  await page.setViewportSize({ width: 300, height: 700 });
  await expectSound(dashboard, 'hostile-narrow');
});
