import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, ConsoleMessage, Page } from 'playwright-core';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { WAIT_MS } from '../support/limits.ts';
import { launchBrowser, newContext, type ViewOptions } from './browser.ts';
import { copyWorkspace } from './copy-workspace.ts';
import { packageForTests } from './package-extension.ts';
import { homeOf, makeProfile, type Profile, type Settings } from './profile.ts';
import { type EditorServer, installVsix, type ServerOptions, startServer } from './server.ts';
import { Workbench } from './workbench.ts';

export interface SessionOptions extends Pick<ServerOptions, 'token' | 'trust' | 'builtIns' | 'env' | 'log'> {
  /** Folders (relative to the top of the project) of the extensions to package, or `.vsix` files, to install. */
  readonly extensions?: readonly string[];
  readonly settings?: Settings;
}

/** One window of the editor: a browser session of its own. */
export interface EditorWindow {
  readonly workbench: Workbench;
  /** Writes a screenshot, and the logs of the page, the server and the extension host, into a folder. */
  keep(folder: string): Promise<void>;
  /** Leaves the workspace and forgets all of it: a new window, in which the browser need not compile the editor again. */
  empty(): Promise<EditorWindow>;
  close(): Promise<void>;
}

/** A running editor with a profile of its own, the extensions installed. */
export interface Session {
  readonly server: EditorServer;
  readonly profile: Profile;
  /** Copies a workspace (a folder or a `.code-workspace` file of the project) for one test to write into. */
  copyWorkspace(source: string): Promise<string>;
  openWindow(view?: ViewOptions): Promise<EditorWindow>;
  stop(): Promise<void>;
}

async function install(profile: Profile, extension: string, log?: (line: string) => void): Promise<void> {
  if (extension.endsWith('.vsix')) return installVsix(profile, fromRoot(extension), log);
  const vsix = await packageForTests(fromRoot(extension));
  try {
    await installVsix(profile, vsix, log);
  } finally {
    await rm(path.dirname(vsix), { recursive: true, force: true });
  }
}

/** Leaves the editor, and clears what the browser keeps of it but its files. */
async function leave(page: Page, { port }: EditorServer): Promise<void> {
  const origin = `http://127.0.0.1:${port}`;
  for (const other of page.context().pages()) if (other !== page) await other.close();
  // A page of the same origin: only then is what was compiled kept.
  await page.goto(`${origin}/version`);
  await page.evaluate(() => sessionStorage.clear());
  await page.mouse.move(0, 0);
  const tools = await page.context().newCDPSession(page);
  await tools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await tools.detach();
}

function windowOn(page: Page, lines: string[], server: EditorServer, profile: Profile): EditorWindow {
  return {
    workbench: new Workbench(page, server, profile),
    keep: async (folder) => {
      await mkdir(folder, { recursive: true });
      // A page that hangs cannot be photographed; its logs matter all the more.
      await page.screenshot({ path: path.join(folder, 'screen.png'), timeout: 10_000 }).catch(() => undefined);
      await writeFile(path.join(folder, 'console.log'), `${lines.join('\n')}\n`);
      await writeFile(path.join(folder, 'server.log'), server.output());
      await cp(profile.logs, path.join(folder, 'logs'), { recursive: true }).catch(() => undefined);
    },
    empty: async () => {
      await leave(page, server);
      lines.length = 0;
      await profile.writeSettings();
      return windowOn(page, lines, server, profile);
    },
    close: () => page.context().close(),
  };
}

async function openWindow(browser: Browser, server: EditorServer, profile: Profile, view: ViewOptions): Promise<EditorWindow> {
  const page = await (await newContext(browser, view)).newPage();
  page.setDefaultTimeout(WAIT_MS);
  const lines: string[] = [];
  page.on('console', (message: ConsoleMessage) => lines.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => lines.push(`uncaught: ${error.stack ?? error.message}`));
  // Whoever leaves what is not saved is asked: nobody is there to answer.
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  return windowOn(page, lines, server, profile);
}

/**
 * Starts an editor. All that it started ends with `stop`, or with this process.
 * @param shared gives the browser for its windows, which others use, too, and which does not end with it; left out, it has one of its own
 * @throws Error when it cannot be installed or does not start; nothing is left running then
 */
export async function startSession(options: SessionOptions = {}, shared?: () => Promise<Browser>): Promise<Session> {
  const profile = await makeProfile(options.settings);
  let server: EditorServer | undefined;
  let browser: Promise<Browser> | undefined;
  let copies = 0;
  const stop = async (): Promise<void> => {
    await (await browser?.catch(() => undefined))?.close();
    await server?.stop();
    await profile.dispose();
  };
  try {
    for (const extension of options.extensions ?? []) await install(profile, extension, options.log);
    const running = await startServer(profile, { ...options, env: { ...homeOf(profile), ...options.env } });
    server = running;
    return {
      server: running,
      profile,
      copyWorkspace: (source) => {
        copies += 1;
        return copyWorkspace(source, path.join(profile.root, `ws${copies}`));
      },
      openWindow: async (view = {}) => {
        // A window before this one may have changed the settings.
        await profile.writeSettings();
        if (shared !== undefined) return openWindow(await shared(), running, profile, view);
        browser ??= launchBrowser(options.log);
        return openWindow(await browser, running, profile, view);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
