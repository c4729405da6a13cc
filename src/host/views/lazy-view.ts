import * as vscode from 'vscode';
import { once } from '../model/once.ts';

/** A view that shows its welcome until there is something of its protocol: only then is loaded what shows it. */
export interface LazyView {
  /** Of the view, and of the context key that says which welcome it shows. */
  readonly id: string;
  readonly onDidChange: vscode.Event<unknown>;
  /** Resolves when `welcome` is known. */
  ready(): Promise<void>;
  /** `null` when there is something to show. */
  welcome(): string | null;
  /** Loads what registers all that shows it; from then on that keeps the context key, too. */
  load(): Promise<() => vscode.Disposable>;
}

const NOTHING: vscode.TreeDataProvider<never> = { getTreeItem: (item) => item, getChildren: () => [] };

/** Registers a view, and later what shows its protocol. */
export function registerLazyView({ id, onDidChange, ready, welcome, load }: LazyView, log: vscode.LogOutputChannel): vscode.Disposable {
  let shown: vscode.Disposable = vscode.window.createTreeView(id, { treeDataProvider: NOTHING });
  let key: string | null = null;
  let isOver = false;
  const show = once(async () => {
    const register = await load();
    if (isOver) return;
    watching.dispose();
    shown.dispose();
    shown = register();
  });
  const look = async (): Promise<void> => {
    await ready();
    const wanted = welcome();
    if (wanted === null) return show();
    if (wanted !== key) void vscode.commands.executeCommand('setContext', id, wanted);
    key = wanted;
  };
  const lookSoon = () => void look().catch((error: unknown) => log.error(error instanceof Error ? error : String(error)));
  const watching = onDidChange(lookSoon);
  lookSoon();
  return {
    dispose: () => {
      isOver = true;
      watching.dispose();
      shown.dispose();
    },
  };
}
