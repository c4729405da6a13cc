import type { AxeResults } from 'axe-core';
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
  const { violations }: AxeResults = await page.evaluate(
    (rules) => Reflect.get(globalThis, 'axe').run(document.body.classList.contains('vscode-dark') ? {} : { runOnly: rules }),
    COLOUR_RULES,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`));
}
