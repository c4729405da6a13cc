/** The Timeline dashboard in the editor: the real host, its thread, the real webview, and entries that agents record. */
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { cortex } from '../harness/cortex.ts';
import { editorTest } from '../harness/e2e.ts';
import { waitFor } from '../harness/wait.ts';
import type { Workbench } from '../harness/workbench.ts';

const test = editorTest({ extensions: ['.'], workspace: 'test/fixtures/swarm-workspace' });

const shot = (name: string): string => fromRoot('out', 'screenshots', 'timeline', `${name}.png`);

const record = (folder: string, agent: string, type: string, action: string, ...more: readonly string[]): Promise<void> =>
  cortex(
    folder,
    'timeline',
    'add',
    '--agent',
    agent,
    '--type',
    type,
    '--action',
    action,
    '--reasoning',
    'It is faster',
    '--confidence',
    '0.9',
    ...more,
  );

async function openTimeline(workbench: Workbench): Promise<FrameLocator> {
  await workbench.openContainer('Cortex');
  await workbench.runCommand('Cortex: Open Timeline Dashboard');
  return workbench.webview('Timeline');
}

const rows = (dashboard: FrameLocator) => dashboard.locator('.entries-grid tbody tr');
const detailIn = (dashboard: FrameLocator) => dashboard.getByRole('region', { name: 'Selected entry' });

test('a person sees entries with their reasons and precedents, opens the file of an entry, and records an outcome', async ({
  workbench,
  folder,
}) => {
  await cortex(folder, 'init');
  const dashboard = await openTimeline(workbench);
  await dashboard.getByText('No entries yet').waitFor();
  await workbench.screenshot(shot('empty'));
  await record(folder, 'ada', 'experiment', 'Kept a table in memory', '--file', 'src/one.ts', '--outcome', 'failure');
  await rows(dashboard).getByText('Kept a table in memory').waitFor();
  await record(folder, 'bob', 'decision', 'One table for all', '--file', 'src/one.ts');
  const newest = rows(dashboard).first();
  await newest.getByText('One table for all').click();
  const detail = detailIn(dashboard);
  await detail.getByText('It is faster').waitFor();
  await detail.getByText('It is about src/one.ts').waitFor();
  await workbench.screenshot(shot('whole'));
  await detail.getByRole('button', { name: 'Resolve…' }).click();
  await workbench.page.getByPlaceholder('Outcome of “One table for all”').waitFor();
  await workbench.answer({ pick: 'success' });
  await workbench.answer({ type: 'Twice as fast' });
  await detail.getByText('Twice as fast').waitFor();
  await newest.getByText('success').waitFor();
  await detail.getByRole('button', { name: 'src/one.ts', exact: true }).click();
  await workbench.tab('one.ts').waitFor();
});

test('a search filters, and the dashboard is restored after a reload', async ({ workbench, folder }) => {
  await cortex(folder, 'init');
  for (const agent of ['ada', 'bob', 'cyd']) await record(folder, agent, 'fix', `Mended by ${agent}`, '--file', `src/${agent}.ts`);
  const dashboard = await openTimeline(workbench);
  const search = dashboard.getByRole('searchbox', { name: 'Search all entries' });
  await search.fill('file:src/bob.ts MENDED');
  await waitFor('one row', async () => (await rows(dashboard).count()) === 1);
  await rows(dashboard).first().click();
  await detailIn(dashboard).getByRole('button', { name: 'Only entries of bob' }).waitFor();
  // Uses the reload command of the editor, because a page that is torn down may not have stored the open editors.
  await workbench.runCommand('Developer: Reload Window');
  // The latest input may be lost with the window; test/unit/webview/timeline-store.test.ts tests what is stored.
  const again = await workbench.webview('Timeline');
  await rows(again).getByText('Mended by bob').waitFor();
});

test('a file that becomes invalid is reported with the earlier entries, until it is valid again', async ({ workbench, folder }) => {
  await cortex(folder, 'init');
  await record(folder, 'ada', 'fix', 'Mended');
  const file = path.join(folder, '.cortex', 'timeline.crtx');
  await waitFor('the file', async () => readFileSync(file, 'utf8').includes('Mended'));
  const dashboard = await openTimeline(workbench);
  await rows(dashboard).getByText('Mended').waitFor();
  const whole = readFileSync(file, 'utf8');
  appendFileSync(file, 'oops');
  // The problem is invalid JSON or, more than a second after the last record, that the file was replaced.
  const problem = dashboard.getByRole('region', { name: 'Problems' }).getByRole('button', { name: 'Open' });
  await problem.first().waitFor();
  await rows(dashboard).getByText('Mended').waitFor();
  await workbench.screenshot(shot('broken'));
  writeFileSync(file, whole);
  await waitFor('nothing to be wrong', async () => {
    // It is reported as long as the copy of the broken file exists.
    for (const name of readdirSync(path.dirname(file))) if (name.includes('.corrupt-')) rmSync(path.join(path.dirname(file), name));
    return (await problem.count()) === 0;
  });
  // An edit by a program that knows only the seed.
  const edited = JSON.parse(whole);
  edited.data.push({ ...edited.data[0], id: 'by-hand', action: 'By hand', timestamp: edited.data[0].timestamp + 1 });
  writeFileSync(file, JSON.stringify(edited, null, 2));
  await rows(dashboard).getByText('By hand').waitFor();
});
