/**
 * What the test files of one process share: a browser, and an editor for each set of options. To start them takes longer than most
 * tests. Nothing that a test does stays in them: its window, its workspace and its home are its own.
 */
import type { Browser } from 'playwright-core';
import { test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { removeHome } from './home.ts';
import { type Session, type SessionOptions, startSession } from './session.ts';

const editors = new Map<string, Promise<Session>>();
let browser: Promise<Browser> | undefined;

/** The browser of this process; a new one, if the last one has crashed. */
export async function sharedBrowser(): Promise<Browser> {
  const there = await browser?.catch(() => undefined);
  if (there?.isConnected() === true) return there;
  browser = launchBrowser();
  return browser;
}

/**
 * The editor of this process that was started with these options; a new one, if its server has ended.
 * @throws Error as `startSession`
 */
export function sharedEditor(options: SessionOptions): Promise<Session> {
  const { extensions, settings, trust, token, env } = options;
  const key = JSON.stringify([extensions, settings, trust, token, env]);
  const there = editors.get(key);
  if (there !== undefined) return there;
  const started = startSession(options, sharedBrowser);
  const forget = (): void => {
    if (editors.get(key) === started) editors.delete(key);
  };
  editors.set(key, started);
  started.then((session) => session.server.exited).then(forget, forget);
  return started;
}

async function endAll(): Promise<void> {
  const all = [...editors.values()];
  editors.clear();
  await (await browser?.catch(() => undefined))?.close();
  for (const editor of await Promise.allSettled(all)) if (editor.status === 'fulfilled') await editor.value.stop();
  removeHome();
}

const sharing = test.extend('end', { scope: 'worker' }, { all: endAll }).extend('ending', { scope: 'worker' }, ({ end }, { onCleanup }) => {
  onCleanup(end.all);
  return true;
});

/** Ends what is shared when this process has no test files left. For each file that shares. */
export function endsWithTests(): void {
  sharing.beforeAll(({ ending }) => void ending);
}
