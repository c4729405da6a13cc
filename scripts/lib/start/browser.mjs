// @ts-check
import os from 'node:os';
import { importTypeScript } from '../import-typescript.mjs';
import { manifestTitles } from './manifest-titles.mjs';

/** @typedef {import('../../../test/harness/session.ts').Session} Session */
/** @typedef {(line: string) => void} Say */

/**
 * Serves an editor to a browser, on the loopback address, with a secret token in the address.
 * @param {{ vsix: string, settings: Record<string, unknown>, say: Say }} options
 * @returns {Promise<Session>}
 */
export async function serveEditor({ vsix, settings, say }) {
  const { startSession } = /** @type {typeof import('../../../test/harness/session.ts')} */ (
    await importTypeScript('test/harness/session.ts')
  );
  // The terminal in the editor uses the person's home folder.
  return startSession({ extensions: [vsix], token: true, settings, env: { HOME: os.homedir() }, log: say });
}

const DASHBOARD_TIMEOUT_MS = 60_000;

/**
 * Opens the editor without a screen, shows the dashboard, waits for `underWay`, and takes a screenshot.
 * @param {Session} session
 * @param {{ workspace: string, file: string, underWay: () => Promise<void>, agents: readonly string[] }} options `agents`: one of
 *   them, and what it did, must be visible in the dashboard
 */
export async function takeShot(session, { workspace, file, underWay, agents }) {
  const { container, dashboard } = manifestTitles();
  const { workbench } = await session.openWindow({ width: 1600, height: 1000 });
  await workbench.open({ workspace });
  await workbench.openContainer(container);
  await workbench.runCommand(dashboard);
  await underWay();
  const { page } = workbench;
  const deadline = performance.now() + DASHBOARD_TIMEOUT_MS;
  while (!(await showsOneOf(page, agents))) {
    if (performance.now() > deadline) throw new Error(`the dashboard shows none of the agents ${agents.join(', ')}`);
    await page.waitForTimeout(250);
  }
  await workbench.screenshot(file);
}

/**
 * Reports whether the dashboard shows one of the agents, and what an agent did, with its icons.
 * @param {import('playwright-core').Page} page
 * @param {readonly string[]} agents
 */
async function showsOneOf(page, agents) {
  for (const frame of page.frames()) {
    if (frame === page.mainFrame()) continue;
    const row = frame.getByRole('row').filter({ has: frame.locator('.strip-task') });
    const texts = await row.allInnerTexts().catch(() => []);
    const isDrawn = texts.some((text) => agents.some((agent) => text.includes(agent)));
    if (isDrawn && (await frame.evaluate(() => document.fonts.check('16px codicon')))) return true;
  }
  return false;
}
