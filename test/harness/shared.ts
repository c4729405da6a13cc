/**
 * What the test files of one process share: a browser, and an editor for each set of options. To start them takes longer than most
 * tests. Nothing that a test does stays in them: its workspace is its own, and its window and its home are emptied.
 */
import type { Browser } from 'playwright-core';
import { test } from 'vitest';
import { launchBrowser, type ViewOptions } from './browser.ts';
import { removeHome } from './home.ts';
import { type EditorWindow, type Session, type SessionOptions, startSession } from './session.ts';

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
  const { extensions, settings, trust, builtIns, token, env } = options;
  const key = JSON.stringify([extensions, settings, trust, builtIns, token, env]);
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

/** Windows that a test has put back, empty. */
const windows = new Map<Session, EditorWindow>();

/** A window in which nothing was open before, of the usual size where no view is asked for. */
export async function windowOf(editor: Session, view?: ViewOptions): Promise<EditorWindow> {
  if (view !== undefined) return editor.openWindow(view);
  const there = windows.get(editor);
  windows.delete(editor);
  return there ?? editor.openWindow();
}

/** Gives a window of the usual size to the next test. One that does not let go of its workspace is closed. */
export async function putBack(editor: Session, window: EditorWindow): Promise<void> {
  try {
    windows.set(editor, await window.empty());
  } catch {
    await window.close();
  }
}

async function endAll(): Promise<void> {
  const all = [...editors.values()];
  editors.clear();
  windows.clear();
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
