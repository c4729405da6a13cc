import { rm } from 'node:fs/promises';
import { test as base, beforeEach, inject, type TestContext } from 'vitest';
import { fromRoot } from '../../scripts/lib/project.mjs';
import type { ViewOptions } from './browser.ts';
import { clearHome, editorHome } from './home.ts';
import type { Session, SessionOptions } from './session.ts';
import { endsWithTests, putBack, sharedEditor, windowOf } from './shared.ts';

/** The extension of this project is packaged once for all files; others are by the session that installs them. */
const OWN_EXTENSION = '.';

function editorFor({ extensions = [], env, ...options }: SessionOptions): Promise<Session> {
  const installed = extensions.map((each) => (each === OWN_EXTENSION ? inject('vsix') : each));
  const home = editorHome();
  return sharedEditor({ builtIns: 'few', ...options, extensions: installed, env: { HOME: home, USERPROFILE: home, TZ: 'UTC', ...env } });
}

export interface EditorTestOptions extends SessionOptions {
  /** What each test opens, in a copy of its own: a folder or a `.code-workspace` file. */
  readonly workspace: string;
  readonly view?: ViewOptions;
}

const folderOf = (task: TestContext['task']): string =>
  fromRoot('out', 'e2e', `${task.file.name} ${task.name}`.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(-100));

/**
 * Makes a Vitest `test` whose tests find the editor open: `editor` (one for all files of a process that want the same of it, with the
 * extensions installed), `folder` (the test's own copy of the workspace) and `workbench` (a window in which nothing was open before);
 * nothing of ours is in its home, and its time zone is UTC. A test that fails leaves a screenshot and all logs of its first try in
 * out/e2e.
 *
 * @example
 * const test = editorTest({ extensions: ['.'], workspace: 'test/fixtures/swarm' });
 * test('shows the heartbeat', async ({ workbench }) => { await workbench.statusItem('…').waitFor(); });
 */
export function editorTest(options: EditorTestOptions) {
  endsWithTests();
  beforeEach(clearHome);
  return base
    .extend('editor', { scope: 'file' }, () => editorFor(options))
    .extend('folder', ({ editor }) => editor.copyWorkspace(options.workspace))
    .extend('workbench', async ({ editor, folder, task }, { onCleanup }) => {
      // What the first try left is what one wants to see when the second one passes.
      const isFirstTry = (task.result?.retryCount ?? 0) === 0;
      if (isFirstTry) await rm(folderOf(task), { recursive: true, force: true });
      const window = await windowOf(editor, options.view);
      onCleanup(async () => {
        const hasFailed = task.result?.state === 'fail';
        if (isFirstTry && hasFailed) await window.keep(folderOf(task));
        await (hasFailed || options.view !== undefined ? window.close() : putBack(editor, window));
      });
      await window.workbench.open({ workspace: folder });
      return window.workbench;
    });
}
