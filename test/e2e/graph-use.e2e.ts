/** Interaction with the Graph dashboard: its bundle in a browser, with keyboard and mouse, and a host that pushes updates. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { waitFor } from '../harness/wait.ts';
import { project, sceneAt } from '../webview/code-graphs.ts';
import { type GraphContent, GraphHost } from '../webview/graph-host.ts';
import { type ShownPage, usePage } from '../webview/use-dashboard.ts';

const open = usePage((content: GraphContent) => new GraphHost(content));

const CRTX = { kind: 'cluster', cluster: 'cluster:1' } as const;
const lastOf = ({ views }: GraphHost) => views.at(-1);

async function arrived({ host }: ShownPage<GraphHost>, place: unknown): Promise<void> {
  await waitFor(`the place ${JSON.stringify(place)}`, async () => JSON.stringify(lastOf(host)?.place) === JSON.stringify(place));
}

/** Returns a position of a node in the picture of all clusters. It is searched for by the label of the ring under the pointer. */
async function findNode(page: Page): Promise<{ readonly x: number; readonly y: number }> {
  const box = await page.locator('.picture').boundingBox();
  if (box === null) throw new Error('there is no picture');
  for (let y = box.y + 20; y < box.y + box.height; y += 14) {
    for (let x = box.x + 20; x < box.x + box.width; x += 14) {
      await page.mouse.move(x, y);
      if ((await page.locator('.picture.over-node').count()) === 1) return { x, y };
    }
  }
  throw new Error('there is no node in the picture');
}

test('keys alone navigate into, around, to the impact, back and forward, and open a file', async () => {
  const dashboard = await open(project);
  const { page, host, grid } = dashboard;
  const { keyboard } = page;
  await grid('Clusters').focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await keyboard.press(key);
  await arrived(dashboard, CRTX);
  await grid('Files').and(page.locator(':focus')).waitFor();
  for (const key of ['ArrowDown', 'ArrowDown', 'a']) await keyboard.press(key);
  await arrived(dashboard, { kind: 'around', node: 'src/crtx/part-1.ts' });
  await grid('Neighbours').locator('[aria-selected=true]').getByText('part-1.ts').waitFor();
  await keyboard.press('b');
  await arrived(dashboard, { kind: 'blast', node: 'src/crtx/part-1.ts' });
  await grid('Affected Files').and(page.locator(':focus')).waitFor();
  await page.getByRole('status').getByText('15 files may break; 4 tests to run').waitFor();
  for (const key of ['ArrowDown', 'Enter']) await keyboard.press(key);
  await waitFor('the file', async () => host.steps.length === 1);
  expect(host.steps).toEqual([{ kind: 'open', node: 'src/vault/part-2.ts' }]);
  for (const place of [{ kind: 'around', node: 'src/crtx/part-1.ts' }, CRTX]) {
    await keyboard.press('Alt+ArrowLeft');
    await arrived(dashboard, place);
  }
  await keyboard.press('Alt+ArrowRight');
  await arrived(dashboard, { kind: 'around', node: 'src/crtx/part-1.ts' });
  for (const place of [CRTX, { kind: 'clusters' }]) {
    const shown = grid(place.kind === 'cluster' ? 'Neighbours' : 'Files');
    await shown.focus();
    await shown.locator('[aria-selected=true]').waitFor();
    await keyboard.press('Backspace');
    await arrived(dashboard, place);
  }
});

test('a second double click during loading opens nothing', async () => {
  const dashboard = await open(project);
  const { page, host, grid } = dashboard;
  await grid('Clusters').getByText('crtx').click();
  await waitFor('the choice', async () => lastOf(host)?.chosen !== null);
  host.isSlow = true;
  await grid('Clusters').getByText('crtx').dblclick();
  await arrived(dashboard, CRTX);
  await page.getByRole('status').getByText('Looking …').waitFor();
  await grid('Clusters').getByText('crtx').dblclick();
  host.isSlow = false;
  host.answer();
  await grid('Files').waitFor();
  expect(host.steps).toEqual([]);
});

test('selecting in the picture selects in the list, and a double click or the wheel zooms in and out', async () => {
  const dashboard = await open(project);
  const { page, host, grid } = dashboard;
  const { x, y } = await findNode(page);
  await page.mouse.click(x, y);
  await grid('Clusters').locator('[aria-selected=true]').waitFor();
  const { chosen } = lastOf(host) ?? {};
  expect(sceneAt({ kind: 'clusters' }).nodes.map(({ id }) => id)).toContain(chosen);
  await page.mouse.dblclick(x, y);
  await arrived(dashboard, { kind: 'cluster', cluster: chosen });
  await page.keyboard.press('Alt+ArrowLeft');
  await arrived(dashboard, { kind: 'clusters' });
  await page.mouse.move(x, y);
  await waitFor('the cluster by the wheel', async () => {
    await page.mouse.wheel(0, -100);
    return lastOf(host)?.place.kind === 'cluster';
  });
  await waitFor('all clusters by the wheel', async () => {
    await page.mouse.wheel(0, 100);
    return lastOf(host)?.place.kind === 'clusters';
  });
  expect(await dashboard.troubles()).toEqual([]);
});

