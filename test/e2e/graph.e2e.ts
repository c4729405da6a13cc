/** The Graph dashboard in the editor: the real host, the real webview, and the graph of a small project. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { expect } from 'vitest';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { cortex } from '../harness/cortex.ts';
import { editorTest } from '../harness/e2e.ts';
import { waitFor } from '../harness/wait.ts';
import type { Workbench } from '../harness/workbench.ts';
import { git } from '../support/git-commits.ts';
import { makeNamedPipe } from '../support/named-pipe.ts';

const test = editorTest({ extensions: ['.'], builtIns: 'all', workspace: 'test/fixtures/probe-workspace' });

/** Two loosely coupled folders. */
const SOURCES: Readonly<Record<string, string>> = {
  'src/cart/price.ts': 'export const price = (pieces: number): number => pieces * 3;\nexport type Price = number;\n',
  'src/cart/tax.ts': "import { price } from './price.ts';\nexport const tax = (pieces: number): number => price(pieces) / 5;\n",
  'src/cart/cart.ts':
    "import { price } from './price.ts';\nimport { tax } from './tax.ts';\nexport const total = (n: number): number => price(n) + tax(n);\n",
  'src/cart/cart.test.ts': "import { total } from './cart.ts';\nif (total(5) !== 18) throw new Error('wrong');\n",
  'src/user/user.ts': 'export interface User { readonly name: string }\n',
  'src/user/session.ts': "import type { User } from './user.ts';\nexport const begin = (user: User): string => user.name;\n",
  'src/user/mail.ts':
    "import { begin } from './session.ts';\nimport type { User } from './user.ts';\nexport const mail = (user: User): string => begin(user);\n",
};

