/** Interaction with the Work Queues dashboard: its bundle in a browser, with keyboard and mouse, and a host that pushes updates. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { QueuesStep, SeenTask } from '../../src/host/dashboards/work-queues/protocol.ts';
import { waitFor } from '../harness/wait.ts';
import { QueuesHost, type Team, type TeamContent } from '../webview/queues-host.ts';
import { keepScreen } from '../webview/screens.ts';
import { agent, at, busy, hugeTeam, odd, project, team, withRefunds } from '../webview/team.ts';
import { type ShownPage, usePage } from '../webview/use-dashboard.ts';

const open = usePage((content: TeamContent) => new QueuesHost(content));

async function show(content: Team = busy): Promise<ShownPage<QueuesHost>> {
  const dashboard = await open(content);
  await dashboard.page.locator('.board tbody tr').first().waitFor();
  return dashboard;
}

const idOf = (slug: string, title: string): string => {
  const tasks = busy.notes.projects.get(slug)?.tasks ?? [];
  return JSON.stringify([slug, tasks.find((each) => each.title === title)?.id]);
};
const seen = (slug: string, title: string, list: SeenTask['list'], agent: string | null): SeenTask => ({
  id: idOf(slug, title),
  title,
  list,
  agent,
});
const TAXES = seen('billing-service', 'Round taxes per line', 'working', 'billing-dev');
const REFUNDS = seen('handbook', 'Describe refunds', 'ready', null);
const COLOUR = seen('web-shop', 'Search by colour', 'done', 'web-dev');

/** The enabled button of a form whose task is loaded. */
const finishable = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Done', exact: true }).and(page.locator(':not([aria-disabled=true])'));

/** Returns the requests without their ids. */
const asked = ({ steps }: QueuesHost): unknown[] => steps.map((step: QueuesStep) => ('request' in step ? { ...step, request: '' } : step));

test('moving between columns, opening, claiming, completing and reopening work by keyboard alone', async () => {
  const { page, host, grid, chosen } = await show();
  await grid('Ready').focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter', 'Shift+ArrowRight']) await page.keyboard.press(key);
  await waitFor('the claim for the only owner', async () => host.steps.length === 2);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.keyboard.press('ArrowRight');
  expect((await chosen('In progress'))[0]).toContain('Send a receipt');
  for (const key of ['ArrowDown', 'd']) await page.keyboard.press(key);
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type('To the cent.');
  await finishable(page).waitFor();
  await page.keyboard.press('Control+Enter');
  await waitFor('the end', async () => host.steps.length === 3);
  await page.keyboard.press('Escape');
  for (const key of ['ArrowRight', 'End', 'm']) await page.keyboard.press(key);
  await page.getByRole('menu').getByRole('menuitem', { name: 'Open File' }).and(page.locator(':focus')).waitFor();
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
  await waitFor('all steps', async () => host.steps.length === 4);
  expect(asked(host)).toEqual([
    { kind: 'open-task', task: REFUNDS },
    { kind: 'move', request: '', task: REFUNDS, move: { kind: 'claim', agent: 'docs-writer' } },
    { kind: 'move', request: '', task: TAXES, move: { kind: 'finish', agent: 'billing-dev', summary: 'To the cent.' } },
    { kind: 'move', request: '', task: COLOUR, move: { kind: 'reopen' } },
  ]);
  expect(await grid('Done').evaluate((element) => element === document.activeElement)).toBe(true);
});

test('Enter confirms the choice of an agent', async () => {
  const { page, host, grid } = await show();
  await grid('Ready').getByText('Charge a card').click();
  await page.keyboard.press('c');
  const choice = page.getByRole('dialog', { name: 'Claim for an agent' }).getByRole('combobox');
  await choice.selectOption('web-dev');
  await choice.press('Enter');
  await waitFor('the claim', async () => host.steps.length === 1);
  expect(asked(host)).toMatchObject([{ move: { kind: 'claim', agent: 'web-dev' } }]);
});

