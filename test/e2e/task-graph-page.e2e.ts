/** The task graph, appearance and interaction: its bundle in a browser. */
import { expect, test } from 'vitest';
import { waitFor } from '../harness/wait.ts';
import type { PageOptions } from '../webview/dashboard-page.ts';
import { inEveryTheme, soundnessOf } from '../webview/soundness.ts';
import type { Content } from '../webview/stand-in-host.ts';
import { hostileGraph, hugeGraph, withGraph } from '../webview/task-graphs.ts';
import { useDashboard } from '../webview/use-dashboard.ts';

const open = useDashboard();

const expectSound = soundnessOf('task-graph');
const expectInThemes = inEveryTheme(expectSound);

async function showGraph(content: Content, options?: PageOptions) {
  const dashboard = await open(content, options);
  const button = (name: string) => dashboard.page.getByRole('button', { name, exact: true });
  await button('Graph').press('Enter');
  const part = dashboard.page.getByRole('region', { name: 'Graph of the Tasks' });
  await part.waitFor();
  return { ...dashboard, button, part, node: (name: string) => part.locator('.graph-task').filter({ hasText: name }) };
}

test('a graph is legible in every theme', async () => {
  const dashboard = await showGraph(withGraph);
  await dashboard.node('Print the receipt').click();
  await dashboard.page.getByText('Critical path: 3 tasks, 85K tokens').waitFor();
  await expectInThemes(dashboard, 'normal');
});

test('a node selects its row in the tree, and a row its node', async () => {
  const { page, host, node, grid, chosen } = await showGraph(withGraph);
  expect(host.views.at(-1)?.graph).toBe(true);
  await node('Print the receipt').click();
  expect((await chosen('Tasks'))[0]).toContain('receipt');
  await grid('Tasks').getByText('refund', { exact: true }).click();
  await waitFor('the node', async () => (await node('Refund').getAttribute('class'))?.includes('chosen'));
  expect(await node('Print the receipt').getAttribute('class')).not.toContain('chosen');
  // A collapsed node of the graph is selected by each of its rows.
  await grid('Tasks').getByText('stock-import', { exact: true }).click();
  await waitFor('the folded node', async () => (await node('Stock').getAttribute('class'))?.includes('chosen'));
  await page.keyboard.press('ArrowUp');
  expect(await node('Stock').getAttribute('class')).toContain('chosen');
  expect(host.steps).toEqual([]);
});

test('two hundred nodes scroll, or fit into the view', async () => {
  const dashboard = await showGraph(hugeGraph);
  const { part, button } = dashboard;
  const isWide = () => part.evaluate((pane) => pane.scrollWidth > pane.clientWidth + 1);
  expect(await isWide()).toBe(true);
  await expectSound(dashboard, 'huge');
  await button('Fit').press('Enter');
  await waitFor('all of it', async () => !(await isWide()));
  await expectSound(dashboard, 'huge-fit');
  await button('Graph').press('Enter');
  await part.waitFor({ state: 'detached' });
});

test('the graph keeps its layout with any texts, in narrow and low windows', async () => {
  const dashboard = await showGraph(hostileGraph);
  await expectSound(dashboard, 'hostile');
  expect(await dashboard.page.locator('#root :is(img, style, script)').count()).toBe(0);
  const calm = await showGraph(withGraph);
  for (const [name, width, height] of [
    ['narrow', 300, 1_400],
    ['beside', 924, 705],
    ['low', 1_280, 400],
    ['wide', 1_920, 1_000],
  ] as const) {
    await calm.page.setViewportSize({ width, height });
    await expectSound(calm, name);
  }
  await expectSound(await showGraph(withGraph, { zoom: 2 }), 'zoomed');
});
