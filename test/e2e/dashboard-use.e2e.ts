/** Interaction with the Swarm dashboard: its bundle in a browser, with keyboard and mouse, and a host that pushes updates. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { waitFor } from '../harness/wait.ts';
import type { PageOptions } from '../webview/dashboard-page.ts';
import { agent, deciding, hugeProject, normal, stuckTask } from '../webview/projects.ts';
import { type ShownDashboard, useDashboard } from '../webview/use-dashboard.ts';

const open = useDashboard();

async function show(...args: Parameters<typeof open>): Promise<ShownDashboard> {
  const dashboard = await open(...args);
  await dashboard.page.locator('tbody tr').first().waitFor();
  return dashboard;
}

const rowCount = (grid: Locator, rows: number): Promise<true> =>
  waitFor(`${rows} rows`, async () => (await grid.getAttribute('aria-rowcount')) === String(rows + 1));

test('Tab moves through all stops, and each shows its focus', async () => {
  const { page } = await show(normal);
  const stops: unknown[] = [];
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null) return undefined;
      return { name: element.getAttribute('aria-label') ?? element.textContent, outline: getComputedStyle(element).outlineStyle };
    });
    stops.push(stop);
  }
  const names = [
    'Pause…',
    'Abort…',
    'Burn-Down',
    'History',
    'Keys',
    'Open',
    'Recruit…',
    'Retire…',
    'Agents',
    'Moment',
    'Tokens',
    'Cost',
    'Show',
    'Assign…',
    'Retry',
    'Graph',
    'Tasks',
    'Open File',
    'Break…',
    'Locks',
  ];
  expect(stops).toEqual(names.map((name) => ({ name, outline: 'solid' })));
});

test('the task tree moves and collapses by the keys of a tree', async () => {
  const { page, host, grid, chosen } = await show(normal);
  const tasks = grid('Tasks');
  const press = async (...keys: readonly string[]): Promise<string | undefined> => {
    for (const key of keys) await page.keyboard.press(key);
    return (await chosen('Tasks'))[0];
  };
  await tasks.focus();
  expect(await press('ArrowDown')).toContain('root');
  expect(await press('ArrowDown', 'ArrowDown')).toContain('cart-total');
  expect(await press('ArrowUp')).toContain('checkout');
  expect(await press('End')).toContain('stock-alert');
  expect(await press('ArrowLeft')).toContain('stock');
  await press('ArrowLeft');
  await rowCount(tasks, 7);
  expect(host.views.at(-1)?.folded).toEqual(['stock']);
  expect(await tasks.locator('[aria-selected=true]').getAttribute('aria-expanded')).toBe('false');
  await press('ArrowRight');
  await rowCount(tasks, 11);
  expect(await press('ArrowRight')).toContain('stock-count');
  expect(await press('Home')).toContain('root');
  expect(await press('PageDown', 'PageDown')).toContain('stock-alert');
  await press('Enter');
  expect(host.steps).toEqual([{ kind: 'show-task', task: 'stock-alert' }]);
  const id = await tasks.getAttribute('aria-activedescendant');
  expect(await page.locator(`[id="${id}"]`).getAttribute('aria-selected')).toBe('true');
});

test('clicking the arrow of a task collapses it, and a double click opens it', async () => {
  const { host, grid } = await show(normal);
  await grid('Tasks').getByText('checkout', { exact: true }).dblclick();
  expect(host.steps).toEqual([{ kind: 'show-task', task: 'checkout' }]);
  await grid('Tasks').locator('.twistie').nth(1).click();
  await rowCount(grid('Tasks'), 7);
  expect(host.steps).toHaveLength(1);
});

test('a screen reader gets a tree, a list of agents and a list of locks', async () => {
  const { page } = await show(normal);
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const roles = new Map<unknown, number>();
  for (const { role, ignored } of nodes) if (!ignored) roles.set(role?.value, (roles.get(role?.value) ?? 0) + 1);
  expect(Object.fromEntries(roles)).toMatchObject({ treegrid: 1, grid: 2, columnheader: 18, row: 24, meter: 4, progressbar: 1 });
  expect(roles.get('gridcell')).toBe(11 * 5 + 6 * 7 + 4 * 6);
  const receipt = nodes.find(({ role, name }) => role?.value === 'row' && String(name?.value).includes('receipt'));
  const said = Object.fromEntries((receipt?.properties ?? []).map(({ name, value }) => [name, value.value]));
  expect(said).toMatchObject({ level: 3 });
  expect(await page.getByRole('meter', { name: 'Tokens' }).getAttribute('aria-valuetext')).toBe('171K of 200K, 85 %');
});

test('actions by key and by button reach the host with the selected row', async () => {
  const { page, host, grid } = await show(normal);
  await page.getByRole('button', { name: 'Break…' }).click({ force: true });
  expect(host.steps).toEqual([]);
  await grid('Locks').focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'Delete', 'Enter']) await page.keyboard.press(key);
  await grid('Agents').focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Delete', 'Enter']) await page.keyboard.press(key);
  await grid('Tasks').getByText('receipt', { exact: true }).click();
  for (const name of ['Assign…', 'Recruit…', 'Retire…', 'Open File', 'Break…', 'Open'])
    await page.getByRole('button', { name, exact: true }).press('Enter');
  const rates = 'src/checkout/rates.json';
  await waitFor('all steps', async () => host.steps.length === 10);
  expect(host.steps).toEqual([
    { kind: 'break-lock', path: rates },
    { kind: 'open-file', path: rates },
    { kind: 'retire', agent: 'ben' },
    { kind: 'show-task', task: 'tax' },
    { kind: 'assign', task: 'receipt' },
    { kind: 'recruit' },
    { kind: 'retire', agent: 'ben' },
    { kind: 'open-file', path: rates },
    { kind: 'break-lock', path: rates },
    { kind: 'open-problem', file: '/till/.cortex/timeline.crtx', line: 3, column: 14 },
  ]);
});

test('only actions that are possible for the selected row are enabled, and its menu is that of the tree', async () => {
  const { page, host, grid } = await show(normal);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const menu = async (list: string, id: string): Promise<unknown> => {
    const row = grid(list)
      .locator('tr')
      .filter({ has: page.getByText(id, { exact: true }) });
    await row.click();
    return JSON.parse((await row.getAttribute('data-vscode-context')) ?? '{}');
  };
  expect(await menu('Tasks', 'cart-total')).toMatchObject({
    webviewSection: 'task.done.assigned',
    kind: 'task',
    id: 'cart-total',
    canWrite: true,
  });
  expect(await button('Assign…').getAttribute('title')).toBe('Only a pending task without subtasks can be assigned');
  await button('Assign…').press('Enter');
  expect(await menu('Agents', 'dan')).toMatchObject({ webviewSection: 'agent.gone', kind: 'agent', id: 'dan' });
  expect(await button('Retire…').getAttribute('title')).toBe('This agent has left the swarm');
  await button('Retire…').press('Enter');
  await grid('Agents').press('Delete');
  expect(await menu('Tasks', 'receipt')).toMatchObject({ webviewSection: 'task.pending' });
  await button('Assign…').press('Enter');
  await waitFor('the one step', async () => host.steps.length > 0);
  expect(host.steps).toEqual([{ kind: 'assign', task: 'receipt' }]);
});

test('decisions are made by keys and by buttons, according to their kind', async () => {
  const { page, host, grid } = await show(deciding);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const list = grid('Open Decisions');
  await list.focus();
  for (const key of ['ArrowDown', 'y', 'ArrowDown', 'n', 'ArrowDown', 'y', 'Enter']) await page.keyboard.press(key);
  expect(await button('Yes').getAttribute('title')).toBe('There are several options: choose one of them');
  await button('Choose…').press('Enter');
  await list.getByText('Print the receipt').click();
  await button('Yes').press('Enter');
  await page.keyboard.press('Tab');
  await button('No').press('Enter');
  expect(await button('Choose…').getAttribute('title')).toBe('Answer with Yes or No');
  await list.getByText('Refund a part of an order').click();
  await button('Choose…').press('Enter');
  await waitFor('all steps', async () => host.steps.length === 7);
  expect(host.steps).toEqual([
    { kind: 'vote', decision: 'prp_1', choice: 'yes' },
    { kind: 'vote', decision: 'prp_2', choice: 'no' },
    { kind: 'show-task', task: 'root' },
    { kind: 'vote', decision: 'root#1', choice: null },
    { kind: 'approve', decision: 'receipt', refuse: false },
    { kind: 'approve', decision: 'receipt', refuse: true },
    { kind: 'pick', decision: 'refund#1' },
  ]);
  const row = list.locator('tr').filter({ hasText: 'src/checkout/rates.json' });
  const menu = JSON.parse((await row.getAttribute('data-vscode-context')) ?? '{}');
  expect(menu).toMatchObject({ webviewSection: 'decision.vote.pick', kind: 'decision', id: 'root#1', choice: null, canWrite: true });
});

test('the header pauses, resumes and aborts the swarm, and a task is retried', async () => {
  const { page, host, grid } = await show(normal);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter');
  for (const name of ['Pause…', 'Abort…']) await press(name);
  await grid('Tasks').getByText('receipt', { exact: true }).click();
  expect(await page.getByRole('button', { name: 'Retry' }).getAttribute('aria-disabled')).toBe('true');
  await grid('Tasks').getByText('stock-import', { exact: true }).click();
  await press('Retry');
  host.change(deciding);
  await press('Resume');
  await waitFor('all steps', async () => host.steps.length === 4);
  expect(host.steps).toEqual([{ kind: 'pause' }, { kind: 'abort' }, { kind: 'retry', task: 'stock-import' }, { kind: 'resume' }]);
});

test('a read-only dashboard can be read and not changed', async () => {
  const { page, host, grid } = await show({ ...normal, readOnly: 'Not trusted' });
  await grid('Locks').focus();
  for (const key of ['ArrowDown', 'Delete', 'Enter']) await page.keyboard.press(key);
  await page.getByRole('button', { name: 'Break…' }).press('Enter');
  await page.getByRole('button', { name: 'Recruit…' }).press('Enter');
  await page.getByRole('button', { name: 'Open File' }).press('Enter');
  const step = { kind: 'open-file', path: 'src/checkout/tax.ts' };
  await waitFor('two steps', async () => host.steps.length >= 2);
  expect(host.steps).toEqual([step, step]);
  expect(await page.getByRole('button', { name: 'Break…' }).getAttribute('aria-disabled')).toBe('true');
  expect(await page.getByRole('button', { name: 'Break…' }).getAttribute('title')).toBe('Not trusted');
});

test('the selected row stays selected when other rows change, and no other is selected when it is removed', async () => {
  const { page, host, grid, chosen } = await show(normal);
  await grid('Agents').getByText('cleo').click();
  host.change({ ...normal, agents: [agent('aaron'), ...normal.agents] });
  await rowCount(grid('Agents'), 7);
  expect((await chosen('Agents'))[0]).toContain('cleo');
  host.change({ ...normal, agents: [agent('aaron'), ...normal.agents].filter(({ id }) => id !== 'cleo') });
  await rowCount(grid('Agents'), 6);
  expect(await chosen('Agents')).toEqual([]);
  await page.keyboard.press('Delete');
  await page.keyboard.press('ArrowUp');
  expect((await chosen('Agents'))[0]).toContain('ben');
  expect(host.steps).toEqual([]);
});

test('collapsed rows, selection and scroll position are restored after a reload', async () => {
  const { page, host, grid, chosen } = await show(hugeProject());
  await grid('Tasks').getByText('group-0', { exact: true }).click();
  await page.keyboard.press('ArrowLeft');
  await rowCount(grid('Tasks'), 10_001);
  await grid('Agents').evaluate((element) => element.scrollTo(0, 5_000 * 22));
  await grid('Agents').getByText('agent-5002', { exact: true }).click();
  await waitFor('the place to be kept', async () => (await page.evaluate(() => sessionStorage.getItem('kept')))?.includes('agent-5002'));
  const looks = host.views.length;
  await page.reload();
  await grid('Agents').locator('[aria-selected=true]').getByText('agent-5002').waitFor();
  expect(host.views[looks]).toMatchObject({ folded: ['group-0'], agents: { from: 4_975 } });
  await rowCount(grid('Tasks'), 10_001);
  expect((await chosen('Tasks'))[0]).toContain('group-0');
  expect(await grid('Agents').evaluate((element) => element.scrollTop)).toBe(5_000 * 22);
  expect(await page.evaluate(() => sessionStorage.getItem('kept'))).not.toContain('Part 0');
});

test('the remaining time counts down without rendering anything else', async () => {
  const { page, grid } = await show(normal);
  const left = grid('Locks').locator('.left .number').first();
  const secondsLeft = async (): Promise<number> => Number.parseInt(await left.innerText(), 10);
  // The initial rendering is complete by then.
  await waitFor('the first second to go by', async () => (await secondsLeft()) < 40);
  const from = await secondsLeft();
  await page.evaluate(() => {
    const changed = new Set<string>();
    Object.assign(globalThis, { changed });
    new MutationObserver((records) => {
      for (const { target } of records)
        changed.add((target instanceof Element ? target : target.parentElement)?.closest('td, th, p')?.className ?? '');
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  await waitFor('two more to go by', async () => (await secondsLeft()) <= from - 2);
  const changed = await page.evaluate((): string[] => [...Reflect.get(globalThis, 'changed')]);
  expect(changed).toContain('cell left');
  expect(changed.filter((name) => !['cell left', 'cell seen', 'cell activity', 'origin'].includes(name))).toEqual([]);
});

test('selecting a task shows why it waits, down to the lock, and its links select what they name', async () => {
  const { page, grid, host, chosen } = await show({ ...normal, detail: stuckTask });
  await grid('Tasks').getByText('Refund a part').click();
  const detail = page.getByRole('region', { name: 'Selected task' });
  const steps = await detail.locator('ol > li').allInnerTexts();
  expect(steps.map((step) => step.replaceAll('\n', ' '))).toEqual([
    'tax active, ben',
    'ben waiting 5 min for src/stock/, held by cleo',
    'src/stock/ held by cleo for 4 min more unless renewed',
    'cleo unresponsive, last seen 57 min ago',
  ]);
  await detail.getByRole('button', { name: 'src/stock/' }).click();
  expect((await chosen('Locks'))[0]).toContain('stock/');
  await detail.getByRole('button', { name: 'Break Lock…' }).click();
  await detail.getByRole('button', { name: 'Retire…' }).click();
  expect(host.steps).toEqual([
    { kind: 'break-lock', path: 'src/stock/' },
    { kind: 'retire', agent: 'cleo' },
  ]);
  await page.getByRole('button', { name: 'Close' }).click();
  await detail.waitFor({ state: 'detached' });
  expect(host.views.at(-1)?.detail).toBeNull();
});

test('one click on a column orders the agents by it, and another one by attention again', async () => {
  const { page, grid, host } = await show(normal);
  const cost = page.getByRole('button', { name: 'Cost' });
  await cost.click();
  await waitFor('the order by cost', async () => host.views.at(-1)?.agentsBy === 'cost');
  expect(await grid('Agents').locator('th.cost').getAttribute('aria-sort')).toBe('descending');
  await cost.click();
  await waitFor('the order by attention', async () => host.views.at(-1)?.agentsBy === 'attention');
  expect(await grid('Agents').locator('th.cost').getAttribute('aria-sort')).toBeNull();
});

test('the axis of the agents selects a moment of the past, and its end is now', async () => {
  const { page, host } = await show(normal);
  const axis = page.getByRole('slider', { name: 'Moment' });
  expect(await axis.getAttribute('aria-valuetext')).toBe('Now');
  await axis.focus();
  await page.keyboard.press('Home');
  await waitFor('the first moment', async () => host.views.at(-1)?.history?.at === normal.swarm?.created);
  await axis.press('End');
  await waitFor('now', async () => host.views.at(-1)?.history?.at === null);
});

test('reduced motion disables animations', async () => {
  const moves = async (options: PageOptions): Promise<string> => {
    const { page } = await show(normal, options);
    return page
      .locator('.piece')
      .first()
      .evaluate((piece) => getComputedStyle(piece).transitionDuration);
  };
  expect(await moves({ reducedMotion: true })).toBe('0s');
  expect(await moves({})).toBe('0.2s');
});

test('the header says without a click when the budget ends, with the number of tasks that the counts show', async () => {
  const { page } = await show(normal);
  const outlook = await page.locator('.outlook').innerText();
  const counts = await page.getByRole('list', { name: 'Tasks by state' }).innerText();
  const of = (state: string) => Number(new RegExp(`(\\d+) ${state}`).exec(counts)?.[1]);
  expect(outlook.trim()).toMatch(/^Tokens end about \d\d:\d\d, 4 tasks left$/);
  expect(of('pending') + of('active')).toBe(4);
});
