/** Appearance of the Overview: its bundle in a browser, with the content security policy of its webview. */
import { expect, test } from 'vitest';
import type { OverviewViewModel } from '../../src/host/dashboards/overview/state.ts';
import { OverviewHost } from '../webview/overview-host.ts';
import { busy, hostile, noFolder, quiet, unused } from '../webview/overviews.ts';
import { expectPlainTexts, inEveryTheme, lookAtStates, type PageState, soundnessOf } from '../webview/soundness.ts';
import { usePage } from '../webview/use-dashboard.ts';

const open = usePage((content: OverviewViewModel) => new OverviewHost(content));

const expectSound = soundnessOf('overview', { fullPage: true });
const expectInThemes = inEveryTheme(expectSound);

const untrusted: OverviewViewModel = {
  ...busy,
  readOnly: 'This folder is in Restricted Mode: nothing is changed until you trust it.',
};
const STATES: readonly PageState<OverviewViewModel>[] = [
  ['no-folder', noFolder, 'No folder is open'],
  ['unused', unused, 'Initialize'],
  ['quiet', quiet, 'Nothing is locked.'],
  ['busy', busy, 'Release 1.0'],
  ['untrusted', untrusted, 'Restricted Mode'],
  ['hostile', hostile, 'a-very-long-name'],
];

test('every state shows its content and the next step in every theme', async () => {
  const dashboard = await open(noFolder);
  await lookAtStates(dashboard, STATES, (name) => expectInThemes(dashboard, name));
});

test('everything is accessible on a narrow page, with large letters, and on a very wide one', async () => {
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

test('any text from files is displayed literally and in its place', async () => {
  const dashboard = await open(hostile);
  const { page } = dashboard;
  await expectPlainTexts(page, 'Overview');
  await page.setViewportSize({ width: 300, height: 700 });
  await expectSound(dashboard, 'hostile-narrow');
});
