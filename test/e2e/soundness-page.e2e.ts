/** The look at a page of a dashboard: what it finds, which pictures it keeps, and the change of the theme. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { OverviewHost } from '../webview/overview-host.ts';
import { busy } from '../webview/overviews.ts';
import { inEveryTheme, soundnessOf } from '../webview/soundness.ts';
import { usePage } from '../webview/use-dashboard.ts';

const open = usePage(() => new OverviewHost(busy));
const look = soundnessOf('look-test');
const pictures = ['dark', 'light', 'hc-dark', 'hc-light', 'plain'].map((name) => fromRoot('out', 'screens', `look-test-${name}.png`));
const kept = (): readonly string[] => pictures.filter((file) => existsSync(file)).map((file) => file.replace(/^.*look-test-|\.png$/g, ''));

async function removePictures(): Promise<void> {
  vi.unstubAllEnvs();
  for (const file of pictures) await rm(file, { force: true });
}
beforeEach(removePictures);
afterEach(removePictures);

/** All colors of all elements, in their order. */
const colorsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')].map((element) => {
      const { color, backgroundColor, borderTopColor, outlineColor, fill } = getComputedStyle(element);
      return [element.tagName, color, backgroundColor, borderTopColor, outlineColor, fill].join(' ');
    }),
  );

test.each(['light', 'hc-dark', 'hc-light', 'dark'] as const)(
  'a page has the same colors whether the theme is %s or becomes it',
  async (theme) => {
    const changed = await open(null, { theme: theme === 'dark' ? 'light' : 'dark' });
    const before = await colorsOf(changed.page);
    await changed.setTheme(theme);
    const after = await colorsOf(changed.page);
    expect(after).not.toEqual(before);
    expect(after).toEqual(await colorsOf((await open(null, { theme })).page));
  },
);

const failure = (name: string, what: string) => ({
  message: expect.stringContaining(name),
  actual: expect.arrayContaining([expect.stringContaining(what)]),
});

test('a picture is kept if a page fails, or if CORTEX_SCREENSHOTS asks for it', async () => {
  const shown = await open(null);
  await look(shown, 'plain');
  expect(kept()).toEqual([]);
  vi.stubEnv('CORTEX_SCREENSHOTS', '1');
  await look(shown, 'plain');
  expect(kept()).toEqual(['plain']);
  await removePictures();
  await shown.page.evaluate(() => document.body.append(document.createElement('button')));
  await expect(look(shown, 'plain')).rejects.toMatchObject(failure('look-test-plain', 'button-name'));
  expect(kept()).toEqual(['plain']);
});

test('a page that is too wide fails', async () => {
  const shown = await open(null);
  await shown.page.evaluate(() => document.body.style.setProperty('width', '1400px'));
  await expect(look(shown, 'plain')).rejects.toMatchObject(failure('look-test-plain', 'px too wide'));
});

test('a color that is illegible in one theme fails there, by name', async () => {
  const shown = await open(null);
  await shown.page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.vscode-light h1 { color: #fdfdfd !important; }');
    document.adoptedStyleSheets = [sheet];
  });
  const everywhere = inEveryTheme((page, name) => look(page, name.replace(/^-/, '')));
  await expect(everywhere(shown, '')).rejects.toMatchObject(failure('look-test-light', 'color-contrast'));
  expect(kept()).toEqual(['light']);
});
