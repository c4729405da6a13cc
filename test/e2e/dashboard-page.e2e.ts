/** Appearance of the Swarm dashboard: its bundle in a browser, with the content security policy of its webview. */
import { expect, test } from 'vitest';
import type { DashboardPage } from '../webview/dashboard-page.ts';
import { bare, deciding, hostile, hugeProject, lock, normal, stuckTask, unread } from '../webview/projects.ts';
import { keepScreen } from '../webview/screens.ts';
import { inEveryTheme, lookAtStates, type PageState, soundnessOf } from '../webview/soundness.ts';
import type { Content, Project } from '../webview/stand-in-host.ts';
import { useDashboard } from '../webview/use-dashboard.ts';

const show = useDashboard();

const expectSound = soundnessOf('dashboard');
const expectInThemes = inEveryTheme(expectSound);

test('an active swarm is legible in every theme, and so are selected rows', async () => {
  const dashboard = await show(normal);
  const { page, grid } = dashboard;
  await grid('Agents').locator('tbody tr').nth(3).click();
  await grid('Tasks').locator('tbody tr').nth(9).click();
  expect(await page.evaluate(() => document.fonts.check('16px codicon'))).toBe(true);
  await expectInThemes(dashboard, 'normal');
});

test('open decisions and the reason of a standstill are legible in every theme', async () => {
  const dashboard = await show(deciding);
  const { page, grid } = dashboard;
  await page.getByText('Paused by').waitFor();
  await grid('Open Decisions').locator('tbody tr').nth(1).click();
  await grid('Agents').getByText('unresponsive').waitFor();
  await expectInThemes(dashboard, 'deciding');
});

test('the details of a task that waits are legible in every theme', async () => {
  const dashboard = await show({ ...normal, problems: [], detail: stuckTask });
  await dashboard.grid('Tasks').getByText('Refund a part').click();
  await dashboard.page.getByRole('heading', { name: 'Waits for' }).waitFor();
  await expectInThemes(dashboard, 'detail');
});

const untrusted: Project = {
  ...normal,
  readOnly: 'This workspace is not trusted: trust it to change anything here.',
};
const STATES: readonly PageState<Content>[] = [
  ['no-folder', { kind: 'no-folder' }, 'No folder is open.'],
  ['no-project', { kind: 'no-project', folder: 'till', readOnly: null, problems: [] }, 'Initialize'],
  ['no-project-read-only', { kind: 'no-project', folder: 'till', readOnly: 'till cannot be written.', problems: [] }, 'cannot be written'],
  ['no-project-unreadable', { kind: 'no-project', folder: 'till', readOnly: null, problems: normal.problems }, 'this is not JSON'],
  ['no-swarm', bare, 'Create Swarm…'],
  ['no-swarm-with-locks', { ...bare, locks: normal.locks, problems: normal.problems }, 'package.json'],
  ['no-agents-no-locks', { ...normal, agents: [], locks: [], problems: [] }, 'Nothing is locked'],
  ['read-only', untrusted, 'This workspace is not trusted'],
  ['ended', { ...normal, swarm: normal.swarm && { ...normal.swarm, status: 'done', phase: 'ended' } }, 'Create Swarm…'],
];

test('every state shows its content and the next step in every theme', async () => {
  const dashboard = await show({ kind: 'no-folder' });
  await lookAtStates(dashboard, STATES, (name) => expectInThemes(dashboard, name));
});

test('the name of a swarm keeps its room beside the actions in a narrow editor', async () => {
  const { page } = await show(normal, { width: 540, height: 900 });
  const box = await page.getByRole('heading', { level: 1 }).boundingBox();
  expect(box?.width).toBeGreaterThan(300);
});

test('the border of problems has the color of the worst one', async () => {
  const colorOf = async (severity: 'error' | 'warning') => {
    const problems = [{ severity, message: 'Something is odd', place: null }];
    const { page } = await show({ ...normal, problems });
    return page.getByRole('region', { name: 'Problems' }).evaluate((element) => getComputedStyle(element).borderTopColor);
  };
  expect(await colorOf('warning')).not.toBe(await colorOf('error'));
});

test('unreadable data is not shown as empty, and creating another swarm is not offered', async () => {
  const dashboard = await show(unread);
  const { page } = dashboard;
  for (const text of ['The swarm cannot be read.', 'The locks cannot be read.', 'swarm.crtx:3']) await page.getByText(text).waitFor();
  expect(await page.getByRole('button', { name: 'Create Swarm…' }).count()).toBe(0);
  await expectSound(dashboard, 'unread');
});

interface LookedAt {
  readonly count: number;
  readonly cutOff: readonly (string | null)[];
}

/** Cells with text of our own, and those that are too narrow for it. Cells of 1 px are for screen readers only. */
const lookAtCells = ({ page }: DashboardPage): Promise<LookedAt> =>
  page.locator('td:is(.status, .tokens, .cost, .seen, .left, .type, .kind, .awaits, .votes)').evaluateAll((cells) => {
    const shown = cells.filter((cell) => cell.clientWidth > 1).flatMap((cell) => [cell, ...cell.querySelectorAll('.number')]);
    const cutOff = shown.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent);
    return { count: shown.length, cutOff };
  });

