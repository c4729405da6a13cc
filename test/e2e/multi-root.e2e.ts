/** Two projects in one window with the same file names: every dashboard names its project, and nothing is mixed. */
import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { expect } from 'vitest';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { cortex, HEARTBEAT } from '../harness/cortex.ts';
import { editorTest } from '../harness/e2e.ts';
import { waitFor } from '../harness/wait.ts';
import type { Workbench } from '../harness/workbench.ts';

const test = editorTest({ extensions: ['.'], workspace: 'test/fixtures/two-folders/two.code-workspace' });

const shot = (name: string): string => fromRoot('out', 'screenshots', 'multi-root', `${name}.png`);

/** Creates a swarm, a lock, an escalation, a question to the manager and a note to review, all with the name of the project. */
async function begin(root: string): Promise<void> {
  const name = path.basename(root);
  mkdirSync(path.join(root, 'src'), { recursive: true });
  writeFileSync(path.join(root, 'src', 'one.ts'), `// ${name}\n`);
  const plan = { decomposition: { id: name, description: `Build ${name}`, children: [{ id: 'first', description: `Begin ${name}` }] } };
  writeFileSync(path.join(root, 'plan.yaml'), JSON.stringify(plan));
  await cortex(root, 'init');
  await cortex(root, 'swarm', 'create', '--task', `Build ${name}`, '--coordinator', 'queen', '--file', 'plan.yaml');
  await cortex(root, 'swarm', 'recruit', `${name}-ada`, '--role', 'worker');
  await cortex(root, 'swarm', 'claim', '--agent', `${name}-ada`);
  await cortex(root, 'lock', 'acquire', 'src/one.ts', '--agent', `${name}-ada`, '--ttl', '10m', '--reason', `Work on ${name}`);
  const entry = ['--type', 'escalation', '--action', `Stuck in ${name}`, '--reasoning', 'No key', '--file', 'src/one.ts'];
  await cortex(root, 'timeline', 'add', '--agent', `${name}-ada`, ...entry);
  cpSync(fromRoot('test/fixtures/stack-workspace/.cstack'), path.join(root, '.cstack'), { recursive: true });
  const question = `---\nFrom: ${name}-bob\nType: question\nTime: 2026-03-28T11:00:00Z\n---\nMay ${name} open?\n`;
  writeFileSync(path.join(root, '.cstack', 'INBOX.md'), question);
}

const shownIn = (page: FrameLocator): Promise<string> => page.locator('.origin').innerText();

async function choose(workbench: Workbench, page: FrameLocator, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Choose Project…' }).click();
  await workbench.answer({ pick: name });
  await waitFor(`the project ${name}`, async () => (await shownIn(page)).startsWith(name));
}

test('each dashboard names its project, shows nothing of the other, and opens its files', async ({ workbench, folder }) => {
  const roots = ['plain', 'swarm'].map((name) => path.join(path.dirname(folder), name));
  for (const root of roots) await begin(root);
  await workbench.statusItem(HEARTBEAT).waitFor();

  await workbench.runCommand('Cortex: Open Overview');
  const overview = await workbench.webview('Overview');
  const card = (name: string) => overview.getByRole('region', { name });
  await overview.getByText('1 other project in this window').waitFor();
  for (const [name, other] of [
    ['plain', 'swarm'],
    ['swarm', 'plain'],
  ] as const) {
    if (!(await shownIn(overview)).startsWith(name)) await choose(workbench, overview, name);
    await card('Who Does What').getByText(`Build ${name}`).waitFor();
    await card('Locks').getByText(`Work on ${name}`).waitFor();
    await card('What Happened').getByText(`Stuck in ${name}`).waitFor();
    for (const gone of [`Build ${other}`, `Work on ${other}`]) expect(await overview.getByText(gone).count()).toBe(0);
    expect(await card('What Happened').getByText(`Stuck in ${other}`).count()).toBe(0);
    // Needs You lists the items of all projects with their names.
    for (const each of [name, other]) {
      await card('Needs You').getByText(`Stuck in ${each}`).waitFor();
      await card('Needs You').getByText(`${each}: escalated by ${each}-ada`).waitFor();
      await card('Needs You').getByText(`${each}: ${each}-bob waits for an answer`).waitFor();
      await card('What Happened').getByText(`${each} · ${each}-bob to`).waitFor();
    }
  }
  await workbench.screenshot(shot('overview'));

  await card('What Happened')
    .getByRole('button', { name: /^Stuck in swarm/ })
    .click();
  const timeline = await workbench.webview('Timeline');
  const entries = timeline.getByRole('grid', { name: 'Entries' });
  const detail = timeline.getByRole('region', { name: 'Selected entry' });
  await detail.getByRole('heading', { name: 'Stuck in swarm' }).waitFor();
  expect(await shownIn(timeline)).toMatch(/^swarm/);
  expect(await entries.getByText('plain').count()).toBe(0);
  await workbench.screenshot(shot('timeline'));
  await choose(workbench, timeline, 'plain');
  await entries.getByText('Stuck in plain').click();
  expect(await entries.getByText('Stuck in swarm').count()).toBe(0);
  await detail.getByRole('button', { name: 'src/one.ts', exact: true }).click();
  await workbench.page.locator('.view-line').getByText('// plain').waitFor();

  await workbench.runCommand('Cortex: Open Locks Dashboard');
  const locks = await workbench.webview('Locks');
  const held = locks.getByRole('grid', { name: 'Locks' });
  expect(await shownIn(locks)).toContain('2 projects');
  await held.getByText('Work on plain').waitFor();
  await held.getByText('Work on swarm').click();
  await held.press('Enter');
  await workbench.page.locator('.view-line').getByText('// swarm').waitFor();
});

