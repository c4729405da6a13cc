import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { axeSource } from './dashboard-page.ts';

/** What is wrong for people who use a keyboard or a screen reader, or who need contrast, as far as a program can tell. */
export async function barriers(page: Page): Promise<readonly string[]> {
  await page.evaluate(await axeSource());
  const { violations }: AxeResults = await page.evaluate('axe.run()');
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`));
}
