import * as vscode from 'vscode';
import { CoalescedWork } from '../engine/kernel/coalesced-work.ts';
import { welcomeState } from './model/picture.ts';
import type { ProjectSession } from './session.ts';
import { DRAW_MS } from './views/views.ts';

/** Keeps the context keys that `when` clauses of package.json use: `cortex.state`, `cortex.folders` (more than one project). */
export function registerContextKeys(session: ProjectSession): vscode.Disposable {
  const set = new Map<string, unknown>();
  const put = (key: string, value: unknown) => {
    if (set.get(key) === value) return;
    set.set(key, value);
    void vscode.commands.executeCommand('setContext', key, value);
  };
  const update = new CoalescedWork(session.runtime, DRAW_MS, () => {
    put('cortex.state', welcomeState(session.picture));
    put('cortex.severalProjects', session.folders.length > 1);
  });
  return vscode.Disposable.from(
    update,
    session.onDidChange(() => void update.request()),
  );
}