async function writeSources(folder: string, sources = SOURCES): Promise<void> {
  for (const [file, text] of Object.entries(sources)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
}

async function makeProject(folder: string): Promise<void> {
  await writeSources(folder);
  git(folder, 'init', '--quiet', '--initial-branch=main');
  git(folder, 'add', 'src');
  git(folder, 'commit', '--quiet', '-m', 'feat(cart): prices');
  await cortex(folder, 'init');
}

async function openGraph(workbench: Workbench): Promise<FrameLocator> {
  await workbench.openContainer('Cortex');
  await workbench.runCommand('Cortex: Open Graph Dashboard');
  return workbench.webview('Graph');
}

const list = (dashboard: FrameLocator, name: string) => dashboard.getByRole('grid', { name, exact: true });
const shot = (name: string): string => fromRoot('out', 'screenshots', 'graph', `${name}.png`);

test('a person builds the graph, opens a cluster, views the impact, and opens and follows a file', async ({ workbench, folder }) => {
  await makeProject(folder);
  const dashboard = await openGraph(workbench);
  await dashboard.getByRole('button', { name: 'Build Semantic Graph' }).click();
  await list(dashboard, 'Clusters').getByText('src/cart', { exact: true }).click();
  await dashboard.getByRole('region', { name: 'Selected node' }).getByText('Cohesion').waitFor();
  await workbench.screenshot(shot('whole'));
  await list(dashboard, 'Clusters').getByText('src/cart', { exact: true }).click();
  await workbench.page.keyboard.press('Enter');
  await list(dashboard, 'Files').getByText('price.ts', { exact: true }).click();
  await list(dashboard, 'Dependents').getByText('tax.ts', { exact: true }).waitFor();
  await workbench.screenshot(shot('file'));
  await dashboard.getByRole('button', { name: 'Show Impact' }).click();
  await list(dashboard, 'Tests to Run').getByText('cart.test.ts', { exact: true }).waitFor();
  await dashboard.getByRole('status').getByText('2 files may break; 1 test to run.').waitFor();
  await workbench.screenshot(shot('blast'));
  await list(dashboard, 'Affected Files').getByText('tax.ts', { exact: true }).dblclick();
  await workbench.tab('tax.ts').waitFor();
  await workbench.page.getByRole('tab', { name: /^Graph/ }).click();
  const again = await workbench.webview('Graph');
  await again.getByRole('status').getByText('When src/cart/price.ts changes').waitFor();
  const follow = again.getByRole('checkbox', { name: 'Follow the open file' });
  // A page that the editor has just restored may miss the first click.
  await waitFor('the open file to be followed', async () => {
    await follow.check();
    return true;
  });
  await again.getByRole('status').getByText('When src/cart/tax.ts changes').waitFor();
});

test('a canceled build ends without an error', async ({ workbench, folder }) => {
  await makeProject(folder);
  const settings = path.join(folder, '.git', 'config');
  await rm(settings);
  // git blocks here, and the build waits for git.
  makeNamedPipe(settings);
  const dashboard = await openGraph(workbench);
  const build = dashboard.getByRole('button', { name: 'Build Semantic Graph' });
  await build.click();
  const progress = workbench.notification(/Build or update the graph/);
  await progress.hover();
  await progress.getByRole('button', { name: 'Cancel' }).click();
  await progress.waitFor({ state: 'detached' });
  await build.and(dashboard.locator(':not([aria-disabled=true])')).waitFor();
  expect(await workbench.notification(/./).allInnerTexts()).toEqual([]);
});

test('a saved change is shown in the picture and the lists, by any program; a symbol opens at its declaration', async ({
  workbench,
  folder,
}) => {
  await makeProject(folder);
  await cortex(folder, 'graph', 'build');
  const published = await readFile(path.join(folder, '.cortex', 'graph.crtx'));
  const dashboard = await openGraph(workbench);
  await list(dashboard, 'Clusters').getByText('src/user', { exact: true }).dblclick();
  await list(dashboard, 'Files').getByText('mail.ts', { exact: true }).waitFor();
  await writeSources(folder, { 'src/user/letter.ts': "import { mail } from './mail.ts';\n\nexport const letter = () => mail;\n" });
  await list(dashboard, 'Files').getByText('letter.ts', { exact: true }).dblclick();
  await dashboard.getByText(/with later changes/).waitFor();
  await dashboard.getByRole('img', { name: /^Picture of src\/user\/letter\.ts: \d+ nodes/ }).waitFor();
  await workbench.screenshot(shot('live'));
  await list(dashboard, 'Contents and Neighbours').getByText('letter', { exact: true }).click();
  await workbench.page.keyboard.press('o');
  await workbench.tab('letter.ts').waitFor();
  await workbench.page.getByText('Ln 3, Col 14').waitFor();
  await workbench.page.getByRole('tab', { name: /^Graph/ }).click();
  await rm(path.join(folder, 'src/user/letter.ts'));
  const again = await workbench.webview('Graph');
  await again.getByRole('navigation').getByRole('button', { name: 'All Clusters' }).click();
  await list(again, 'Clusters').getByText('src/user', { exact: true }).dblclick();
  await list(again, 'Files').getByText('mail.ts', { exact: true }).waitFor();
  await list(again, 'Files').getByText('letter.ts', { exact: true }).waitFor({ state: 'detached' });
  expect(await readFile(path.join(folder, '.cortex', 'graph.crtx'))).toEqual(published);
});

test('a graph that another program builds is shown at once, and the place is restored after a reload', async ({ workbench, folder }) => {
  await makeProject(folder);
  await cortex(folder, 'graph', 'build');
  const dashboard = await openGraph(workbench);
  await list(dashboard, 'Clusters').getByText('src/user', { exact: true }).dblclick();
  await list(dashboard, 'Files').getByText('mail.ts', { exact: true }).waitFor();
  await writeSources(folder, { 'src/user/letter.ts': "import { mail } from './mail.ts';\nexport const letter = mail;\n" });
  await cortex(folder, 'graph', 'build');
  await list(dashboard, 'Files').getByText('letter.ts', { exact: true }).waitFor();
  await dashboard.getByRole('combobox', { name: 'Find in the graph' }).fill('letter');
  await dashboard.getByRole('option', { name: /letter\.ts/ }).waitFor();
  await workbench.page.keyboard.press('Enter');
  await dashboard.getByRole('navigation', { name: 'Where you are' }).getByText('neighbours of src/user/letter.ts').waitFor();
  await workbench.page.keyboard.press('Alt+ArrowLeft');
  await dashboard
    .getByRole('navigation', { name: 'Where you are' })
    .getByText('neighbours of src/user/letter.ts')
    .waitFor({ state: 'detached' });
  await workbench.runCommand('Developer: Reload Window');
  const again = await workbench.webview('Graph');
  await list(again, 'Files').getByText('mail.ts', { exact: true }).waitFor();
  await again.getByRole('navigation', { name: 'Where you are' }).getByRole('button', { name: 'All Clusters' }).waitFor();
});

test('tasks that may change the same file are marked in the tree as soon as there is a graph', async ({ workbench, folder }) => {
  await makeProject(folder);
  const children = [
    { id: 'rates', description: 'New rates in src/cart/tax.ts' },
    { id: 'pieces', description: 'Count pieces in src/cart/price.ts' },
    { id: 'names', description: 'Long names in src/user/mail.ts' },
  ];
  const plan = { decomposition: { id: 'root', description: 'Prices', children } };
  await writeFile(path.join(folder, 'plan.json'), JSON.stringify(plan));
  await cortex(folder, 'swarm', 'create', '--task', 'Prices', '--coordinator', 'queen', '--file', 'plan.json');
  await workbench.openContainer('Cortex');
  const tree = workbench.tree('Swarm');
  await tree.expand('Tasks');
  await tree.row('New rates in src/cart/tax.ts').waitFor();
  await cortex(folder, 'graph', 'build');
  await tree.row('New rates in src/cart/tax.ts').getByText('may clash with pieces').waitFor();
  await tree.row('Count pieces in src/cart/price.ts').getByText('may clash with rates').waitFor();
  const { description } = (await tree.rows()).find(({ label }) => label.startsWith('Long names')) ?? {};
  expect(description).toBe('');
  await workbench.screenshot(shot('clash'));
});
