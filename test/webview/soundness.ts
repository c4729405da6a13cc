import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { barriers } from './barriers.ts';
import type { DashboardPage, ThemeName } from './dashboard-page.ts';
import { keepScreen } from './screens.ts';
import type { ShownPage } from './use-dashboard.ts';

const THEMES: readonly ThemeName[] = ['dark', 'light', 'hc-dark', 'hc-light'];

type Looked = Pick<DashboardPage, 'page' | 'troubles' | 'setTheme'>;

/** Looks at a page as it is now. @param name of the screenshot */
export type Look = (shown: Looked, name: string) => Promise<void>;

/**
 * Expects of the pages of a dashboard that nothing of them is in anybody's way. A page that fails is kept as a screenshot in out/screens.
 * @param dashboard begins the names of its screenshots
 */
export function soundnessOf(dashboard: string, { fullPage = false } = {}): Look {
  return async ({ page, troubles }, name) => {
    const found = [...(await troubles()), ...(await barriers(page))];
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (tooWide > 0) found.push(`the page is ${tooWide} px too wide`);
    await keepScreen(page, `${dashboard}-${name}`, { fullPage, always: found.length > 0 });
    expect(found, `${dashboard}-${name}`).toEqual([]);
  };
}

/** Looks at a page in the dark theme first, then in each other one, and leaves it in the dark theme. The name ends with the theme. */
export function inEveryTheme(look: Look): Look {
  return async (shown, name) => {
    for (const theme of THEMES) {
      await shown.setTheme(theme);
      await look(shown, `${name}-${theme}`);
    }
    await shown.setTheme('dark');
  };
}

/** Expects that nothing of what files say has become part of the page. @param title what the page is called, whatever they say */
export async function expectPlainTexts(page: Page, title: string): Promise<void> {
  expect(await page.title()).toBe(title);
  expect(await page.locator('#root :is(img, style, script, a, strong)').count()).toBe(0);
  expect(await page.locator('body').innerText()).not.toMatch(/(?![\n\t\u200d])[\p{Cf}\p{Cc}]/u);
}

/** What there is to show, and a text by which one sees that it is shown. */
export type PageState<Content> = readonly [name: string, content: Content, text: string];

/** Shows one state after another, and looks at each. */
export async function lookAtStates<Content>(
  shown: ShownPage<{ change(content: Content): void }>,
  states: readonly PageState<Content>[],
  look: (name: string) => Promise<void>,
): Promise<void> {
  for (const [name, content, text] of states) {
    shown.host.change(content);
    await shown.page.locator('#root').getByText(text).filter({ visible: true }).first().waitFor();
    await look(name);
  }
}