test('a card is dropped where this is possible, and elsewhere the reason is shown', async () => {
  const { page, host, grid } = await show();
  await grid('In progress').getByText('Round taxes').dragTo(page.locator('.column').nth(0));
  await waitFor('the reopening', async () => host.steps.length === 1);
  await grid('In progress').getByText('Round taxes').dragTo(page.locator('.column').nth(2));
  await page.getByRole('dialog', { name: 'Complete the task' }).getByText('Round taxes').waitFor();
  await page.keyboard.press('Escape');
  await grid('Ready').getByText('Charge a card').dragTo(page.locator('.column').nth(1));
  await page.getByRole('dialog', { name: 'Claim for an agent' }).getByText('Charge a card').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await grid('Ready').focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await page.getByRole('status').getByText('It cannot be moved there').waitFor();
  expect(asked(host)).toEqual([{ kind: 'move', request: '', task: TAXES, move: { kind: 'reopen' } }]);
  expect(await page.locator('.takes, .refuses').count()).toBe(0);
});

test('a menu opens by mouse, too, and closes with Escape or on a click elsewhere', async () => {
  const { page, grid, host } = await show();
  const menu = page.getByRole('menu');
  await grid('Ready').getByText('Describe refunds').click({ button: 'right' });
  await menu.waitFor();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  expect(await grid('Ready').evaluate((element) => element === document.activeElement)).toBe(true);
  await grid('Ready').locator('tr', { hasText: 'Pay with a voucher' }).locator('.more').click();
  await menu.getByRole('menuitem', { name: 'Claim' }).and(page.locator('[aria-disabled=true]')).waitFor();
  await menu.getByRole('menuitem', { name: 'Claim' }).click({ force: true });
  expect(await menu.count()).toBe(1);
  await page.getByRole('searchbox').click();
  await menu.waitFor({ state: 'detached' });
  await grid('Ready').focus();
  await page.keyboard.press('Shift+F10');
  await menu.getByRole('menuitem', { name: 'Unblock' }).click();
  await waitFor('the step', async () => host.steps.length === 1);
  expect(asked(host)).toMatchObject([{ move: { kind: 'block', reason: '' } }]);
});

test('a refusal is shown in the form and on the card, and the input stays', async () => {
  const { page, host, grid } = await show();
  await grid('In progress').getByText('Round taxes').click();
  await page.keyboard.press('d');
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type('Rounded.');
  await finishable(page).waitFor();
  await page.keyboard.press('Control+Enter');
  await waitFor('the step', async () => host.steps.length === 1);
  const [step] = host.steps;
  if (step?.kind !== 'move') throw new Error('nothing was asked for');
  const doing = {
    request: step.request,
    outcome: 'refused' as const,
    message: 'the task "Round taxes" is not in progress',
    task: TAXES.id,
    seen: TAXES,
  };
  host.change({ ...busy, doing });
  await page.getByRole('alert').getByText('is not in progress').waitFor();
  expect(await page.getByRole('textbox', { name: 'Result' }).inputValue()).toBe('Rounded.');
  await page.keyboard.press('Escape');
  await grid('In progress').locator('tr', { hasText: 'Round taxes' }).getByText('Not done: the task').waitFor();
  await keepScreen(page, 'queues-refused');
});

test('a moved card is selected in its new place, and the move is announced', async () => {
  const { page, host, grid } = await show(hugeTeam(50));
  await grid('In progress').getByText('Task 18 of 49').first().click();
  await page.keyboard.press('r');
  await waitFor('the step', async () => host.steps.length === 1);
  const [step] = host.steps;
  if (step?.kind !== 'move') throw new Error('nothing was asked for');
  const huge = hugeTeam(50);
  const far = JSON.stringify([
    'project-0040',
    huge.notes.projects.get('project-0040')?.tasks.find(({ title }) => title === 'Task 5 of 40')?.id,
  ]);
  host.change({ ...huge, doing: { request: step.request, outcome: 'done', message: 'It is ready again.', task: far, seen: step.task } });
  await page.getByRole('status').getByText('It is ready again.').waitFor();
  await grid('Ready').locator('[aria-selected=true]').getByText('Task 5 of 40').waitFor();
  await waitFor('the keyboard', () => grid('Ready').evaluate((element) => element === document.activeElement));
});

test('changes of others are shown at once, and the selection stays', async () => {
  const { page, host, grid, chosen } = await show();
  await grid('Ready').getByText('Show the discount').click();
  host.change(withRefunds({ status: 'in-progress', agent: 'docs-writer', started: 0 }));
  await grid('In progress').getByText('Describe refunds').waitFor();
  expect((await chosen('Ready'))[0]).toContain('Show the discount');
  expect(await page.locator('.ready-section .badge').innerText()).toBe('4');
});

