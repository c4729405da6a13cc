/** Appearance of the Memory dashboard: its bundle in a browser, with the content security policy of its webview. */
import { expect, test } from 'vitest';
import { waitFor } from '../harness/wait.ts';
import { hostile, hugeMemory, nothing, remembered, unread, untrusted } from '../webview/memories.ts';
import { type MemoryContent, MemoryHost } from '../webview/memory-host.ts';
import { expectPlainTexts, inEveryTheme, lookAtStates, type PageState, soundnessOf } from '../webview/soundness.ts';
import { type ShownPage, usePage } from '../webview/use-dashboard.ts';

const open = usePage((content: MemoryContent) => new MemoryHost(content));
type Shown = ShownPage<MemoryHost>;

const expectSound = soundnessOf('memory');
const expectInThemes = inEveryTheme(expectSound);

const detailIn = ({ page }: Shown) => page.getByRole('region', { name: 'Selected note' });
const totalIn = ({ page }: Shown) => page.locator('.notes-section .badge');

test('the list, the score and the selected note are legible in every theme', async () => {
  const dashboard = await open(remembered);
  const { page, grid } = dashboard;
  await page.getByRole('searchbox').fill('tax cents');
  await waitFor('what is found', async () => (await totalIn(dashboard).innerText()) === '4');
  await grid('Notes').getByText('Tax is rounded once').first().click();
  await detailIn(dashboard).getByText('All words').waitFor();
  await expectInThemes(dashboard, 'normal');
  await page.setViewportSize({ width: 900, height: 700 });
  await expectInThemes(dashboard, 'medium');
});

test('any text from files is displayed literally and in its place', async () => {
  const dashboard = await open(hostile);
  const { page } = dashboard;
  await page.locator('.notes-grid tbody tr').first().click();
  await detailIn(dashboard).getByText('Text of the note').waitFor();
  await page.getByRole('searchbox').fill('tax');
  await page.locator('.note-score .number').first().waitFor();
  await expectSound(dashboard, 'hostile');
  await expectPlainTexts(page, 'Memory');
  await page.setViewportSize({ width: 300, height: 700 });
  await expectSound(dashboard, 'hostile-narrow');
});

const none: MemoryContent = { kind: 'none', readOnly: null };
const problem = {
  severity: 'error',
  message: 'there is no such folder',
  place: { file: '/shop/cortex.toml', line: 2, column: 1 },
} as const;
const STATES: readonly PageState<MemoryContent>[] = [
  ['no-folder', { kind: 'no-folder' }, 'No folder is open.'],
  ['none', none, 'Create Memory Vault'],
  ['broken', { kind: 'broken', problems: [problem] }, 'there is no such folder'],
  ['nothing', nothing, 'The memory vault has no notes yet'],
  ['read-only', untrusted, 'Restricted Mode'],
  ['unread', unread, 'the folder cannot be listed'],
  ['huge', hugeMemory(20_000), '20,000'],
];

test('every state shows its content and the next step in every theme', async () => {
  const dashboard = await open(none);
  await lookAtStates(dashboard, STATES, (name) => expectInThemes(dashboard, name));
});

test('a narrow window and one at 200 % show everything in one column', async () => {
  for (const options of [{ width: 320, height: 900 }, { zoom: 2 }]) {
    const dashboard = await open(remembered, options);
    await dashboard.page.getByText('Tax is rounded once').first().click();
    await detailIn(dashboard).getByText('Two roundings make a cent').waitFor();
    await expectSound(dashboard, options.zoom === 2 ? 'zoomed' : 'narrow');
  }
});

test('a list whose rows fit has no scroll bar, and Shift+click selects no text of it', async () => {
  const { page, grid } = await open(remembered, { width: 1600, height: 1600 });
  const overflow = await grid('Notes').evaluate((element) => element.scrollHeight - element.clientHeight);
  expect(overflow).toBe(0);
  const rows = grid('Notes').locator('tbody tr');
  await rows.nth(0).click();
  await rows.nth(2).click({ modifiers: ['Shift'] });
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
});

