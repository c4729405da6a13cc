/** Appearance of the Timeline dashboard: its bundle in a browser, with the content security policy of its webview. */
import { expect, test } from 'vitest';
import { waitFor } from '../harness/wait.ts';
import { expectPlainTexts, inEveryTheme, lookAtStates, type PageState, soundnessOf } from '../webview/soundness.ts';
import { type TimelineContent, TimelineHost } from '../webview/timeline-host.ts';
import { hostile, hugeTold, nothing, told, unread, untrusted } from '../webview/timelines.ts';
import { type ShownPage, usePage } from '../webview/use-dashboard.ts';

const open = usePage((content: TimelineContent) => new TimelineHost(content));
type Shown = ShownPage<TimelineHost>;

const expectSound = soundnessOf('timeline');
const expectInThemes = inEveryTheme(expectSound);

const detailIn = ({ page }: Shown) => page.getByRole('region', { name: 'Selected entry' });

test('the list and the selected entry are legible in every theme', async () => {
  const dashboard = await open(told);
  const { page, grid } = dashboard;
  await grid('Entries').getByText('The rates come from one table').click();
  await detailIn(dashboard).getByText('Kept the rates in a cache').waitFor();
  await expectInThemes(dashboard, 'normal');
  await page.setViewportSize({ width: 900, height: 700 });
  await expectInThemes(dashboard, 'medium');
});

test('any text from files is displayed literally and in its place', async () => {
  const dashboard = await open(hostile);
  const { page } = dashboard;
  await page.locator('.entries-grid tbody tr').first().click();
  await detailIn(dashboard).getByText('Similar earlier entries').waitFor();
  await expectSound(dashboard, 'hostile');
  await expectPlainTexts(page, 'Timeline');
  await page.setViewportSize({ width: 300, height: 700 });
  await expectSound(dashboard, 'hostile-narrow');
});

const noProject: TimelineContent = { kind: 'no-project', readOnly: null, problems: [] };
const STATES: readonly PageState<TimelineContent>[] = [
  ['no-folder', { kind: 'no-folder' }, 'No folder is open.'],
  ['no-project', noProject, 'Initialize'],
  ['nothing', nothing, 'No entries yet'],
  ['read-only', untrusted, 'Restricted Mode'],
  ['unread', unread, 'graph.crtx:2'],
  ['huge', hugeTold(20_000), '20,000'],
];

test('every state shows its content and the next step in every theme', async () => {
  const dashboard = await open(noProject);
  await lookAtStates(dashboard, STATES, (name) => expectInThemes(dashboard, name));
});

test('a narrow window and one at 200 % show everything in one column', async () => {
  for (const options of [{ width: 320, height: 900 }, { zoom: 2 }]) {
    const dashboard = await open(told, options);
    await dashboard.page.getByText('The rates come from one table').first().click();
    await detailIn(dashboard).getByText('Kept the rates in a cache').waitFor();
    await expectSound(dashboard, options.zoom === 2 ? 'zoomed' : 'narrow');
  }
});

test('moving from an entry to its cause and to its consequences works by keyboard alone', async () => {
  const dashboard = await open(told);
  const { page, grid, chosen } = dashboard;
  await grid('Entries').focus();
  await page.keyboard.press('Home');
  for (let row = 0; row < 4; row += 1) await page.keyboard.press('ArrowDown');
  await waitFor('the entry', async () => (await chosen('Entries'))[1] === 'The rates come from one table');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const detail = detailIn(dashboard);
  const parent = detail.getByRole('button', { name: 'Two sums are rounded twice' });
  await parent.first().focus();
  await page.keyboard.press('Enter');
  await detail.getByRole('heading', { name: 'Two sums are rounded twice' }).waitFor();
  expect((await chosen('Entries'))[1]).toBe('Two sums are rounded twice');
  await detail.getByRole('button', { name: 'The rates come from one table' }).press('Enter');
  await detail.getByRole('heading', { name: 'The rates come from one table' }).waitFor();
  await detail.getByRole('button', { name: 'src/checkout/rates.json', exact: true }).press('Enter');
  await detail.getByRole('button', { name: 'Resolve…' }).press('Enter');
  expect(dashboard.host.steps).toEqual([
    { kind: 'open-file', file: 'src/checkout/rates.json' },
    { kind: 'resolve', entry: 'table' },
  ]);
});

test('the list is filtered by words, by file and by outcome, and the filters are removed', async () => {
  const dashboard = await open(hugeTold(2_000));
  const { page } = dashboard;
  const total = page.locator('.entries-section .badge');
  const search = page.getByRole('searchbox', { name: 'Search all entries' });
  await page.keyboard.press('/');
  await page.keyboard.type('STEP 1999');
  await waitFor('one', async () => (await total.innerText()) === '1');
  await search.fill('file:src/5/');
  await waitFor('a folder', async () => (await total.innerText()) === '21');
  await page.getByLabel('Outcome').selectOption('failure');
  await waitFor('what failed there', async () => (await total.innerText()) === '7');
  await page.getByLabel('Agent').selectOption('ben');
  await waitFor('nobody', async () => (await total.innerText()) === '0');
  await page.getByRole('button', { name: 'Show All' }).click();
  await waitFor('all', async () => (await total.innerText()) === '2,000');
  expect(await search.inputValue()).toBe('');
  await page.getByLabel('Time', { exact: true }).selectOption('day');
  await waitFor('all of a day', async () => (await total.innerText()) === '2,000');
  await page.locator('.entries-grid tbody tr').first().click();
  await detailIn(dashboard).getByRole('button', { name: 'Only entries about src/59/file-1999.ts' }).click();
  await waitFor('the file', async () => (await total.innerText()) === '1');
  expect(await search.inputValue()).toBe('file:src/59/file-1999.ts');
});

test('new entries are added on top; further down the rows stay, and new entries are announced', async () => {
  const before = hugeTold(2_000);
  const dashboard = await open(before);
  const { page, host } = dashboard;
  const first = page.locator('.entries-grid tbody tr').first();
  await first.getByText('Step 1999').waitFor();
  const fresh = hugeTold(2_003);
  host.change(fresh);
  await first.getByText('Step 2002').waitFor();
  await page.locator('.entries-grid').evaluate((list) => list.scrollTo(0, 22 * 500));
  const row = page.locator('.entries-grid tbody tr[data-index="505"]');
  await row.getByText('Step 1497').waitFor();
  await waitFor('what is held', async () => host.views.at(-1)?.held === true);
  await host.settled();
  host.change(hugeTold(2_010));
  await page.getByRole('button', { name: '7 new entries' }).waitFor();
  expect(await row.innerText()).toContain('Step 1497');
  await expectSound(dashboard, 'fresh');
  await page.getByRole('button', { name: '7 new entries' }).click();
  await first.getByText('Step 2009').waitFor();
  expect(await page.getByRole('button', { name: /new entries/ }).count()).toBe(0);
  // Another filter with as many results scrolls to the top, too.
  await page.locator('.entries-grid').evaluate((list) => list.scrollTo(0, 22 * 500));
  await page.locator('.entries-grid tbody tr[data-index="505"]').getByText('Step 1504').waitFor();
  await page.getByLabel('Time', { exact: true }).selectOption('day');
  await first.getByText('Step 2009').waitFor();
});
