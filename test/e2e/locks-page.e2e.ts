/** Appearance of the Locks dashboard: its bundle in a browser, with the content security policy of its webview. */
import { expect, test } from 'vitest';
import { busy, hostile, hugeHeld, idle, several, unread, untrusted } from '../webview/held.ts';
import { type HeldContent, LocksHost } from '../webview/locks-host.ts';
import { expectPlainTexts, inEveryTheme, lookAtStates, type PageState, soundnessOf } from '../webview/soundness.ts';
import { usePage } from '../webview/use-dashboard.ts';

const open = usePage((content: HeldContent) => new LocksHost(content));

const expectSound = soundnessOf('locks');
const expectInThemes = inEveryTheme(expectSound);

test('the list and the selected lock are legible in every theme', async () => {
  const dashboard = await open(several);
  const { page, grid } = dashboard;
  await grid('Locks').getByText('tax.ts').click();
  await page.getByRole('region', { name: 'Selected lock' }).getByText('#1042').waitFor();
  await expectInThemes(dashboard, 'normal');
  await page.setViewportSize({ width: 900, height: 700 });
  await expectInThemes(dashboard, 'medium');
});

test('any text from files is displayed literally and in its place', async () => {
  const dashboard = await open(hostile);
  const { page } = dashboard;
  await page.locator('.held-grid tbody tr').nth(1).click();
  await page.getByRole('region', { name: 'Selected lock' }).getByText('and 100 more').waitFor();
  await expectSound(dashboard, 'hostile');
  await expectPlainTexts(page, 'Locks');
  await page.setViewportSize({ width: 300, height: 700 });
  await expectSound(dashboard, 'hostile-narrow');
});

const noProject: HeldContent = { kind: 'no-project', readOnly: null, problems: [] };
const STATES: readonly PageState<HeldContent>[] = [
  ['no-folder', { kind: 'no-folder' }, 'No folder is open.'],
  ['no-project', noProject, 'Initialize'],
  ['idle', idle, 'Nothing is locked'],
  ['read-only', untrusted, 'Restricted Mode'],
  ['unread', unread, 'The locks cannot be read.'],
  ['one-unread', { ...idle, projects: [...idle.projects, ...unread.projects] }, 'The locks of 1 project cannot be read. Nothing else'],
  ['huge', hugeHeld(10_000), '1,000 conflicts'],
];

test('every state shows its content and the next step in every theme', async () => {
  const dashboard = await open(noProject);
  await lookAtStates(dashboard, STATES, (name) => expectInThemes(dashboard, name));
});

test('another filter or order starts at the first row from any scroll position', async () => {
  const { page } = await open(hugeHeld(10_000));
  const row = (index: number) => page.locator(`.held-grid tbody tr[data-index="${index}"]`);
  await row(0).getByText('file-0.ts').waitFor();
  await page.locator('.held-grid').evaluate((list) => list.scrollTo(0, 22 * 5_000));
  await row(5_003).getByText('file-5003.ts').waitFor();
  await page.getByLabel('Type').selectOption('exclusive');
  await row(0).getByText('file-0.ts').waitFor();
  expect(await page.locator('.held-grid').evaluate((list) => list.scrollTop)).toBe(0);
});

test('a narrow window and one at 200 % show everything in one column', async () => {
  for (const options of [{ width: 320, height: 900 }, { zoom: 2 }]) {
    const dashboard = await open(busy, options);
    await dashboard.page.getByText('tax.ts').first().click();
    await dashboard.page.getByText('Discounts before tax').waitFor();
    await expectSound(dashboard, options.zoom === 2 ? 'zoomed' : 'narrow');
  }
});
