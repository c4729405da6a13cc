import type { Browser } from 'playwright-core';
import { afterEach, beforeAll } from 'vitest';
import { endsWithTests, sharedBrowser } from '../harness/shared.ts';
import { bundleDashboard, type DashboardPage, openDashboard, type PageHost, type PageOptions } from './dashboard-page.ts';
import { type Content, StandInHost } from './stand-in-host.ts';

/** A dashboard in a page of a browser, and the host that stands for the editor's. */
export interface ShownPage<Host> extends DashboardPage {
  readonly host: Host;
}

/** The Swarm dashboard. */
export type ShownDashboard = ShownPage<StandInHost>;

/**
 * Gives the tests of a file the browser that they share with other files, with the dashboards' bundle.
 * @param makeHost what stands for the editor's, from what a test wants to be shown
 * @returns opens a dashboard and waits until it shows something; what a test opened is closed after it
 */
export function usePage<Shown, State, View, Step, Host extends PageHost<State, View, Step>>(
  makeHost: (content: Shown) => Host & PageHost<State, View, Step>,
): (content: Shown, options?: PageOptions) => Promise<ShownPage<Host>> {
  let browser: Browser;
  let files: ReadonlyMap<string, Uint8Array>;
  const open: DashboardPage[] = [];

  endsWithTests();

  beforeAll(async () => {
    [browser, files] = await Promise.all([sharedBrowser(), bundleDashboard()]);
  });

  afterEach(async () => {
    for (const dashboard of open.splice(0)) await dashboard.close();
  });

  return async (content, options) => {
    const host = makeHost(content);
    const dashboard = await openDashboard<State, View, Step>(browser, files, host, options);
    open.push(dashboard);
    await dashboard.page.locator('main:not([aria-busy])').waitFor();
    return { host, ...dashboard };
  };
}

/** The Swarm dashboard, see `usePage`. */
export const useDashboard = (): ((content: Content, options?: PageOptions) => Promise<ShownDashboard>) =>
  usePage((content: Content) => new StandInHost(content));
