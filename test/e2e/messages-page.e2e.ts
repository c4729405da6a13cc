/** Appearance of the Messages dashboard: its bundle in a browser, with the content security policy of its webview. */
import { expect, test } from 'vitest';
import { busy, hostile, silent } from '../webview/mail.ts';
import { type MailContent, MessagesHost } from '../webview/messages-host.ts';
import { inEveryTheme, lookAtStates, type PageState, soundnessOf } from '../webview/soundness.ts';
import { usePage } from '../webview/use-dashboard.ts';

const open = usePage((content: MailContent) => new MessagesHost(content));

const expectSound = soundnessOf('messages');
const expectInThemes = inEveryTheme(expectSound);

test('threads, a conversation and a draft are legible in every theme', async () => {
  const dashboard = await open(busy);
  const { page, grid } = dashboard;
  await grid('Threads').getByText('Implement the login endpoint').click();
  await page.getByText('Which hash is to be used').waitFor();
  await expectInThemes(dashboard, 'normal');
  await page.getByRole('button', { name: 'Reply' }).click();
  await page.keyboard.type('scrypt: no new dependency for this.');
  await expectInThemes(dashboard, 'reply');
});

test('any text from files is displayed literally and in its place', async () => {
  const dashboard = await open(hostile);
  const { page, grid } = dashboard;
  await grid('Threads').locator('tbody tr').first().click();
  await grid('Messages of the thread').locator('tbody tr').nth(4).waitFor();
  await expectSound(dashboard, 'hostile-open');
  expect(await page.title()).toBe('Messages');
  expect(await page.locator('#root :is(img, style, script, a, strong)').count()).toBe(0);
  // Invisible characters are shown: an override would reverse the text beside it, and agents read what people overlook.
  expect(await page.locator('body').innerText()).not.toMatch(/(?![\n\t\u200d])[\p{Cf}\p{Cc}]/u);
  await page.getByText('\\u{0}\\u{1b}[31m\\u{e0041}').waitFor();
  await page.getByText('the day after never').waitFor();
  await page.setViewportSize({ width: 300, height: 700 });
  await expectSound(dashboard, 'hostile-narrow');
});

const untrusted = { ...busy, readOnly: 'This folder is in Restricted Mode: nothing is changed until you trust it.' };
const STATES: readonly PageState<MailContent>[] = [
  ['no-folder', { kind: 'no-folder' }, 'No folder is open.'],
  ['no-stack', { kind: 'no-stack', readOnly: null, problems: [] }, 'Initialize Stack'],
  ['empty', silent, 'No messages yet'],
  ['read-only', untrusted, 'Restricted Mode'],
  ['hostile', hostile, 'a-very-long-name'],
];

test('every state shows its content and the next step in every theme', async () => {
  const dashboard = await open({ kind: 'no-folder' });
  await lookAtStates(dashboard, STATES, (name) => expectInThemes(dashboard, name));
});
