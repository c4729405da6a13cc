/** Interaction with the Messages dashboard: its bundle in a browser, with keyboard and mouse, and a host that pushes updates. */
import { expect, test } from 'vitest';
import { waitFor } from '../harness/wait.ts';
import { barriers } from '../webview/barriers.ts';
import { busy, busyMessages, folder, hugeMail, message } from '../webview/mail.ts';
import { type Mail, type MailContent, MessagesHost } from '../webview/messages-host.ts';
import { keepScreen } from '../webview/screens.ts';
import { type ShownPage, usePage } from '../webview/use-dashboard.ts';

const open = usePage((content: MailContent) => new MessagesHost(content));

async function show(content: Mail = busy): Promise<ShownPage<MessagesHost>> {
  const dashboard = await open(content);
  await dashboard.page.locator('.threads-grid tbody tr').first().waitFor();
  return dashboard;
}

const CONVERSATION = 'Messages of the thread';
/** Returns the key of a row of `busy`, as the host creates it. */
const key = (stack: string, id: string | undefined): string => JSON.stringify(['shop', `/shop/${stack}/.cstack/INBOX.md`, id, 0]);
const messages = busyMessages;
const idOf = (words: string): string => messages.find(({ content }) => content.includes(words))?.id ?? '';

test('finding, reading, answering and sending work by keyboard alone', async () => {
  const { page, host, grid, chosen } = await show();
  await page.getByRole('searchbox').focus();
  await page.keyboard.type('argon2');
  // While typing, the first letters also match other threads.
  await waitFor('the one thread', async () => (await grid('Threads').getAttribute('aria-rowcount')) === '1');
  await grid('Threads').getByText('1 match').waitFor();
  await grid('Threads').focus();
  await page.keyboard.press('ArrowDown');
  await grid(CONVERSATION).waitFor();
  await page.keyboard.press('Enter');
  expect((await chosen(CONVERSATION))[0]).toContain('Which hash');
  expect(await grid(CONVERSATION).evaluate((element) => element === document.activeElement)).toBe(true);
  for (const press of ['u', 'Enter', 'r']) await page.keyboard.press(press);
  await page.getByRole('region', { name: 'Reply' }).getByText('Which hash').waitFor();
  await page.keyboard.type('scrypt, please');
  await page.keyboard.press('Control+Enter');
  const asked = key('manager', idOf('Which hash'));
  await waitFor('all steps', async () => host.steps.length === 3);
  expect(host.steps).toEqual([
    { kind: 'mark', message: asked, read: true },
    { kind: 'open-message', message: asked },
    {
      kind: 'send',
      draft: { id: expect.any(String), to: 'agent-backend', type: 'done', thread: '', text: 'scrypt, please', replyTo: asked },
    },
  ]);
});

