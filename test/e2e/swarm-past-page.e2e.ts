/** The history on the Swarm dashboard, appearance and interaction: its bundle in a browser. */
import { expect, test } from 'vitest';
import { waitFor } from '../harness/wait.ts';
import type { PageOptions } from '../webview/dashboard-page.ts';
import { burning, burnt, hostileBurning, hostileHistory, known, withHistory } from '../webview/histories.ts';
import { normal } from '../webview/projects.ts';
import { inEveryTheme, soundnessOf } from '../webview/soundness.ts';
import type { Content } from '../webview/stand-in-host.ts';
import { useDashboard } from '../webview/use-dashboard.ts';

const open = useDashboard();

const expectSound = soundnessOf('swarm');
const expectInThemes = inEveryTheme(expectSound);

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

test('a burn-down is legible in every theme', async () => {
  const dashboard = await showBurnDown(burning);
  const tokens = dashboard.part.getByRole('img', { name: /^Tokens/ });
  expect(await tokens.getAttribute('aria-label')).toMatch(
    /^Tokens: 29\.4K of 200K left\. Spent about \S+ \(\S+ to \S+\), before the tasks are done$/,
  );
  await expectInThemes(dashboard, 'burn-down');
});

test('the burn-down is requested when shown, and its figures are a table for the keyboard', async () => {
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

test('the form of the burn-down is restored after a reload', async () => {
  const { page, button, part } = await showBurnDown(burning);
  await button('Figures').press('Enter');
  await waitFor('it to be kept', async () => (await page.evaluate(() => sessionStorage.getItem('kept')))?.includes('figures'));
  await page.reload();
  await part.getByRole('table').waitFor();
  await button('Burn-Down').press('Enter');
  await part.waitFor({ state: 'detached' });
});

test('the burn-down shows that it is loading, why there is none, and why there is no forecast', async () => {
  const dashboard = await showBurnDown({ ...normal, burnDown: { kind: 'reading' } });
  await dashboard.part.getByText('Reading the history').waitFor();
  await expectSound(dashboard, 'burn-down-reading');
  dashboard.host.change({ ...normal, burnDown: { kind: 'none', why: 'There is no history of this swarm here.' } });
  await dashboard.part.getByText('There is no history').waitFor();
  await expectSound(dashboard, 'burn-down-none');
  dashboard.host.change({ ...normal, burnDown: { ...burnt, forecast: null, problems: ['a line of the log is damaged.'] } });
  await dashboard.part.getByText('it needs five completed tasks').waitFor();
  await expectSound(dashboard, 'burn-down-early');
});

test('nothing of the burn-down is truncated in narrow, low and wide windows, nor at 200 %', async () => {
  const dashboard = await showBurnDown(burning);
  for (const [name, width, height] of SIZES) {
    await dashboard.page.setViewportSize({ width, height });
    await expectSound(dashboard, `burn-down-${name}`);
  }
  await expectSound(await showBurnDown(burning, { zoom: 2 }), 'burn-down-zoomed');
});

test('the burn-down keeps its layout with any figures and texts', async () => {
  const dashboard = await showBurnDown(hostileBurning);
  await expectSound(dashboard, 'burn-down-hostile');
  expect(await dashboard.page.locator('#root :is(img, style, script)').count()).toBe(0);
  await dashboard.button('Figures').press('Enter');
  await dashboard.page.setViewportSize({ width: 300, height: 1_400 });
  await expectSound(dashboard, 'burn-down-hostile-figures');
});

async function showHistory(content: Content, options?: PageOptions) {
  const dashboard = await open(content, options);
  const button = (name: string) => dashboard.page.getByRole('button', { name, exact: true });
  await button('History').press('Enter');
  const part = dashboard.page.getByRole('region', { name: 'History', exact: true });
  await part.waitFor();
  const slider = part.getByRole('slider', { name: 'Moment' });
  const shown = part.getByRole('status');
  return { ...dashboard, button, part, slider, shown };
}

test('a moment of the history is legible in every theme', async () => {
  const dashboard = await showHistory(withHistory);
  await expectInThemes(dashboard, 'history-now');
  await dashboard.slider.press('PageDown');
  for (let presses = 0; presses < 3; presses += 1) await dashboard.slider.press('PageDown');
  await dashboard.part.getByText('src/checkout/tax.ts').waitFor({ state: 'detached' });
  await dashboard.part.getByText('submitted').waitFor();
  await expectInThemes(dashboard, 'history');
});

test('keys move the slider between now and the beginning, and the past is read-only', async () => {
  const { page, host, slider, shown, button, part } = await showHistory(withHistory);
  await shown.filter({ hasText: /^Now$/ }).waitFor();
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await shown.getByText('As it was at').waitFor();
  expect(await page.locator('.state').innerText()).toMatch(/^active at 14:2\d:\d\d$/);
  const { at } = host.views.at(-1)?.history ?? {};
  // One of five hundred positions before the last record.
  expect(at).toBe(known.from + Math.round(((known.to - known.from) * 499) / 500));
  expect(await slider.getAttribute('aria-valuetext')).toMatch(/^14:2\d:\d\d$/);
  expect(await button('Pause…').count()).toBe(0);
  expect(await button('Recruit…').getAttribute('title')).toBe('This is an earlier state. Go back to now to make changes.');
  await page.keyboard.press('Home');
  await page.getByText('There was no swarm then.').waitFor();
  expect(host.views.at(-1)?.history).toEqual({ at: known.from });
  expect(await button('Create Swarm…').count()).toBe(0);
  await part.getByText('lists all of it').waitFor();
  await slider.press('End');
  await button('Pause…').waitFor();
  expect(host.views.at(-1)?.history).toEqual({ at: null });
  await slider.press('PageDown');
  await button('Back to Now').press('Enter');
  await shown.getByText('Now', { exact: true }).waitFor();
  await button('Pause…').waitFor();
  expect(host.steps).toEqual([]);
});

test('a fast move of the slider sends one request per rendered state, and the last one for the end', async () => {
  const { host, slider, page } = await showHistory(withHistory);
  const before = host.views.length;
  await slider.evaluate((input) => {
    if (!(input instanceof HTMLInputElement)) throw new Error('a slider was expected');
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    for (let place = 499; place >= 200; place -= 1) {
      set?.call(input, String(place));
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
  });
  await page.getByText('As it was at').waitFor();
  const at = known.from + Math.round(((known.to - known.from) * 200) / 500);
  await waitFor('the last request', async () => host.views.at(-1)?.history?.at === at);
  expect(host.views.length - before).toBeLessThan(20);
});

test('the history shows that it is loading, why there is none, and what it cannot show', async () => {
  const dashboard = await showHistory({ ...normal, history: { kind: 'reading' } });
  await dashboard.part.getByText('Reading the history').waitFor();
  dashboard.host.change({ ...normal, history: { kind: 'none', why: 'There is no history of this swarm here.' } });
  await dashboard.part.getByText('There is no history').waitFor();
  await expectSound(dashboard, 'history-none');
  dashboard.host.change({ ...normal, history: { ...known, problem: 'the history starts at 12:45.' } });
  await dashboard.part.getByText('This moment cannot be shown').waitFor();
  await expectSound(dashboard, 'history-problem');
  dashboard.host.change({ ...normal, history: { ...known, from: known.to } });
  await dashboard.part.getByText('no earlier state').waitFor();
});

test('a moment is shown in narrow, low and wide windows, at 200 %, and with any texts', async () => {
  const dashboard = await showHistory(withHistory);
  await dashboard.slider.press('PageDown');
  await dashboard.shown.getByText('As it was at').waitFor();
  for (const [name, width, height] of SIZES) {
    await dashboard.page.setViewportSize({ width, height });
    await expectSound(dashboard, `history-${name}`);
  }
  await expectSound(await showHistory(withHistory, { zoom: 2 }), 'history-zoomed');
  const hostile = await showHistory(hostileHistory);
  await hostile.slider.press('PageDown');
  await hostile.part.getByText('lists all of it').waitFor();
  await expectSound(hostile, 'history-hostile');
  expect(await hostile.page.locator('#root :is(img, style, script)').count()).toBe(0);
});