test('the page searches, filters by type, and follows the open file', async () => {
  const dashboard = await open(project);
  const { page, host } = dashboard;
  const search = page.getByRole('combobox', { name: 'Find in the graph' });
  await search.fill('team/part-3');
  await page.getByRole('option', { name: 'part-3.ts' }).waitFor();
  for (const key of ['ArrowDown', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await arrived(dashboard, { kind: 'around', node: 'src/team/part-3.ts' });
  expect(await search.inputValue()).toBe('');
  await page.getByText('All types').click();
  await page.getByRole('checkbox', { name: 'Tests', exact: true }).first().uncheck();
  await waitFor('the filter', async () => lastOf(host)?.filter.nodes.includes('test') === false);
  await page.keyboard.press('Escape');
  await page.getByText('1 hidden').waitFor();
  await page.getByRole('checkbox', { name: 'Follow the open file' }).check();
  await arrived(dashboard, { kind: 'around', node: 'src/crtx/part-2.ts' });
  host.change({ ...project, open: 'src/team/part-5.ts' });
  await arrived(dashboard, { kind: 'around', node: 'src/team/part-5.ts' });
  host.change({ ...project, open: null, outside: 'README.md' });
  await page.getByText('README.md is not in the graph').waitFor();
  host.change({ ...project, open: 'src/team/part-5.ts' });
  await page.getByText('README.md is not in the graph').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'team' }).click();
  await arrived(dashboard, { kind: 'cluster', cluster: 'cluster:4' });
  expect(lastOf(host)?.follow).toBe(false);
});

test('hidden tests are not listed as tests to run', async () => {
  const dashboard = await open(project);
  const { page, grid } = dashboard;
  await grid('Clusters').getByText('crtx').dblclick();
  await grid('Files').getByText('part-1.ts', { exact: true }).click();
  await page.keyboard.press('b');
  await grid('Tests to Run').waitFor();
  await page.getByText('All types').click();
  await page.getByRole('checkbox', { name: 'Tests', exact: true }).first().uncheck();
  await page.keyboard.press('Escape');
  await grid('Tests to Run').waitFor({ state: 'detached' });
  await grid('Affected Files').waitFor();
  expect(await dashboard.troubles()).toEqual([]);
});

test('a dependency of a node leads there with its reasons, and one click builds the graph', async () => {
  const dashboard = await open(project);
  const { page, host, grid } = dashboard;
  await grid('Clusters').getByText('crtx').click();
  await grid('Depends on').getByText('vault', { exact: true }).dblclick();
  await waitFor('the other cluster', async () => lastOf(host)?.chosen === 'cluster:2');
  await page.getByRole('button', { name: 'Rebuild' }).click();
  host.change({ ...project, building: true });
  await page.getByRole('button', { name: 'Building' }).and(page.locator('[aria-disabled=true]')).waitFor();
  expect(host.steps).toEqual([{ kind: 'build' }]);
});

test('a page that is shown again restores its place, and follows a theme change', async () => {
  const dashboard = await open(project);
  const { page, grid, host } = dashboard;
  await grid('Clusters').getByText('crtx').dblclick();
  await grid('Files').getByText('part-2.ts', { exact: true }).click();
  await waitFor('the choice', async () => lastOf(host)?.chosen === 'src/crtx/part-2.ts');
  await page.reload();
  await grid('Files').locator('[aria-selected=true]').getByText('part-2.ts').waitFor();
  await page.getByRole('combobox', { name: 'Colour' }).selectOption('lock');
  const swatch = page.locator('.swatch').first();
  const before = await swatch.getAttribute('style');
  await page.evaluate(() => document.documentElement.style.setProperty('--vscode-charts-red', '#00ff00'));
  await waitFor('the new colour', async () => (await swatch.getAttribute('style')) !== before);
});

test('Enter during a search opens the result as soon as it arrives', async () => {
  const { page, host } = await open(project);
  const search = page.getByRole('combobox', { name: 'Find in the graph' });
  host.isSlow = true;
  await search.fill('part-1');
  await page.getByRole('option', { name: 'Looking …' }).waitFor();
  await search.press('Enter');
  host.isSlow = false;
  host.answer();
  await page
    .getByRole('navigation', { name: 'Where you are' })
    .getByText(/^neighbours of .*part-1/)
    .waitFor();
  await waitFor('the search to be over', async () => (await search.inputValue()) === '');
});
