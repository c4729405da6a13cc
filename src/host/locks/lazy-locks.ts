import type * as vscode from 'vscode';
import { once } from '../model/once.ts';
import type { ProjectSession } from '../session.ts';

/** Shows locks on files as soon as there is a project. */
export function registerLocksWhenOpened(session: ProjectSession, log: vscode.LogOutputChannel): vscode.Disposable {
  let shown: vscode.Disposable | null = null;
  let isOver = false;
  const show = once(async () => {
    const { registerLocks } = await import('./locks-part.ts');
    if (isOver) return;
    watching.dispose();
    shown = registerLocks(session, log);
  });
  const look = () => {
    if (session.projects.length === 0) return;
    void show().catch((error: unknown) => log.error(error instanceof Error ? error : String(error)));
  };
  const watching = session.onDidChangeAny(look);
  return {
    dispose: () => {
      isOver = true;
      watching.dispose();
      shown?.dispose();
    },
  };
}