const SIZES = [
  ['narrow', 300, 1_400],
  ['half', 640, 900],
  ['beside', 924, 705],
  ['low', 1_280, 400],
  ['wide', 1_920, 1_000],
] as const;

test.each([
  { what: 'a swarm at work', prefix: '', project: normal },
  { what: 'a swarm that decides', prefix: 'deciding-', project: deciding },
])('nothing of $what is truncated in narrow, low and wide windows, nor at 200 %', async ({ prefix, project }) => {
  const dashboard = await show(project);
  for (const [name, width, height] of SIZES) {
    await dashboard.page.setViewportSize({ width, height });
    await expectSound(dashboard, `${prefix}${name}`);
    const { count, cutOff } = await lookAtCells(dashboard);
    expect(count).toBeGreaterThan(10);
    expect(cutOff).toEqual([]);
  }
  await expectSound(await show(project, { zoom: 2 }), `${prefix}zoomed`);
});

test('any text from files is displayed literally and in its place', async () => {
  const dashboard = await show(hostile);
  const { page } = dashboard;
  await page.locator('tbody tr').first().waitFor();
  await expectSound(dashboard, 'hostile');
  expect(await page.title()).toBe('Swarm');
  expect(await page.locator('#root :is(img, style, script)').count()).toBe(0);
  const heights = await page
    .locator('tbody tr, tbody td')
    .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBe(22);
  // The override character itself would reverse the text beside it.
  expect(await page.locator('body').innerText()).not.toMatch(/(?![\n\t])[\p{Bidi_Control}\p{Cc}]/u);
  await page.setViewportSize({ width: 300, height: 700 });
  await expectSound(dashboard, 'hostile-narrow');
});

test('no coordinator is shown if the swarm has none', async () => {
  const { page, host } = await show(normal);
  const origin = page.locator('.origin > span');
  await page.getByText('coordinated by lead').waitFor();
  const parts = await origin.count();
  host.change({ ...normal, swarm: normal.swarm && { ...normal.swarm, coordinator: '' } });
  await page.getByText('coordinated by').waitFor({ state: 'detached' });
  expect(await origin.count()).toBe(parts - 1);
});

test('a long folder is truncated before a long name, a short one is complete, and both are adjacent to the name', async () => {
  const locks = ['services/billing/', 'src/', ''].map((folder) => lock(`${folder}$(flame) invoices of the year.ts`, 'ada'));
  const { grid } = await show({ ...normal, locks }, { width: 300 });
  await grid('Locks').getByText('services').waitFor({ state: 'attached' });
  const cells = await grid('Locks')
    .locator('td.path:has(.folder)')
    .evaluateAll((all) =>
      all.map((cell) => {
        const [folder, name] = [cell.querySelector('.folder'), cell.querySelector('.name')];
        if (folder === null || name === null) throw new Error('there is no path');
        const letters = document.createRange();
        letters.setStart(folder.firstChild ?? folder, 0);
        letters.setEnd(folder.firstChild ?? folder, 3);
        const [box, beside] = [folder.getBoundingClientRect(), name.getBoundingClientRect()];
        const room = box.width - letters.getBoundingClientRect().width;
        return { isCut: folder.scrollWidth > folder.clientWidth, room, gap: Math.round(beside.left - box.right), name: beside.width };
      }),
    );
  expect(cells.map(({ isCut, gap }) => ({ isCut, gap }))).toEqual([
    { isCut: true, gap: 0 },
    { isCut: false, gap: 0 },
  ]);
  // Three letters and an ellipsis. The name has more space.
  expect(cells[0]?.room).toBeGreaterThan(10);
  for (const { name } of cells) expect(name).toBeGreaterThan(40);
  await keepScreen(grid('Locks'), 'dashboard-long-folders');
});

test('ten thousand rows of everything render only the visible ones', async () => {
  const dashboard = await show(hugeProject());
  const { page, grid, host } = dashboard;
  for (const [list, last] of [
    ['Open Decisions', 'Proposal 9999'],
    ['Tasks', 'task-99-99'],
    ['Agents', 'agent-9999'],
    ['Locks', 'agent-9999'],
  ] as const) {
    await grid(list).focus();
    await page.keyboard.press('End');
    await grid(list).locator('[aria-selected=true]').getByText(last).waitFor();
  }
  expect(await grid('Tasks').getAttribute('aria-rowcount')).toBe('10102');
  expect(await page.locator('tbody tr').count()).toBeLessThan(150);
  expect(host.views.length).toBeLessThan(15);
  for (const { decisions, tasks, agents, locks } of host.views)
    for (const { count } of [decisions, tasks, agents, locks]) expect(count).toBeLessThanOrEqual(125);
  await expectSound(dashboard, 'huge');
});
