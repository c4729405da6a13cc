import * as vscode from 'vscode';
import { welcomeState } from './model/picture.ts';
import type { ProjectSession } from './session.ts';

/** Keeps the context keys that `when` clauses of package.json use: `cortex.state`, `cortex.severalProjects` (more than one folder). */
export function registerContextKeys(session: ProjectSession): vscode.Disposable {
  const set = new Map<string, unknown>();
  const put = (key: string, value: unknown) => {
    if (set.get(key) === value) return;
    set.set(key, value);
    void vscode.commands.executeCommand('setContext', key, value);
  };
  const update = session.drawing(() => {
    put('cortex.state', welcomeState(session.picture));
    put('cortex.severalProjects', session.folders.length > 1);
  });
  return vscode.Disposable.from(
    update,
    session.onDidChange(() => void update.request()),
  );
}
