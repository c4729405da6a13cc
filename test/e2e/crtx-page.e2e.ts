/** Appearance of the readable view of a `.crtx` file: its bundle in a browser, with the content security policy of its webview. */
import { expect, test } from 'vitest';
import { waitFor } from '../harness/wait.ts';
import { brokenFile, emptyFile, hostileFile, largeFile, longFile, newerFile, swarmFile } from '../webview/crtx-files.ts';
import { type CrtxFile, CrtxHost } from '../webview/crtx-host.ts';
import { expectPlainTexts, inEveryTheme, lookAtStates, type PageState, soundnessOf } from '../webview/soundness.ts';
import { type ShownPage, usePage } from '../webview/use-dashboard.ts';

const open = usePage((file: CrtxFile) => new CrtxHost(file));
type Shown = ShownPage<CrtxHost>;

const expectSound = soundnessOf('crtx');
const expectInThemes = inEveryTheme(expectSound);

const detailIn = ({ page }: Shown) => page.getByRole('region', { name: 'Selected value' });
const keyOf = ([key = '']: readonly string[]) => key;

test('the tree and the selected value are legible in every theme', async () => {
  const shown = await open(swarmFile);
  const { page, grid, chosen } = shown;
  await grid('Values').getByText('decomposition', { exact: true }).click();
  for (const key of ['ArrowRight', 'End', 'ArrowUp', 'ArrowRight', 'Home', 'ArrowRight']) await page.keyboard.press(key);
  await grid('Values').getByText('checksum', { exact: true }).waitFor();
  // Milliseconds are shown as readable times.
  await grid('Values').getByText('created: 2 d ago').waitFor();
  await grid('Values')
    .getByText(/^Jan 13.*, 2 d ago$/)
    .waitFor();
  await grid('Values').getByText('coordinator', { exact: true }).click();
  expect(keyOf(await chosen('Values'))).toBe('coordinator');
  await detailIn(shown).getByText('data.coordinator').waitFor();
  await expectInThemes(shown, 'normal');
  await page.setViewportSize({ width: 900, height: 700 });
  await expectInThemes(shown, 'medium');
});

test('any text from the file is displayed literally and in its place', async () => {
  const shown = await open(hostileFile);
  const { page } = shown;
  for (let row = 1; row < 6; row += 1) {
    await page.locator(`.values-grid tbody tr[data-index="${row}"]`).click();
    await detailIn(shown).waitFor();
  }
  await page.getByRole('searchbox').fill('<IMG');
  await page.getByRole('grid', { name: 'Values' }).waitFor();
  await expectSound(shown, 'hostile-found');
  await page.getByRole('searchbox').fill('');
  await page.getByRole('treegrid', { name: 'Values' }).waitFor();
  await expectSound(shown, 'hostile');
  await expectPlainTexts(page, 'swarm.crtx');
  await page.setViewportSize({ width: 300, height: 700 });
  await expectSound(shown, 'hostile-narrow');
});

const STATES: readonly PageState<CrtxFile>[] = [
  ['broken', brokenFile, 'It cannot be shown until its text is valid JSON.'],
  ['newer', newerFile, 'newer than this program'],
  ['large', largeFile, '19.1 MiB'],
  ['empty', emptyFile, 'It is empty.'],
  ['long', longFile(100_000), '100,002'],
];

test('every state shows its content and the next step in every theme', async () => {
  const shown = await open(swarmFile);
  await lookAtStates(shown, STATES, (name) => expectInThemes(shown, name));
});

test('a narrow window and one at 200 % show everything in one column', async () => {
  for (const options of [{ width: 320, height: 900 }, { width: 430, height: 700 }, { zoom: 2 }]) {
    const shown = await open(swarmFile, options);
    const tops = await shown.page
      .locator('.title :is(.steps, .keys-button) .button')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
    expect(tops.at(-1)).toBeLessThan(Math.max(...tops.slice(0, -1)) + 8);
    await shown.grid('Values').getByText('coordinator', { exact: true }).click();
    await detailIn(shown).waitFor();
    await expectSound(shown, options.zoom === 2 ? 'zoomed' : `narrow-${options.width}`);
  }
});

test('the tree, the text and the dashboards are accessible by keyboard alone', async () => {
  const shown = await open(swarmFile);
  const { page, host, grid, chosen } = shown;
  const press = async (key: string): Promise<string> => {
    await page.keyboard.press(key);
    await host.views.at(-1);
    return keyOf(await chosen('Values'));
  };
  await grid('Values').focus();
  expect(await press('Home')).toBe('header');
  await press('ArrowRight');
  await grid('Values').getByText('checksum', { exact: true }).waitFor();
  await waitFor('what the header holds', async () => (await press('ArrowDown')) === 'cortex');
  expect(await press('ArrowLeft')).toBe('header');
  await press('ArrowLeft');
  await grid('Values').getByText('checksum', { exact: true }).waitFor({ state: 'detached' });
  await press('Enter');
  await page.keyboard.press('Tab');
  await detailIn(shown).and(page.locator(':focus')).waitFor();
  for (const name of ['Copy Value', 'Copy Path']) await detailIn(shown).getByRole('button', { name }).press('Enter');
  await page.getByRole('button', { name: 'Locks Dashboard' }).press('Enter');
  await page.getByRole('button', { name: 'Open as Text' }).press('Enter');
  const value = '["header"]';
  expect(host.steps).toEqual([
    { kind: 'show-in-text', value },
    { kind: 'copy-value', value },
    { kind: 'copy-path', value },
    { kind: 'open-dashboard', dashboard: 'locks' },
    { kind: 'open-text' },
  ]);
});

test('a search result among 100,000 entries is revealed in the tree', async () => {
  const shown = await open(longFile(100_000));
  const { page, grid, chosen } = shown;
  await page.keyboard.press('/');
  await page.keyboard.type('step 77777');
  const found = page.getByRole('grid', { name: 'Values' });
  await found.getByText('data[77777].action').click();
  await detailIn(shown).getByText('Step 77777').waitFor();
  await expectSound(shown, 'found');
  await found.press('Enter');
  await grid('Values').getByText('data', { exact: true }).waitFor({ state: 'detached' });
  await waitFor('its place', async () => keyOf(await chosen('Values')) === 'action');
  expect(await page.getByRole('searchbox').inputValue()).toBe('');
  await page.getByText('Step 77777').first().waitFor();
  await page.getByRole('button', { name: 'Collapse All' }).click();
  await grid('Values').getByText('entry-0').first().waitFor();
});

test('expanded rows, selection and search are restored after a reload, and kept when the file changes', async () => {
  const shown = await open(swarmFile);
  const { page, host, grid, chosen } = shown;
  await grid('Values').getByText('agents', { exact: true }).click();
  await page.keyboard.press('ArrowRight');
  await grid('Values').getByText('id: ada').waitFor();
  await waitFor('it to be kept', async () => (await page.evaluate(() => sessionStorage.getItem('kept')))?.includes('agents'));
  await page.reload();
  await grid('Values').getByText('id: ada').waitFor();
  expect(keyOf(await chosen('Values'))).toBe('agents');
  host.change({ ...swarmFile, content: String(swarmFile.content).replaceAll('"ada"', '"zoe"') });
  await grid('Values').getByText('id: zoe').waitFor();
  expect(keyOf(await chosen('Values'))).toBe('agents');
  await page.getByText('does not match', { exact: true }).waitFor();
});
