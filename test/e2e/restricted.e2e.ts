/** A folder that nobody trusts, in the editor as a person sees it: all of it is shown, nothing is written, and the dashboards say so. */
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { CREATE, cortex } from '../harness/cortex.ts';
import { editorTest } from '../harness/e2e.ts';

const test = editorTest({
  extensions: ['.'],
  workspace: 'test/fixtures/swarm-workspace',
  trust: 'restricted',
  settings: { 'security.workspace.trust.startupPrompt': 'never' },
});

const shot = (name: string): string => fromRoot('out', 'screenshots', 'restricted', `${name}.png`);
const SAYS_SO = 'Restricted Mode';

test('the timeline is read from its files, and so is what the Overview says of it', async ({ workbench, folder }) => {
  await cortex(folder, ...CREATE);
  const escalation = ['--type', 'escalation', '--action', 'May receipts be printed anew?', '--reasoning', 'Other sums'];
  await cortex(folder, 'timeline', 'add', '--agent', 'dan', ...escalation);
  await cortex(folder, 'timeline', 'flush');
  // As in a clone: only the files are there.
  rmSync(path.join(folder, '.cortex', '.local'), { recursive: true });
  const before = readdirSync(folder, { recursive: true }).sort();
  await workbench.openContainer('Cortex');
  await workbench.runCommand('Cortex: Open Timeline Dashboard');
  const timeline = await workbench.webview('Timeline');
  await timeline.getByText(SAYS_SO).waitFor();
  await timeline.locator('.entries-grid tbody tr').getByText('May receipts be printed anew?').click();
  const detail = timeline.getByRole('region', { name: 'The chosen entry' });
  await detail.getByText('Other sums').waitFor();
  expect(await detail.getByRole('button', { name: 'Resolve…' }).getAttribute('aria-disabled')).toBe('true');
  await workbench.screenshot(shot('timeline'));
  await workbench.runCommand('Cortex: Open Overview');
  const overview = await workbench.webview('Overview');
  await overview.getByText(SAYS_SO).waitFor();
  await overview.getByRole('region', { name: 'What Happened' }).getByText('May receipts be printed anew?').waitFor();
  await overview
    .getByRole('region', { name: /^Needs You/ })
    .getByText('May receipts be printed anew?')
    .waitFor();
  await workbench.screenshot(shot('overview'));
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(before);
});