test('a draft stays until it is sent, and a refusal is shown', async () => {
  const { page, host } = await show();
  await page.getByRole('button', { name: 'New Message' }).click();
  const send = page.getByRole('button', { name: 'Send' });
  expect(await send.getAttribute('title')).toBe('Enter a recipient first');
  await page.keyboard.type('agent-tests');
  await page.getByRole('combobox', { name: 'Type' }).selectOption('question');
  await page.getByRole('textbox', { name: 'Text' }).fill('Are the tests\ngreen?');
  await send.click();
  await waitFor('the step', async () => host.steps.length === 1);
  const [step] = host.steps;
  if (step?.kind !== 'send') throw new Error('nothing was sent');
  expect(step.draft).toMatchObject({ to: 'agent-tests', type: 'question', text: 'Are the tests\ngreen?', replyTo: null });
  const outcome = (kind: 'sending' | 'sent' | 'refused', text: string) =>
    host.change({ ...busy, sending: { draft: step.draft.id, outcome: kind, message: text } });
  outcome('sending', 'Sending …');
  await page.getByRole('status').getByText('Sending …').waitFor();
  await send.press('Enter');
  outcome('refused', 'Not sent: the disk is full');
  await page.getByRole('status').getByText('Not sent: the disk is full').waitFor();
  await page.reload();
  expect(await page.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('Are the tests\ngreen?');
  outcome('sent', 'Sent to agent-tests as manager.');
  await page.getByRole('textbox', { name: 'Text' }).waitFor({ state: 'detached' });
  expect(host.steps).toHaveLength(1);
});

test('Escape returns to the list and keeps the draft; only Discard removes it, and an empty draft is removed automatically', async () => {
  const { page, grid } = await show();
  const text = page.getByRole('textbox', { name: 'Text' });
  const hasKeys = () => grid(CONVERSATION).evaluate((element) => element === document.activeElement);
  await grid('Threads').getByText('Sixty of the tax tests').click();
  await page.getByRole('button', { name: 'Reply' }).click();
  await text.fill('a');
  await page.keyboard.press('Escape');
  expect([await text.inputValue(), await hasKeys()]).toEqual(['a', true]);
  await page.keyboard.press('r');
  await text.and(page.locator(':focus')).waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await text.waitFor({ state: 'detached' });
  expect(await hasKeys()).toBe(true);
  await page.keyboard.press('r');
  await text.waitFor();
  await page.keyboard.press('Escape');
  await text.waitFor({ state: 'detached' });
  expect(await hasKeys()).toBe(true);
});

test('a message is sent once, unchanged, and is not part of the next draft', async () => {
  const { page, host, grid } = await show();
  const text = page.getByRole('textbox', { name: 'Text' });
  await grid('Threads').getByText('Sixty of the tax tests').click();
  await page.getByRole('button', { name: 'Reply' }).click();
  await page.keyboard.type('Look at the rates file');
  for (const press of ['Control+Enter', 'Control+Enter', 'Enter', 'x', 'Control+Enter']) await page.keyboard.press(press);
  await page.getByRole('button', { name: 'Send' }).press('Enter');
  expect(await text.inputValue()).toBe('Look at the rates file');
  expect(host.steps).toHaveLength(1);
  const [step] = host.steps;
  if (step?.kind !== 'send') throw new Error('nothing was sent');
  const outcome = (kind: 'sent' | 'refused') => host.change({ ...busy, sending: { draft: step.draft.id, outcome: kind, message: kind } });
  outcome('refused');
  await page.getByRole('status').getByText('refused').waitFor();
  await text.press('Control+Enter');
  await waitFor('a second try', async () => host.steps.length === 2);
  await page.getByRole('button', { name: 'New Message' }).click();
  expect(await text.inputValue()).toBe('');
  await text.fill('Another one');
  outcome('sent');
  await page.getByRole('status').getByText('sent').waitFor();
  expect(await text.inputValue()).toBe('Another one');
  // After sending, the focus is in the conversation.
  await page.getByLabel('To', { exact: true }).fill('agent-tests');
  await text.press('Control+Enter');
  const last = await waitFor('a third', async () => host.steps.at(2));
  if (last.kind !== 'send') throw new Error('nothing was sent');
  host.change({ ...busy, sending: { draft: last.draft.id, outcome: 'sent', message: 'sent too' } });
  await page.getByRole('status').getByText('sent too').waitFor();
  await grid(CONVERSATION).and(page.locator(':focus')).waitFor();
});

test('a message of any type can be answered, and a search has at most the length that the host accepts', async () => {
  const odd = ['constructor', '__proto__', 'toString', 'QUESTION'].map((type) =>
    message('agent-tests', 'manager', `An odd ${type}`, { type }),
  );
  const { page, host, grid, troubles } = await show({ ...busy, folders: [folder(odd)] });
  for (const [type, answer] of [
    ['constructor', 'task'],
    ['__proto__', 'task'],
    ['QUESTION', 'done'],
  ] as const) {
    await grid('Threads').getByText(`An odd ${type}`).click();
    await page.getByRole('button', { name: 'Reply' }).click();
    expect(await page.getByRole('combobox', { name: 'Type' }).inputValue()).toBe(answer);
    await page.getByRole('button', { name: 'Discard' }).click();
  }
  await page.getByRole('searchbox').focus();
  await page.keyboard.insertText('odd '.repeat(2_000));
  await waitFor('what is looked for', async () => host.views.at(-1)?.filter.words.length === 1_000);
  expect(await troubles()).toEqual([]);
});

test('a message that was requested elsewhere is shown once, despite a search, and has the focus', async () => {
  const { page, host, grid, chosen } = await show();
  await page.getByRole('searchbox').fill('argon2');
  await grid('Threads').getByText('1 match').waitFor();
  const review = messages.find(({ content }) => content.includes('Please write tests'));
  if (review === undefined) throw new Error('there is no such message');
  const requested = { id: 'w1', root: '/shop', stack: 'agent-tests', message: review };
  host.change({ ...busy, requested });
  await grid(CONVERSATION).locator('[aria-selected=true]').getByText('Please write tests').waitFor();
  expect((await chosen('Threads'))[0]).toContain('Implement the login');
  expect(await page.getByRole('searchbox').inputValue()).toBe('');
  await waitFor('the keys', () => grid(CONVERSATION).evaluate((element) => element === document.activeElement));
  // Another message of an open thread.
  host.change({
    ...busy,
    requested: { ...requested, id: 'w2', message: messages.find(({ content }) => content.includes('Which hash')) ?? null },
  });
  await grid(CONVERSATION).locator('[aria-selected=true]').getByText('Which hash').waitFor();
  await grid('Threads').getByText('Sixty of the tax tests').click();
  await page.reload();
  await grid(CONVERSATION).getByText('Sixty of the tax tests').waitFor();
  host.change({ ...busy, requested: { ...requested, id: 'w3', message: null } });
  await waitFor('the stack', async () => (await page.getByRole('combobox', { name: 'Stack' }).inputValue()) === 'agent-tests');
  await waitFor('its threads', async () => (await grid('Threads').getAttribute('aria-rowcount')) === '1');
});

test('a long message expands and collapses by keys and by a click', async () => {
  const { page, grid } = await show();
  await grid('Threads').getByText('Sixty of the tax tests').click();
  await grid(CONVERSATION).getByText('52 more lines …').waitFor();
  await grid(CONVERSATION).focus();
  await page.keyboard.press('ArrowRight');
  await grid(CONVERSATION).getByText('The rates file has two header rows').waitFor();
  await page.keyboard.press('ArrowLeft');
  await grid(CONVERSATION).getByText('52 more lines …').click();
  await grid(CONVERSATION).getByText('Show less').waitFor();
});

test('read-only messages can be read and not changed', async () => {
  const { page, host, grid } = await show({ ...busy, readOnly: 'Not trusted' });
  await grid('Threads').getByText('Implement the login').click();
  await grid(CONVERSATION).focus();
  for (const press of ['u', 'r']) await page.keyboard.press(press);
  for (const name of ['Reply', 'Mark Read', 'Mark All Read', 'New Message'])
    await page.getByRole('button', { name, exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Open File' }).press('Enter');
  await waitFor('the one step', async () => host.steps.length > 0);
  expect(host.steps).toEqual([{ kind: 'open-message', message: key('manager', idOf('Which hash')) }]);
  expect(await page.getByRole('textbox', { name: 'Text' }).count()).toBe(0);
});

test('a new message is announced to screen readers, and the reading position stays', async () => {
  const { page, host, grid, chosen } = await show();
  await grid('Threads').getByText('Implement the login').click();
  await grid(CONVERSATION).waitFor();
  const fresh = message('agent-tests', 'manager', 'All green again', { minutesAgo: 0, unread: true });
  host.change({ ...busy, folders: [folder([...messages, fresh])] });
  await page.locator('[aria-live=polite]').getByText('1 new message, the last one from agent-tests').waitFor({ state: 'attached' });
  expect((await chosen('Threads'))[0]).toContain('Implement the login');
  expect((await chosen(CONVERSATION))[0]).toContain('Which hash');
});

test('filter, thread and position are restored after a reload, without storing text of a file', async () => {
  const { page, host, grid, chosen } = await show();
  await page.getByRole('combobox', { name: 'Show' }).selectOption('unread');
  await waitFor('three threads', async () => (await grid('Threads').getAttribute('aria-rowcount')) === '3');
  await grid('Threads').getByText('Implement the login').click();
  await grid(CONVERSATION).getByText('Please write tests').click();
  await waitFor('the place to be kept', async () =>
    (await page.evaluate(() => sessionStorage.getItem('kept')))?.includes(idOf('Please write')),
  );
  const looks = host.views.length;
  await page.reload();
  await grid(CONVERSATION).locator('[aria-selected=true]').getByText('Please write tests').waitFor();
  expect(host.views[looks]).toMatchObject({ filter: { only: 'unread' }, thread: JSON.stringify(['shop', 'auth']) });
  expect((await chosen('Threads'))[0]).toContain('Implement the login');
  expect(await page.evaluate(() => sessionStorage.getItem('kept'))).not.toMatch(/login|lockout/);
});

test('a hundred thousand messages render only the visible ones', async () => {
  const { page, host, grid, troubles } = await show(hugeMail(100_000));
  await grid('Threads').focus();
  await page.keyboard.press('End');
  await grid('Threads').locator('[aria-selected=true]').getByText('Step 0 of').waitFor();
  await grid(CONVERSATION).getByText('Step 9 of').waitFor();
  expect(await grid('Threads').getAttribute('aria-rowcount')).toBe('10000');
  expect(await page.locator('tbody tr').count()).toBeLessThan(80);
  for (const { threads, messages: range } of host.views) expect(threads.count + (range?.count ?? 0)).toBeLessThanOrEqual(250);
  expect(await troubles()).toEqual([]);
});

test('a thread of many messages of any height can be read from end to end', async () => {
  const many = Array.from({ length: 2_000 }, (_, index) =>
    message('agent-tests', 'manager', `Report ${index}\n${'line\n'.repeat(index % 11)}`, {
      thread: 'reports',
      minutesAgo: 2_000 - index,
      id: `r${index}`,
    }),
  );
  const { page, grid, chosen } = await show({ ...busy, folders: [folder(many)] });
  await grid('Threads').getByText('Report 0').click();
  await grid(CONVERSATION).locator('[aria-selected=true]').getByText('Report 1999', { exact: false }).waitFor();
  await grid(CONVERSATION).focus();
  await page.keyboard.press('Home');
  await grid(CONVERSATION).locator('[aria-selected=true]').getByText('Report 0').waitFor();
  for (let presses = 0; presses < 40; presses += 1) await page.keyboard.press('ArrowDown');
  await waitFor('the row', async () => (await chosen(CONVERSATION))[0]?.includes('Report 40'));
  const row = grid(CONVERSATION).locator('[aria-selected=true]');
  await row.waitFor();
  const tops = await grid(CONVERSATION)
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((each) => each.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })));
  const sorted = tops.sort((one, other) => one.top - other.top);
  for (const [index, { bottom }] of sorted.slice(0, -1).entries())
    expect(Math.abs((sorted[index + 1]?.top ?? 0) - bottom)).toBeLessThan(1.5);
});

test('a narrow window and one at 200 % show everything in one column', async () => {
  for (const options of [{ width: 320, height: 900 }, { zoom: 2 }]) {
    const { page, grid } = await open(busy, options);
    await grid('Threads').getByText('Implement the login').click();
    await page.getByRole('button', { name: 'Reply' }).click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, `messages-${options.zoom === 2 ? 'zoomed' : 'narrow'}`, { fullPage: true });
  }
});
