/** The Messages dashboard in the editor: the real host, the real webview, and files of agents. */
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { expect } from 'vitest';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { editorTest } from '../harness/e2e.ts';
import { waitFor } from '../harness/wait.ts';
import type { Workbench } from '../harness/workbench.ts';

const test = editorTest({ extensions: ['.'], workspace: 'examples/stacks', env: { CORTEX_NOW: '2026-04-13T12:00:00Z' } });

const shot = (name: string): string => fromRoot('out', 'screenshots', 'messages', `${name}.png`);

const CONVERSATION = 'Messages of the thread';
const COME = '\n---\nFrom: agent-web\nTo: manager\nThread: login\nType: milestone\nTime: 2026-04-13T11:59:00Z\n---\nThe form is there.\n';

/** Opens the dashboard as soon as its command is registered. */
async function openMessages(workbench: Workbench): Promise<FrameLocator> {
  await workbench.openContainer('Cortex');
  await workbench.runCommand('Cortex: Open Messages Dashboard');
  return workbench.webview('Messages');
}

test('a person reads, answers and marks the messages of all agents, and sees new and waiting ones', async ({ workbench, folder }) => {
  const dashboard = await openMessages(workbench);
  const threads = dashboard.getByRole('grid', { name: 'Threads' });
  await threads.getByText('Add a login with a password.').click();
  const conversation = dashboard.getByRole('grid', { name: CONVERSATION });
  await conversation.getByText('Which status does a wrong password give?').click();
  await workbench.screenshot(shot('whole'));
  await dashboard.getByRole('button', { name: 'Mark Read' }).click();
  await dashboard.getByRole('button', { name: 'Mark Unread' }).waitFor();
  const marks = JSON.parse(await readFile(path.join(folder, 'api', '.cstack', '.local', 'read.json'), 'utf8'));
  expect(marks).toEqual({ read: ['msg-EUm0kNdG'] });

  await dashboard.getByRole('button', { name: 'Reply' }).click();
  await workbench.page.keyboard.type('401, and 429 after five of them.');
  await workbench.screenshot(shot('reply'));
  await workbench.page.keyboard.press('Control+Enter');
  await dashboard.getByText('Sent to agent-web as manager.').waitFor();
  await conversation.getByText('401, and 429 after five of them.').waitFor();
  const inbox = await readFile(path.join(folder, 'web', '.cstack', 'INBOX.md'), 'utf8');
  expect(inbox).toMatch(
    /From: manager\nTo: agent-web\nThread: login\nReplyTo: msg-EUm0kNdG\nType: done\nTime: 2026-04-13T12:00:0\dZ\n---\n401, and 429 after five of them\.\n$/,
  );

  await appendFile(path.join(folder, '.cstack', 'INBOX.md'), COME);
  await conversation.getByText('The form is there.').waitFor();
  await dashboard.getByText('1 new message, the last one from agent-web').waitFor({ state: 'attached' });

  await dashboard.getByRole('combobox', { name: 'Stack' }).selectOption('agent-web');
  await dashboard.getByRole('grid', { name: 'Threads' }).getByText('Add a login with a password.').click();
  await dashboard.getByText('not delivered yet').first().waitFor();
  for (const stack of ['.', 'api', 'web']) {
    for (const box of ['INBOX.md', 'OUTBOX.md']) await writeFile(path.join(folder, stack, '.cstack', box), '');
  }
  await dashboard.getByText('No messages yet').waitFor();
  await waitFor('the bar to say so', async () => (await dashboard.locator('.origin').innerText()).includes('0 messages'));
  await workbench.screenshot(shot('empty'));
});

test('a message opens in its file at its line, the dashboard is restored after a reload, and the Stacks view leads to it', async ({
  workbench,
}) => {
  const dashboard = await openMessages(workbench);
  await dashboard.getByRole('searchbox').fill('wrong password give');
  await dashboard.getByRole('grid', { name: 'Threads' }).getByText('1 match').click();
  await dashboard.getByRole('grid', { name: CONVERSATION }).getByText('Which status').click();
  await workbench.page.keyboard.press('Enter');
  await workbench.page.getByText('Ln 17, Col 1', { exact: false }).waitFor();
  await workbench.page.getByRole('tab', { name: /^Messages/ }).click();
  // Uses the reload command of the editor, because a page that is torn down may not have stored the open editors.
  await workbench.runCommand('Developer: Reload Window');
  // The latest input may be lost with the window; test/e2e/messages-use.e2e.ts tests what is stored.
  const again = await workbench.webview('Messages');
  await again.getByRole('grid', { name: 'Threads' }).getByText('Add a login with a password.').waitFor();

  const stacks = workbench.tree('Stacks');
  await stacks.row('agent-api').waitFor();
  await workbench.toggleViews('Needs You', 'Swarm', 'Memory');
  await stacks.expand('agent-api');
  await stacks.chooseFromMenu('Which status does a wrong password give?', 'Show in Messages Dashboard');
  const chosen = again.getByRole('grid', { name: CONVERSATION }).locator('[aria-selected=true]');
  await chosen.getByText('Which status does a wrong password give?').waitFor();
  await workbench.screenshot(shot('from-the-tree'));
  await stacks.chooseFromMenu('Inbox', 'Show in Messages Dashboard');
  await waitFor('the stack', async () => (await again.getByRole('combobox', { name: 'Stack' }).inputValue()) === 'agent-api');
});
