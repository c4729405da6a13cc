import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, ConsoleMessage } from 'playwright-core';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { launchBrowser, newContext, type ViewOptions } from './browser.ts';
import { copyWorkspace } from './copy-workspace.ts';
import { packageExtension } from './package-extension.ts';
import { homeOf, makeProfile, type Profile, type Settings } from './profile.ts';
import { type EditorServer, installVsix, type ServerOptions, startServer } from './server.ts';
import { Workbench } from './workbench.ts';

export interface SessionOptions extends Pick<ServerOptions, 'token' | 'trust' | 'env' | 'log'> {
  /** Folders (relative to the top of the project) of the extensions to package, or `.vsix` files, to install. */
  readonly extensions?: readonly string[];
  readonly settings?: Settings;
}

/** One window of the editor: a browser session of its own. */
export interface EditorWindow {
  readonly workbench: Workbench;
  /** Writes a screenshot, and the logs of the page, the server and the extension host, into a folder. */
  keep(folder: string): Promise<void>;
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

/** For one step of a person. Long, because a suite may share two cores with a build. */
const ACTION_TIMEOUT_MS = 45_000;

async function install(profile: Profile, extension: string, log?: (line: string) => void): Promise<void> {
  if (extension.endsWith('.vsix')) return installVsix(profile, fromRoot(extension), log);
  const vsix = await packageExtension(fromRoot(extension));
  try {
    await installVsix(profile, vsix, log);
  } finally {
    await rm(path.dirname(vsix), { recursive: true, force: true });
  }
}

async function openWindow(browser: Browser, server: EditorServer, profile: Profile, view: ViewOptions): Promise<EditorWindow> {
  const context = await newContext(browser, view);
  const page = await context.newPage();
  page.setDefaultTimeout(ACTION_TIMEOUT_MS);
  const lines: string[] = [];
  page.on('console', (message: ConsoleMessage) => lines.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => lines.push(`uncaught: ${error.stack ?? error.message}`));
  const workbench = new Workbench(page, server, profile);
  return {
    workbench,
    keep: async (folder) => {
      await mkdir(folder, { recursive: true });
      // A page that hangs cannot be photographed; its logs matter all the more.
      await page.screenshot({ path: path.join(folder, 'screen.png'), timeout: 10_000 }).catch(() => undefined);
      await writeFile(path.join(folder, 'console.log'), `${lines.join('\n')}\n`);
      await writeFile(path.join(folder, 'server.log'), server.output());
      await cp(profile.logs, path.join(folder, 'logs'), { recursive: true }).catch(() => undefined);
    },
    close: () => context.close(),
  };
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
