/** The Overview in the editor: the real host, the real webview, and files of other processes. */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { CREATE, cortex, HEARTBEAT } from '../harness/cortex.ts';
import { editorTest } from '../harness/e2e.ts';
import { editorHome } from '../harness/home.ts';
import { waitFor } from '../harness/wait.ts';

const home = editorHome();

const test = editorTest({ extensions: ['.'], workspace: 'test/fixtures/swarm-workspace' });

const shot = (name: string): string => fromRoot('out', 'screenshots', 'overview', `${name}.png`);

const QUEUE = path.join(home, 'cortex-team', 'projects', 'billing.md');
const toApprove = (title: string) => `### 2026-03-28T09:20\n**Task:** ${title}\n**Status:** ready\n**Approval:** needed\n\n`;

function writeTeam(): void {
  for (const folder of ['agents', 'projects']) mkdirSync(path.join(home, 'cortex-team', folder), { recursive: true });
  const note = '---\nname: Billing Dev\nstatus: active\n---\n## Projects\n- billing\n';
  writeFileSync(path.join(home, 'cortex-team', 'agents', 'billing-dev.md'), note);
  writeFileSync(QUEUE, `---\ntype: project\n---\n## Work Queue\n\n${toApprove('Delete old invoices')}`);
}

test('five cards follow changes, each item leads to its place, and needs are resolved in place', async ({ workbench, folder }) => {
  writeTeam();
  await workbench.statusItem(HEARTBEAT).waitFor();
  await workbench.runCommand('Cortex: Open Overview');
  const overview = await workbench.webview('Overview');
  const card = (name: string) => overview.getByRole('region', { name });
  await card('Who Does What').getByRole('button', { name: 'Create Swarm…: No swarm' }).waitFor();
  await card('What We Know').getByRole('button', { name: 'Create Memory Vault…' }).waitFor();
  await cortex(folder, ...CREATE);
  await cortex(folder, 'swarm', 'recruit', 'ada', '--role', 'worker');
  await cortex(folder, 'swarm', 'claim', '--agent', 'ada');
  await cortex(folder, 'lock', 'acquire', 'src/one.ts', '--agent', 'ada', '--ttl', '10m', '--reason', 'Types');
  await cortex(folder, 'timeline', 'add', '--agent', 'ada', '--type', 'decision', '--action', 'Chose one table', '--reasoning', 'Short');
  await card('Who Does What').getByText('Build the shop').waitFor();
  await card('Who Does What').getByText('Write the types').waitFor();
  await card('Locks').getByText('src/one.ts').waitFor();
  await card('What Happened').getByText('Chose one table').waitFor();
  await workbench.screenshot(shot('whole'));

  const needs = card('Needs You');
  appendFileSync(QUEUE, toApprove('Drop the table'));
  await needs.getByText('Drop the table').waitFor();
  await overview.getByRole('status').getByText('1 new thing needs you: Drop the table').waitFor({ state: 'attached' });
  await needs.getByRole('button', { name: 'Approve: Drop the table' }).click();
  await waitFor('the approval', async () => readFileSync(QUEUE, 'utf8').match(/\*\*Approval:\*\* needed/g)?.length === 1);
  await needs.getByText('Drop the table').waitFor({ state: 'detached' });
  await needs.getByRole('button', { name: 'Snooze…: Delete old invoices' }).click();
  await workbench.answer({ pick: 'Four hours' });
  await needs.getByText('Nothing needs you').waitFor();

  await card('What Happened')
    .getByRole('button', { name: /^Chose one table/ })
    .click();
  const timeline = await workbench.webview('Timeline');
  await timeline.getByRole('region', { name: 'Selected entry' }).getByRole('heading', { name: 'Chose one table' }).waitFor();
  await workbench.page.getByRole('tab', { name: /^Overview/ }).click();
  const again = await workbench.webview('Overview');
  await again
    .getByRole('region', { name: 'Locks' })
    .getByRole('button', { name: /^src\/one\.ts/ })
    .click();
  await workbench.tab('one.ts').waitFor();
  // A blocked item causes a notification unless it is resolved within two seconds, which a busy machine may exceed.
  const toasts = workbench.page.locator('.notification-toast').filter({ hasNotText: 'Work waits for you. Drop the table' });
  expect(await toasts.allInnerTexts()).toEqual([]);
});

test('the status bar item shows details on hover, and opens the Overview', async ({ workbench, folder }) => {
  await cortex(folder, ...CREATE);
  await cortex(folder, 'swarm', 'recruit', 'ada', '--role', 'worker');
  const heartbeat = workbench.statusItem(HEARTBEAT);
  await waitFor('the agent', async () => (await heartbeat.innerText()).includes('1/1'));
  const hover = workbench.page.locator('.monaco-hover').filter({ hasText: '1 of 1 agent alive' });
  // The editor closes the hover when its text changes, and opens it only for a pointer that arrives.
  await waitFor('the way to the Overview', async (tryMs) => {
    await workbench.page.mouse.move(5, 5);
    await heartbeat.hover();
    await hover.waitFor({ timeout: tryMs });
    await workbench.screenshot(shot('heartbeat'));
    await hover.getByText('Overview').click({ timeout: tryMs });
    return true;
  });
  await workbench.webview('Overview');
});
