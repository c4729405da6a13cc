/** The Timeline dashboard in the editor: the real host, its thread, the real webview, entries that agents record with the program. */
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
const detailIn = (dashboard: FrameLocator) => dashboard.getByRole('region', { name: 'The chosen entry' });

test('a person sees what agents record, why, and what was tried before, opens the file, and says how it ended', async ({
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

test('what is asked for is found, and the dashboard is there again after a reload', async ({ workbench, folder }) => {
  await cortex(folder, 'init');
  for (const agent of ['ada', 'bob', 'cyd']) await record(folder, agent, 'fix', `Mended by ${agent}`, '--file', `src/${agent}.ts`);
  const dashboard = await openTimeline(workbench);
  const search = dashboard.getByRole('searchbox', { name: 'Search all entries' });
  await search.fill('file:src/bob.ts MENDED');
  await waitFor('one row', async () => (await rows(dashboard).count()) === 1);
  await rows(dashboard).first().click();
  await detailIn(dashboard).getByRole('button', { name: 'Only entries of bob' }).waitFor();
  // A page that is torn down may not have noted which editors are open; the editor's own command waits until that is kept.
  await workbench.runCommand('Developer: Reload Window');
  // What was typed last may be gone with a window that is torn down like this; test/unit/webview/timeline-store.test.ts has what is kept.
  const again = await workbench.webview('Timeline');
  await rows(again).getByText('Mended by bob').waitFor();
});

test('a file that turns bad and good again is told of, with what was seen before', async ({ workbench, folder }) => {
  await cortex(folder, 'init');
  await record(folder, 'ada', 'fix', 'Mended');
  const file = path.join(folder, '.cortex', 'timeline.crtx');
  await waitFor('the file', async () => readFileSync(file, 'utf8').includes('Mended'));
  const dashboard = await openTimeline(workbench);
  await rows(dashboard).getByText('Mended').waitFor();
  const whole = readFileSync(file, 'utf8');
  appendFileSync(file, 'oops');
  // That it is not JSON, or, where one has looked more than a second after the last record, that it was replaced.
  const problem = dashboard.getByRole('region', { name: 'Problems' }).getByRole('button', { name: 'Open' });
  await problem.first().waitFor();
  await rows(dashboard).getByText('Mended').waitFor();
  await workbench.screenshot(shot('broken'));
  writeFileSync(file, whole);
  await waitFor('nothing to be wrong', async () => {
    // It is said as long as the bad bytes lie there.
    for (const name of readdirSync(path.dirname(file))) if (name.includes('.corrupt-')) rmSync(path.join(path.dirname(file), name));
    return (await problem.count()) === 0;
  });
  // A program that knows only the seed.
  const edited = JSON.parse(whole);
  edited.data.push({ ...edited.data[0], id: 'by-hand', action: 'By hand', timestamp: edited.data[0].timestamp + 1 });
  writeFileSync(file, JSON.stringify(edited, null, 2));
  await rows(dashboard).getByText('By hand').waitFor();
});