test('searching, reading the reason of a rank and following links work by keyboard alone', async () => {
  const dashboard = await open(remembered);
  const { page, grid, chosen } = dashboard;
  await page.keyboard.press('/');
  await page.keyboard.type('tax rounded');
  await waitFor('two notes', async () => (await totalIn(dashboard).innerText()) === '3');
  await grid('Notes').focus();
  await page.keyboard.press('Home');
  await waitFor('the best', async () => (await chosen('Notes'))[1]?.startsWith('Tax is rounded once') === true);
  const detail = detailIn(dashboard);
  expect(await detail.getByRole('table', { name: 'Score calculation' }).innerText()).toMatch(/tax\s+in the name\s+\+ 10/);
  await page.keyboard.press('ArrowDown');
  await waitFor('what it replaced', async () => (await chosen('Notes'))[1]?.includes('replaced by Tax is rounded once') === true);
  await detail.getByRole('button', { name: 'Tax is rounded once, at the end' }).first().press('Enter');
  await detail.getByRole('heading', { name: 'Tax is rounded once, at the end' }).waitFor();
  await waitFor('its row', async () => (await chosen('Notes'))[1]?.startsWith('Tax is rounded once') === true);
  expect(await detail.getByText('broken link').count()).toBe(1);
  await detail.getByRole('button', { name: 'Open' }).press('Enter');
  await detail.getByRole('button', { name: 'Supersede…' }).press('Enter');
  await grid('Notes').press('Enter');
  const note = 'rules/tax-rounding.md';
  expect(dashboard.host.steps).toEqual([
    { kind: 'open', note },
    { kind: 'supersede', note },
    { kind: 'open', note },
  ]);
});

test('the list is filtered by fields, by a tag and by review, and the filters are removed', async () => {
  const dashboard = await open(remembered);
  const { page } = dashboard;
  const total = (count: string) => waitFor(`${count} notes`, async () => (await totalIn(dashboard).innerText()) === count);
  await total('8');
  await page.getByLabel('Project').selectOption('compiler');
  await total('2');
  await page.getByLabel('Layer').selectOption('cold');
  await total('1');
  await page.getByRole('searchbox').fill('nothing has this');
  await page.getByRole('button', { name: 'Show All' }).click();
  await total('8');
  await page.getByRole('button', { name: '1 to Review' }).click();
  await total('1');
  await page.locator('.notes-grid tbody tr').first().click();
  await detailIn(dashboard).getByRole('button', { name: 'Accept' }).click();
  await detailIn(dashboard).getByRole('button', { name: '#cents' }).click();
  await total('2');
  expect(await page.getByRole('searchbox').inputValue()).toBe('tag:cents ');
  expect(dashboard.host.steps).toEqual([{ kind: 'accept', note: 'incidents/missing-cents.md', version: expect.any(String) }]);
});

test('no action takes the position of a completed one, so that a double press does nothing else', async () => {
  const dashboard = await open(remembered);
  const { page, host } = dashboard;
  await page.getByText('Cents were missing').first().click();
  const accept = detailIn(dashboard).getByRole('button', { name: 'Accept' });
  await accept.focus();
  await accept.press('Enter');
  const accepted = remembered.notes.map((note) => (note.status === 'review' ? { ...note, status: 'active' } : note));
  host.change({ ...remembered, notes: accepted });
  await waitFor('it to be accepted', async () => (await accept.getAttribute('aria-disabled')) === 'true');
  await page.keyboard.press('Enter');
  expect(await accept.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(host.steps.map(({ kind }) => kind)).toEqual(['accept']);
});

test('a search that was requested elsewhere is shown once, and a removed note is no longer shown', async () => {
  const dashboard = await open({ ...remembered, request: { id: 'w', search: 'layer:cold ' } });
  const { page, host } = dashboard;
  const search = page.getByRole('searchbox');
  await waitFor('the search', async () => (await search.inputValue()) === 'layer:cold ');
  await page.locator('.notes-grid:focus').waitFor();
  await page.locator('.notes-grid tbody tr').first().click();
  await detailIn(dashboard).waitFor();
  await search.fill('');
  host.change({ ...remembered, notes: remembered.notes.slice(0, 1), request: { id: 'w', search: 'layer:cold ' } });
  await waitFor('one note', async () => (await totalIn(dashboard).innerText()) === '1');
  await page.getByText('Choose a note to read it').waitFor();
  expect(await search.inputValue()).toBe('');
});
