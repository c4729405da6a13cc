/** How the Messages dashboard looks: its bundle in a browser, under the content security policy of its webview. */
import { mkdir } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { barriers } from '../webview/barriers.ts';
import type { ThemeName } from '../webview/dashboard-page.ts';
import { busy, hostile, silent } from '../webview/mail.ts';
import { type MailContent, MessagesHost } from '../webview/messages-host.ts';
import { type ShownPage, usePage } from '../webview/use-dashboard.ts';

const open = usePage((content: MailContent) => new MessagesHost(content));
type Shown = ShownPage<MessagesHost>;

beforeAll(() => mkdir(fromRoot('out', 'screens'), { recursive: true }));

/** Leaves a picture in out/screens for a person to look at. */
async function expectSound(dashboard: Shown, name: string): Promise<void> {
  const { page } = dashboard;
  await page.screenshot({ path: fromRoot('out', 'screens', `messages-${name}.png`) });
  expect(await dashboard.troubles()).toEqual([]);
  expect(await barriers(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

const THEMES: readonly ThemeName[] = ['dark', 'light', 'hc-dark', 'hc-light'];

test.each(THEMES)('threads, a conversation and what one writes are legible in the theme %s', async (theme) => {
  const dashboard = await open(busy, { theme });
  const { page, grid } = dashboard;
  await grid('Threads').getByText('Implement the login endpoint').click();
  await page.getByText('Which hash is to be used').waitFor();
  await expectSound(dashboard, theme);
  await page.getByRole('button', { name: 'Reply' }).click();
  await page.keyboard.type('scrypt: no new dependency for this.');
  await expectSound(dashboard, `reply-${theme}`);
});

test('texts from the files stay texts, each in its place, whatever they hold', async () => {
  const dashboard = await open(hostile);
  const { page, grid } = dashboard;
  await grid('Threads').locator('tbody tr').first().click();
  await grid('Messages of the thread').locator('tbody tr').nth(4).waitFor();
  await expectSound(dashboard, 'hostile-open');
  expect(await page.title()).toBe('Messages');
  expect(await page.locator('#root :is(img, style, script, a, strong)').count()).toBe(0);
  // What cannot be seen is shown: the override would turn around the text beside it, and agents read what people overlook.
  expect(await page.locator('body').innerText()).not.toMatch(/(?![\n\t\u200d])[\p{Cf}\p{Cc}]/u);
  await page.getByText('\\u{0}\\u{1b}[31m\\u{e0041}').waitFor();
  await page.getByText('the day after never').waitFor();
  await page.setViewportSize({ width: 300, height: 700 });
  await expectSound(dashboard, 'hostile-narrow');
});

const untrusted = { ...busy, readOnly: 'This folder is in Restricted Mode: nothing is changed until you trust it.' };
const STATES: readonly (readonly [name: string, content: MailContent, text: string])[] = [
  ['no-folder', { kind: 'no-folder' }, 'No folder is open'],
  ['no-stack', { kind: 'no-stack', readOnly: null, problems: [] }, 'Make a Stack'],
  ['empty', silent, 'Nobody has written yet'],
  ['read-only', untrusted, 'Restricted Mode'],
  ['hostile', hostile, 'a-very-long-name'],
];

test.each(THEMES)('every state says what there is, and what comes next, in the theme %s', async (theme) => {
  const dashboard = await open({ kind: 'no-folder' }, { theme });
  for (const [name, content, text] of STATES) {
    dashboard.host.change(content);
    await dashboard.page.locator('#root').getByText(text).filter({ visible: true }).first().waitFor();
    await expectSound(dashboard, `${name}-${theme}`);
  }
});
