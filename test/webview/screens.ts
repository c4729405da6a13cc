import type { Locator, Page } from 'playwright-core';
import { fromRoot } from '../../scripts/lib/project.mjs';

interface ScreenOptions {
  readonly fullPage?: boolean;
  /** Also if nobody has asked for pictures. */
  readonly always?: boolean;
}

/**
 * Writes a picture of what is shown to out/screens if CORTEX_SCREENSHOTS is 1: to draw and write all takes a large part of the tests' time.
 * @param name of the file, without its ending
 */
export async function keepScreen(
  shown: Pick<Page | Locator, 'screenshot'>,
  name: string,
  { fullPage = false, always = false }: ScreenOptions = {},
): Promise<void> {
  if (!always && process.env.CORTEX_SCREENSHOTS !== '1') return;
  const path = fromRoot('out', 'screens', `${name}.png`);
  await shown.screenshot({ path, fullPage });
}