test('filters are applied, restored after a reload, and removed with one action', async () => {
  const { page, grid } = await show();
  await page.getByRole('combobox', { name: 'Agent' }).selectOption('docs-writer');
  await waitFor('one card', async () => (await page.locator('.board tbody tr').count()) === 1);
  await page.getByRole('searchbox').fill('nothing at all');
  await page.getByRole('button', { name: 'Show All' }).waitFor();
  await waitFor('it to be kept', async () => (await page.evaluate(() => sessionStorage.getItem('kept')))?.includes('nothing at all'));
  await page.reload();
  await page.getByRole('button', { name: 'Show All' }).click();
  await grid('Done').getByText('Search by colour').waitFor();
  expect(await page.getByRole('combobox', { name: 'Agent' }).inputValue()).toBe('');
});

test('a read-only board can be read and not changed', async () => {
  const { page, host, grid } = await show({ ...busy, readOnly: 'Not trusted' });
  await grid('In progress').getByText('Round taxes').click();
  for (const key of ['d', 'r', 'a', 'e', 'b', 'n', 'Shift+ArrowRight']) await page.keyboard.press(key);
  await page.getByRole('status').getByText('Not trusted').waitFor();
  await grid('In progress').getByText('Round taxes').dragTo(page.locator('.column').nth(0));
  await grid('In progress').getByText('Round taxes').dblclick();
  await waitFor('the one step', async () => host.steps.length > 0);
  expect(host.steps).toEqual([{ kind: 'open-task', task: TAXES }]);
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('an unknown status has a column only while a task has it', async () => {
  const { page, host, grid } = await show(odd);
  await grid('Unknown status').getByText('on hold').waitFor();
  await grid('Unknown status').getByText('No status').waitFor();
  host.change(busy);
  await grid('Unknown status').waitFor({ state: 'detached' });
  expect(await page.locator('.column').count()).toBe(3);
});

test('twenty thousand tasks render only the visible ones', async () => {
  const { page, host, grid, troubles } = await show(hugeTeam(1_000));
  await grid('Ready').focus();
  await page.keyboard.press('End');
  await grid('Ready').locator('[aria-selected=true]').getByText('Task 17 of 999').waitFor();
  await grid('Done').focus();
  await page.keyboard.press('End');
  const last = grid('Done').locator('[aria-selected=true]');
  await last.getByText('It works.').waitFor();
  await waitFor('all of the card', async () => {
    const [card, list] = [await last.boundingBox(), await grid('Done').boundingBox()];
    return card !== null && list !== null && card.y + card.height <= list.y + list.height + 1;
  });
  expect(await grid('Ready').getAttribute('aria-rowcount')).toBe('10000');
  expect(await page.locator('tbody tr').count()).toBeLessThan(120);
  for (const { lists } of host.views) for (const { count } of Object.values(lists)) expect(count).toBeLessThanOrEqual(100);
  await page.getByRole('searchbox').fill('task 19 of 999');
  await waitFor('one card', async () => (await page.locator('.done-section .badge').innerText()) === '1');
  expect(await troubles()).toEqual([]);
});

test('a card in progress shows when its agent is unresponsive or unknown, as soon as this is so', async () => {
  const doing = (title: string, by: string) => ({ title, status: 'in-progress', agent: by, started: 90 });
  const beat = (minutesAgo: number) => ({
    ...agent('web-dev', ['p']),
    heartbeats: [{ text: at(minutesAgo), place: 'header' as const, path: 'agents/web-dev.md', line: 6 }],
  });
  const tasks = [doing('Of one who went silent', 'web-dev'), doing('Of a stranger', 'web-dve')];
  const { page, host, grid } = await show(team([project('p', tasks)], [beat(29)]));
  await grid('In progress').getByText('web-dve is not in the team').waitFor();
  expect(await grid('In progress').getByText('is down').count()).toBe(0);
  host.change(team([project('p', tasks)], [beat(95)]));
  await grid('In progress').getByText('web-dev is down, last seen 1 h ago').waitFor();
  await keepScreen(page, 'queues-away');
});
