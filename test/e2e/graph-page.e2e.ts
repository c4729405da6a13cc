/** Appearance of the Graph dashboard: its bundle in a browser, with the content security policy of its webview. */
import { expect, test } from 'vitest';
import { barriers } from '../webview/barriers.ts';
import { empty, hostile, huge, project } from '../webview/code-graphs.ts';
import { type GraphContent, GraphHost } from '../webview/graph-host.ts';
import { keepScreen } from '../webview/screens.ts';
import { expectPlainTexts, inEveryTheme, type Look, lookAtStates, type PageState, soundnessOf } from '../webview/soundness.ts';
import { usePage } from '../webview/use-dashboard.ts';

const open = usePage((content: GraphContent) => new GraphHost(content));

const look = soundnessOf('graph');

const expectSound: Look = async (dashboard, name) => {
  const { page } = dashboard;
  // The renderer is loaded separately.
  if ((await page.locator('.picture').count()) > 0) await page.locator('.picture canvas').first().waitFor();
  await look(dashboard, name);
};

const expectInThemes = inEveryTheme(expectSound);

test('clusters, their files, a file and its impact are legible in every theme', async () => {
  const dashboard = await open(project);
  const { page, grid } = dashboard;
  await grid('Clusters').getByText('crtx').click();
  await page.getByRole('region', { name: 'Selected node' }).getByText('Cohesion').waitFor();
  await expectInThemes(dashboard, 'clusters');
  await page.keyboard.press('Enter');
  await grid('Files').getByText('part-1.ts').click();
  await page.getByRole('combobox', { name: 'Colour' }).selectOption('lock');
  await page.getByRole('region', { name: 'Selected node' }).getByText('part-1.ts').first().waitFor();
  await expectInThemes(dashboard, 'files');
  await page.getByRole('combobox', { name: 'Colour' }).selectOption('importance');
  await page.getByRole('button', { name: 'Show Impact' }).click();
  await grid('Tests to Run').waitFor();
  await expectInThemes(dashboard, 'blast');
});

test('the header keeps its height when the place has a long path', async () => {
  const { page, grid } = await open(project, { width: 320, height: 900 });
  const heightOf = async () => (await page.locator('.graph-head').boundingBox())?.height;
  const before = await heightOf();
  await grid('Clusters').getByText('crtx').click();
  await page.keyboard.press('Enter');
  await grid('Files').getByText('part-1.ts').click();
  await page.getByRole('button', { name: 'Show Impact' }).click();
  await grid('Tests to Run').waitFor();
  expect(await heightOf()).toBe(before);
});

test('any text of the graph is displayed literally and in its place', async () => {
  const dashboard = await open(hostile);
  const { page, grid } = dashboard;
  await grid('Clusters').locator('tbody tr').nth(1).click();
  await page.getByRole('region', { name: 'Selected node' }).waitFor();
  await expectSound(dashboard, 'hostile');
  await page.keyboard.press('Enter');
  await grid('Files').waitFor();
  await expectSound(dashboard, 'hostile-files');
  await expectPlainTexts(page, 'Graph');
  await page.setViewportSize({ width: 300, height: 700 });
  await expectSound(dashboard, 'hostile-narrow');
});

const READ_ONLY = 'This folder is in Restricted Mode: nothing is changed until you trust it.';
const broken = { severity: 'error', message: 'is not JSON.', place: { file: '/shop/.cortex/graph.crtx', line: 2, column: 5 } } as const;
const noGraph: GraphContent = { kind: 'no-graph', building: false, readOnly: null, problems: [] };
const NONE = { nodes: 0, edges: 0, files: 0, clusters: 0 };
const codeless: GraphContent = { ...empty, answer: (view, place) => ({ ...empty.answer(view, place), counts: NONE }) };
const STATES: readonly PageState<GraphContent>[] = [
  ['no-graph', noGraph, 'Build Semantic Graph'],
  ['no-folder', { kind: 'no-folder' }, 'No folder is open.'],
  ['no-project', { kind: 'no-project', folder: '/home/ann/shop', readOnly: null }, 'Initialize'],
  ['reading', { kind: 'reading' }, 'is being read'],
  ['building', { ...noGraph, building: true }, 'Building'],
  ['broken', { ...noGraph, problems: [broken] }, 'cannot be read'],
  ['untrusted', { ...noGraph, readOnly: READ_ONLY }, 'Restricted Mode'],
  ['read-only', { ...project, readOnly: READ_ONLY }, 'Restricted Mode'],
  ['empty', empty, 'There are no nodes here.'],
  ['codeless', codeless, 'no code was found in this folder'],
];

test('every state shows its content and the next step in every theme', async () => {
  const dashboard = await open(noGraph);
  await lookAtStates(dashboard, STATES, (name) => expectInThemes(dashboard, name));
});

test('a narrow window and one at 200 % show everything in one column', async () => {
  for (const options of [{ width: 320, height: 900 }, { zoom: 2 }]) {
    const dashboard = await open(project, options);
    await dashboard.grid('Clusters').getByText('kernel').click();
    await dashboard.page.getByRole('region', { name: 'Selected node' }).waitFor();
    await expectSound(dashboard, options.zoom === 2 ? 'zoomed' : 'narrow');
  }
});

test('a thousand nodes are drawn, and the lists over them are legible', async () => {
  const dashboard = await open(huge);
  const { page } = dashboard;
  await page.getByText('49,000 nodes and 195,000 connections more').waitFor();
  await page.getByRole('combobox', { name: 'Colour' }).selectOption('cluster');
  await expectSound(dashboard, 'huge');
  await page.getByText('All types').click();
  await expectSound(dashboard, 'filter');
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Find in the graph' }).fill('part-1');
  await page.getByRole('option').first().waitFor();
  await expectSound(dashboard, 'found');
});

test('without a canvas the lists show everything', async () => {
  const dashboard = await open(project);
  const { page, grid } = dashboard;
  await page.addInitScript(() => {
    Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', { value: () => null });
  });
  await page.reload();
  await page.getByText('The graph cannot be drawn').waitFor();
  await grid('Clusters').getByText('crtx').dblclick();
  await grid('Files').getByText('part-1.ts').waitFor();
  await expectSound(dashboard, 'no-picture');
});

test('a page that crashed says so, and is not empty', async () => {
  const dashboard = await open(project);
  const { page, grid } = dashboard;
  await grid('Clusters').getByText('crtx').waitFor();
  // Simulates a defect: the next rendering throws.
  await page.evaluate(() => {
    const { hasOwn } = Object;
    Object.hasOwn = () => {
      setTimeout(() => Object.assign(Object, { hasOwn }));
      throw new Error('out of order');
    };
  });
  await grid('Clusters').getByText('crtx').dblclick();
  await page.getByRole('alert').getByText('close this tab, and open it again').waitFor();
  expect(new Set(await dashboard.troubles())).toEqual(new Set(['uncaught: out of order']));
  expect(await barriers(page)).toEqual([]);
  await keepScreen(page, 'graph-stopped');
});
