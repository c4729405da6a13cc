import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { launchBrowser } from '../harness/browser.ts';
import { bundleDashboard, type DashboardPage, openDashboard, type PageOptions } from './dashboard-page.ts';
import { type Content, StandInHost } from './stand-in-host.ts';

/** The dashboard in a page of a browser, and the host that stands for the editor's. */
export interface ShownDashboard extends DashboardPage {
  readonly host: StandInHost;
}

/**
 * Gives the tests of a file a browser with the dashboard's bundle.
 * @returns opens the dashboard and waits until it shows something; what a test opened is closed after it
 */
export function useDashboard(): (content: Content, options?: PageOptions) => Promise<ShownDashboard> {
  let browser: Browser;
  let files: ReadonlyMap<string, Uint8Array>;
  const open: DashboardPage[] = [];

  beforeAll(async () => {
    [browser, files] = await Promise.all([launchBrowser(), bundleDashboard()]);
  });

  afterEach(async () => {
    for (const dashboard of open.splice(0)) await dashboard.close();
  });

  afterAll(() => browser.close());

  return async (content, options) => {
    const host = new StandInHost(content);
    const dashboard = await openDashboard(browser, files, host, options);
    open.push(dashboard);
    await dashboard.page.locator('main:not([aria-busy])').waitFor();
    return { host, ...dashboard };
  };
}