test('needs of all projects are listed, and resolved in their project, whichever is shown', async ({ workbench, folder }) => {
  const roots = ['plain', 'swarm'].map((name) => path.join(path.dirname(folder), name));
  for (const root of roots) await begin(root);
  await workbench.openContainer('Cortex');
  await workbench.toggleViews('Swarm', 'Locks', 'Stacks', 'Memory');
  const needs = workbench.tree('Needs You');
  await needs.row('Stuck in plain').waitFor();
  await needs.row('Stuck in swarm').waitFor();
  await workbench.screenshot(shot('needs'));
  await workbench.runCommand('Cortex: Choose Project', { pick: 'plain' });
  await needs.chooseFromMenu('Stuck in swarm', 'Resolve Item');
  await workbench.answer({ pick: 'success' });
  await workbench.answer({ type: 'Found it' });
  await needs.row('Stuck in swarm').waitFor({ state: 'detached' });
  await needs.row('Stuck in plain').waitFor();
  const outcomes = roots.map((root) => readFileSync(path.join(root, '.cortex', 'timeline.crtx'), 'utf8').includes('Found it'));
  expect(outcomes).toEqual([false, true]);
});

test('the items of a folder are removed with it, and return with it', async ({ workbench, folder }) => {
  const [plain = '', swarm = ''] = ['plain', 'swarm'].map((name) => path.join(path.dirname(folder), name));
  for (const root of [plain, swarm]) await begin(root);
  await workbench.openContainer('Cortex');
  await workbench.toggleViews('Stacks', 'Memory');
  const needs = workbench.tree('Needs You');
  await workbench.runCommand('Cortex: Open Locks Dashboard');
  const held = (await workbench.webview('Locks')).getByRole('grid', { name: 'Locks' });
  await held.getByText('Work on plain').waitFor();
  await held.getByText('Work on swarm').waitFor();
  // Removes the second folder from the window. Without the first one the editor would restart.
  writeFileSync(folder, JSON.stringify({ folders: [{ path: 'plain' }] }));
  await needs.row('Stuck in swarm').waitFor({ state: 'detached' });
  await needs.row('May swarm open?').waitFor({ state: 'detached' });
  await held.getByText('Work on swarm').waitFor({ state: 'detached' });
  await held.getByText('Work on plain').waitFor();
  writeFileSync(folder, JSON.stringify({ folders: [{ path: 'plain' }, { path: 'swarm' }] }));
  await needs.row('Stuck in swarm').waitFor();
  await held.getByText('Work on swarm').waitFor();
  // Moves the folder away on disk, and back.
  renameSync(swarm, `${swarm}-moved`);
  await needs.row('Stuck in swarm').waitFor({ state: 'detached' });
  await held.getByText('Work on swarm').waitFor({ state: 'detached' });
  await workbench.screenshot(shot('moved'));
  renameSync(`${swarm}-moved`, swarm);
  await needs.row('Stuck in swarm').waitFor();
  await held.getByText('Work on swarm').waitFor();
  await needs.row('Stuck in plain').waitFor();
});
