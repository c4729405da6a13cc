/** A page with a missing part, as after installing another version while a window is open. */
import { expect, onTestFinished, test } from 'vitest';
import { endsWithTests, sharedBrowser } from '../harness/shared.ts';
import { bundleDashboard, openDashboard } from '../webview/dashboard-page.ts';
import { normal } from '../webview/projects.ts';
import { StandInHost } from '../webview/stand-in-host.ts';

endsWithTests();

test('a page that cannot be loaded says so, instead of an empty tab', async () => {
  const [browser, files] = await Promise.all([sharedBrowser(), bundleDashboard()]);
  const parts = new Map([...files].filter(([name]) => !name.startsWith('page-')));
  expect(parts.size).toBeLessThan(files.size);
  const { page, troubles, close } = await openDashboard(browser, parts, new StandInHost(normal));
  onTestFinished(close);
  await page.getByRole('alert').getByText('close this tab, and open it again').waitFor();
  expect((await troubles()).some((trouble) => trouble.startsWith('uncaught: '))).toBe(true);
});
