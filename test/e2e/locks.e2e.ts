/** Locks of files in the explorer and on tabs. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { cortex } from '../harness/cortex.ts';
import { editorTest } from '../harness/e2e.ts';
import { waitFor } from '../harness/wait.ts';
import type { Workbench } from '../harness/workbench.ts';

const test = editorTest({ extensions: ['.'], workspace: 'test/fixtures/swarm-workspace' });

const shot = (name: string): string => fromRoot('out', 'screenshots', 'locks', `${name}.png`);

const inExplorer = ({ page }: Workbench, name: string): Locator =>
  page.locator('.explorer-folders-view').getByRole('treeitem', { name, exact: false }).locator('.monaco-icon-label').first();

/** Returns the badge after the name. */
const badgeOf = async (label: Locator): Promise<string> =>
  label.evaluate((element) => getComputedStyle(element, '::after').content.replace(/^"|"$|^none$|^normal$/g, ''));

const colorOf = (label: Locator): Promise<string> =>
  label
    .locator('.label-name')
    .first()
    .evaluate((element) => getComputedStyle(element).color);

const badgeIs = (label: Locator, badge: string): Promise<boolean> =>
  waitFor(`the badge ${JSON.stringify(badge)}`, async () => (await badgeOf(label)) === badge);

const hasBadges = async (workbench: Workbench, badges: Readonly<Record<string, string>>): Promise<void> => {
  for (const [name, badge] of Object.entries(badges)) await badgeIs(inExplorer(workbench, name), badge);
};

test('badges of files and folders follow locks that are acquired, released and expire, in four themes', async ({ workbench, folder }) => {
  await writeFile(path.join(folder, 'src', 'two.ts'), '');
  await cortex(folder, 'init');
  await workbench.openContainer('Explorer');
  await inExplorer(workbench, 'src').click();
  await inExplorer(workbench, 'one.ts').dblclick();
  await workbench.tab('one.ts').waitFor();
  await cortex(folder, 'lock', 'acquire', 'src/one.ts', '--agent', 'ann', '--ttl', '10m', '--reason', 'the parser');
  await hasBadges(workbench, { 'one.ts': 'L', 'two.ts': '' });
  await badgeIs(workbench.tab('one.ts').locator('.monaco-icon-label').first(), 'L');
  await cortex(folder, 'lock', 'acquire', '*.md', '--agent', 'bob', '--ttl', '10m', '--shared');
  await cortex(folder, 'lock', 'acquire', 'src/two.ts', '--agent', 'ann', '--ttl', '10m');
  await hasBadges(workbench, { 'README.md': 'S', 'two.ts': 'L' });
  const { contributes } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));
  const { defaults } = contributes.colors[0];
  const themes = [
    ['light', defaults.light],
    ['hc-dark', defaults.highContrast],
    ['hc-light', defaults.highContrastLight],
    ['dark', defaults.dark],
  ] as const;
  for (const [theme, color] of themes) {
    await workbench.setTheme(theme);
    const rgb = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(', ');
    await waitFor(`the colour of ${theme}`, async () => (await colorOf(inExplorer(workbench, 'two.ts'))) === `rgb(${rgb})`);
    await workbench.screenshot(shot(`badges-${theme}`));
  }
  await cortex(folder, 'lock', 'release', '--all', '--agent', 'ann');
  await hasBadges(workbench, { 'one.ts': '', 'two.ts': '', 'README.md': 'S' });

  // A lock on a folder applies to the folder and its content, and its badge is removed at expiry without a write.
  await cortex(folder, 'lock', 'acquire', 'src/', '--agent', 'ann', '--ttl', '10s');
  await hasBadges(workbench, { src: 'L', 'one.ts': 'L' });
  expect(await badgeOf(inExplorer(workbench, 'plan.yaml'))).toBe('');
  await hasBadges(workbench, { src: '', 'one.ts': '' });
});

const LONG_REASON = 'Rewriting the page so that it reads its parameters from the new router, and renders on the server first';

test('the actions above a locked file are in reach, even with a long reason', async ({ workbench, folder }) => {
  await cortex(folder, 'init');
  await cortex(folder, 'lock', 'acquire', 'README.md', '--agent', 'ann', '--ttl', '10m', '--reason', LONG_REASON);
  const { page } = workbench;
  await inExplorer(workbench, 'README.md').dblclick();
  const above = page.locator('.codelens-decoration');
  await above.getByText('Rewriting the page').waitFor();
  // A lens that the editor renders again has no position for a moment.
  const boxOf = (what: string, place: Locator) => waitFor(`the place of ${what}`, async () => (await place.boundingBox()) ?? undefined);
  const editor = await boxOf('the editor', page.locator('.monaco-editor .view-lines').first());
  const last = await boxOf('the button', above.getByRole('button', { name: 'Break Lock…' }));
  expect(last.x + last.width).toBeLessThan(editor.x + editor.width);
  await workbench.screenshot(shot('banner-long'));
  await above.getByRole('button', { name: 'Break Lock…' }).click();
  await workbench.answer({ type: 'It is urgent' });
  await page.getByRole('button', { name: 'Break Lock', exact: true }).click();
  await above.waitFor({ state: 'hidden' });
});

test('a person who edits a file that an agent holds is warned once, above the file, while typing and after saving', async ({
  workbench,
  folder,
}) => {
  await cortex(folder, 'init');
  await cortex(folder, 'lock', 'acquire', 'src/one.ts', '--agent', 'ann', '--ttl', '10m', '--reason', 'the parser');
  await workbench.openContainer('Explorer');
  await inExplorer(workbench, 'src').click();
  await badgeIs(inExplorer(workbench, 'one.ts'), 'L');
  await inExplorer(workbench, 'one.ts').dblclick();
  const { page } = workbench;
  await page.locator('.codelens-decoration').getByText('ann holds this file until').waitFor();
  const editor = page.locator('.monaco-editor .view-lines').first();
  await editor.click();
  await page.keyboard.type('// one');
  const begun = workbench.notification('may be overwritten');
  await begun.waitFor();
  await page.keyboard.press('ControlOrMeta+s');
  const saved = workbench.notification('It is not notified of your change');
  await saved.waitFor();
  await workbench.screenshot(shot('banner'));
  await workbench.runCommand('Notifications: Clear All Notifications');
  await editor.click();
  await page.keyboard.type(' two');
  await page.keyboard.press('ControlOrMeta+s');
  // The message of another lock would come after any message of this one.
  await cortex(folder, 'lock', 'release', '--all', '--agent', 'ann');
  await cortex(folder, 'lock', 'acquire', 'src/one.ts', '--agent', 'bob', '--ttl', '10m');
  await page.locator('.codelens-decoration').getByText('bob holds this file until').waitFor();
  await page.keyboard.type(' three');
  await workbench.notification(/^.*bob holds one\.ts/).waitFor();
  expect(await begun.count()).toBe(1);
  expect(await saved.count()).toBe(0);
  await workbench
    .notification(/bob holds one\.ts/)
    .getByRole('button', { name: 'Show Lock' })
    .click();
  const dashboard = await workbench.webview('Locks');
  await dashboard.getByRole('region', { name: 'Selected lock' }).getByText('bob').waitFor();
});
