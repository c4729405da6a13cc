/** Settings with invalid types are ignored. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cortex } from '../harness/cortex.ts';
import { editorTest } from '../harness/e2e.ts';
import { editorHome } from '../harness/home.ts';

const test = editorTest({
  extensions: ['.'],
  workspace: 'test/fixtures/swarm-workspace',
  settings: { 'cortex.person': null, 'cortex.vault.path': 7, 'cortex.team.directory': ['~/team'] },
});

test('locks are shown and acquired, and vault and team are found', async ({ workbench, folder }) => {
  mkdirSync(path.join(folder, 'vault'));
  writeFileSync(path.join(folder, 'vault', 'cents.md'), '---\nname: Sums are kept in cents\n---\nNothing is lost.\n');
  mkdirSync(path.join(editorHome(), 'cortex-team', 'agents'), { recursive: true });
  writeFileSync(path.join(editorHome(), 'cortex-team', 'agents', 'ada.md'), '---\nname: Ada\n---\n## Projects\n- shop\n');
  await cortex(folder, 'init');
  await cortex(folder, 'lock', 'acquire', 'README.md', '--agent', 'ann', '--ttl', '10m');
  const { page } = workbench;
  await page.locator('.explorer-folders-view').getByRole('treeitem', { name: 'README.md' }).dblclick();
  await page.locator('.codelens-decoration').getByText('ann holds this file until').waitFor();
  await cortex(folder, 'lock', 'release', '--all', '--agent', 'ann');
  await workbench.runCommand('Cortex Locks: Acquire Lock', { pick: 'README.md' }, { pick: 'Exclusive' }, { pick: '5m' }, { type: '' });
  await workbench.openContainer('Cortex');
  await workbench.tree('Locks').row('README.md').waitFor();
  await workbench.toggleViews('Teams', 'Stacks', 'Locks');
  await workbench.tree('Teams').row('Ada').waitFor();
  await workbench.tree('Memory').row('Sums are kept in cents').waitFor();
});
