/** Changes of others on the Work Queues dashboard while a person drags, types or presses twice. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { waitFor } from '../harness/wait.ts';
import { barriers } from '../webview/barriers.ts';
import { QueuesHost, type Team, type TeamContent } from '../webview/queues-host.ts';
import { keepScreen } from '../webview/screens.ts';
import { busy, withRefunds } from '../webview/team.ts';
import { type ShownPage, usePage } from '../webview/use-dashboard.ts';

const open = usePage((content: TeamContent) => new QueuesHost(content));

async function show(content: Team = busy): Promise<ShownPage<QueuesHost>> {
  const dashboard = await open(content);
  await dashboard.page.locator('.board tbody tr').first().waitFor();
  return dashboard;
}

test('a card that an agent moves during a drag is dropped as it was seen, and the drag ends', async () => {
  const { page, host, grid } = await show(withRefunds({ status: 'in-progress', agent: 'docs-writer', started: 5 }));
  const place = async (of: Locator) => {
    const box = await of.boundingBox();
    if (box === null) throw new Error('it is not shown');
    return [box.x + 20, box.y + 10] as const;
  };
  const column = (number: number) => page.locator('.column').nth(number);
  const take = async (list: string, to: Locator) => {
    await page.mouse.move(...(await place(grid(list).getByText('Describe refunds'))));
    await page.mouse.down();
    // The first move starts the drag, and the later ones continue it.
    const [x, y] = await place(to);
    for (const by of [60, 30, 0]) await page.mouse.move(x + by, y);
    await page.locator('.takes').waitFor();
  };
  await take('In progress', column(0));
  host.change(withRefunds({ status: 'done', agent: 'docs-writer', completed: 0, summary: 'Described.' }));
  await grid('Done').getByText('Describe refunds').waitFor();
  await page.mouse.up();
  await waitFor('the step', async () => host.steps.length === 1);
  const moved = { title: 'Describe refunds', list: 'working', agent: 'docs-writer' };
  expect(host.steps).toMatchObject([{ kind: 'move', task: moved, move: { kind: 'reopen' } }]);
  await take('Done', column(0));
  host.change(withRefunds({}));
  await grid('Ready').getByText('Describe refunds').waitFor();
  await page.mouse.move(5, 5, { steps: 3 });
  await page.mouse.up();
  await page.mouse.move(...(await place(column(1))), { steps: 3 });
  await waitFor('that nothing is in hand', async () => (await page.locator('.takes, .refuses').count()) === 0);
  expect(host.steps).toHaveLength(1);
});

test('a form reports changes of its task, and pressing twice acts once', async () => {
  const { page, host, grid } = await show();
  await grid('Ready').getByText('Describe refunds').click();
  await page.keyboard.press('b');
  await page.getByRole('dialog', { name: 'Block the task' }).waitFor();
  await waitFor('the loaded task', async () => host.views.at(-1)?.detail !== null);
  host.change(withRefunds({ status: 'in-progress', agent: 'docs-writer', started: 0 }));
  await page.getByRole('alert').getByText('it is now in progress (docs-writer)').waitFor();
  await keepScreen(page, 'queues-outdated');
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Escape');
  await grid('In progress').getByText('Round taxes').click();
  for (const key of ['r', 'r', 'r']) await page.keyboard.press(key);
  await grid('In progress').getByText('Send a receipt').click();
  await page.keyboard.press('r');
  await waitFor('the steps', async () => host.steps.length >= 2);
  expect(host.steps).toMatchObject([{ task: { title: 'Round taxes per line' } }, { task: { title: 'Send a receipt' } }]);
});
