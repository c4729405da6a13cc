/** Tests what `npm start` has and other tests do not: a secret in the address, and an untrusted folder. */
import { expect } from 'vitest';
import { editorTest } from '../../harness/e2e.ts';

const test = editorTest({ token: true, trust: 'restricted', workspace: 'test/fixtures/probe-workspace', view: { zoom: 2 } });

test('refuses access without the secret, and trusts no folder', async ({ editor, workbench }) => {
  const { origin } = new URL(editor.server.url());
  expect((await fetch(origin)).status).toBe(403);
  expect((await fetch(`${origin}/?tkn=wrong`, { redirect: 'manual' })).status).toBe(403);
  expect((await fetch(editor.server.url(), { redirect: 'manual' })).status).toBe(302);
  await workbench.page.locator('.part.statusbar').getByText('Restricted Mode').waitFor();
  expect(await workbench.page.evaluate(() => window.devicePixelRatio)).toBe(2);
});
