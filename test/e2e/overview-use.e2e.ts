/** Interaction with the Overview: its bundle in a browser, with keyboard and mouse, and a host that pushes updates. */
import { expect, test } from 'vitest';
import type { OverviewViewModel } from '../../src/host/dashboards/overview/state.ts';
import { waitFor } from '../harness/wait.ts';
import { barriers } from '../webview/barriers.ts';
import { OverviewHost } from '../webview/overview-host.ts';
import { busy, need } from '../webview/overviews.ts';
import { usePage } from '../webview/use-dashboard.ts';

const open = usePage((content: OverviewViewModel) => new OverviewHost(content));
const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '';

test('Tab moves between cards, arrows move within one, and Enter opens an item', async () => {
  const { page, host } = await open(busy);
  const at = () => page.evaluate(focused);
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.getByRole('button', { name: 'Keys' }).focus();
  await press('Tab');
  expect(await at()).toContain('Delete old invoices');
  await press('ArrowRight');
  expect(await at()).toBe('Approve: Delete old invoices');
  await press('ArrowDown', 'ArrowDown');
  expect(await at()).toContain('Which hash');
  await press('Home');
  expect(await at()).toBe('All 6');
  await press('End', 'Tab');
  expect(await at()).toContain('Release 1.0');
  await press('Tab');
  expect(await at()).toContain('1 agent waiting');
  await press('Tab', 'Tab', 'ArrowDown', 'Enter');
  expect(await at()).toContain('4 notes');
  await press('Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab');
  expect(await at()).toContain('Rounding of cents');
  await waitFor('the step', async () => host.steps.length === 1);
  expect(host.steps).toEqual([{ kind: 'go', id: 'known/stale' }]);
});

test('focus stays in a card when its item is resolved, and at its item when others are added', async () => {
  const { page, host } = await open(busy);
  await page.getByRole('button', { name: 'Approve: Delete old invoices' }).focus();
  const more = [need('Raise the price'), ...busy.needs.needs];
  host.change({ ...busy, needs: { ...busy.needs, needs: more } });
  await page.getByRole('button', { name: /^Work is blocked: Raise the price/ }).waitFor();
  expect(await page.evaluate(focused)).toBe('Approve: Delete old invoices');
  const left = busy.needs.needs.slice(1);
  host.change({ ...busy, needs: { ...busy.needs, needs: left } });
  await page.getByText('Delete old invoices').waitFor({ state: 'detached' });
  await waitFor('focus', async () => (await page.evaluate(focused)).includes('bob'));
  expect(await page.getByRole('status').innerText()).toBe('1 new thing needs you: Raise the price');
  host.change({ ...busy, needs: { ...busy.needs, needs: [] } });
  await page.getByText('Nothing needs you.').waitFor();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(focused)).not.toBe('');
});

test('focus returns from the editor to the neighbour of a resolved item', async () => {
  const { page, host } = await open(busy);
  await page.getByRole('button', { name: 'Approve: Delete old invoices' }).focus();
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  host.change({ ...busy, needs: { ...busy.needs, needs: busy.needs.needs.slice(1) } });
  await page.getByText('Delete old invoices').waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  expect(await page.evaluate(focused)).toContain('bob');
});

test('a read-only Overview enables only actions that show something', async () => {
  const { page, host } = await open({ ...busy, readOnly: 'Restricted Mode' });
  const approve = page.getByRole('button', { name: 'Approve: Delete old invoices' });
  expect(await approve.getAttribute('aria-disabled')).toBe('true');
  await approve.click({ force: true });
  await page.getByRole('button', { name: 'Snooze…: Delete old invoices' }).click();
  await waitFor('the step', async () => host.steps.length > 0);
  expect(host.steps).toEqual([{ kind: 'go', id: expect.stringContaining('cortex.needs.snooze') }]);
});

test('times are updated without requests to the host', async () => {
  const { page, host } = await open(busy);
  const left = page.getByRole('button', { name: /^src\/tax\// }).locator('.line-time');
  const before = await left.innerText();
  await waitFor('a second', async () => (await left.innerText()) !== before);
  expect(host.pushes).toHaveLength(1);
});

test('? shows the keyboard shortcuts', async () => {
  const { page } = await open(busy);
  await page.getByRole('button', { name: 'All 6' }).focus();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keys of Overview' });
  await dialog.getByText('Choose a line of the card').waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.evaluate(focused)).toBe('All 6');
});

test('one click pauses everything, and one click resumes it', async () => {
  const { page, host } = await open(busy);
  const pause = page.getByRole('button', { name: 'Pause All' });
  expect(await pause.getAttribute('title')).toContain('tasks in progress continue');
  let clicks = 0;
  const click = async (name: string) => {
    clicks += 1;
    await page.getByRole('button', { name }).click();
  };
  await click('Pause All');
  await waitFor('the step', async () => host.steps.length === 1);
  expect({ clicks, steps: host.steps }).toEqual({ clicks: 1, steps: [{ kind: 'pause-all' }] });
  host.change({ ...busy, pausing: 'resume' });
  await click('Resume All');
  await waitFor('the step', async () => host.steps.length === 2);
  expect({ clicks, last: host.steps[1] }).toEqual({ clicks: 2, last: { kind: 'resume-all' } });
  host.change({ ...busy, pausing: null });
  await page.getByRole('button', { name: 'Resume All' }).waitFor({ state: 'detached' });
  expect(await pause.count()).toBe(0);
});
