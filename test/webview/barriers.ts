import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { axeSource } from './dashboard-page.ts';

/** All that axe asks about colours, and so all that differs between themes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Axe in the page, with its source brought there the first time: it is half a megabyte. */
async function bringAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await axeSource());
}

/**
 * What is wrong for people who use a keyboard or a screen reader, or who need contrast, as far as a program can tell. In the dark theme
 * every rule is asked, in the others those about colours: whatever is shown there is to be shown in the dark theme, too.
 */
export async function barriers(page: Page): Promise<readonly string[]> {
  await bringAxe(page);
  const violations = await page.evaluate(async (rules) => {
    const isDark = document.body.classList.contains('vscode-dark');
    // What passes is not described: that takes longer than to look at it.
    const options: RunOptions = { resultTypes: ['violations'], ...(isDark ? {} : { runOnly: rules }) };
    const results: AxeResults = await Reflect.get(globalThis, 'axe').run(options);
    return results.violations;
  }, COLOUR_RULES);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`));
}
