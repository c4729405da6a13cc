/** The contributions in the manifest exist in the packaged and installed extension. */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { editorTest } from '../harness/e2e.ts';

interface Manifest {
  readonly contributes: {
    readonly viewsContainers: { readonly activitybar: readonly { readonly id: string; readonly title: string }[] };
    readonly views: Readonly<Record<string, readonly { readonly name: string; readonly when?: string }[]>>;
  };
}

const { contributes } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')) as Manifest;

const test = editorTest({ extensions: ['.'], workspace: 'test/fixtures/probe-workspace' });

test('shows its containers and their views, and reports no error', async ({ workbench }) => {
  expect(contributes.viewsContainers.activitybar).toHaveLength(1);
  for (const { id, title } of contributes.viewsContainers.activitybar) {
    await workbench.openContainer(title);
    const sideBar = workbench.page.locator('.part.sidebar');
    for (const { name, when } of contributes.views[id] ?? []) {
      if (when === undefined) await sideBar.getByText(name, { exact: true }).first().waitFor();
    }
    await workbench.screenshot(fromRoot('out', 'screenshots', 'manifest', `${id}.png`));
  }
  expect(await workbench.page.locator('.notification-list-item-icon.codicon-error').count()).toBe(0);
});
