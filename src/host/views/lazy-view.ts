import * as vscode from 'vscode';
import { once } from '../model/once.ts';

/** A view that shows its welcome text until its protocol is used. Only then is the code that fills it loaded. */
export interface LazyView {
  /** Id of the view, and name of the context key that selects its welcome text. */
  readonly id: string;
  readonly onDidChange: vscode.Event<unknown>;
  /** Resolves when `welcome` is valid. */
  ready(): Promise<void>;
  /** Returns the value of the context key, or `null` if there is content to show. */
  welcome(): string | null;
  /** Loads the code that registers the real view, which then also sets the context key. */
  load(): Promise<() => vscode.Disposable>;
}

const NOTHING: vscode.TreeDataProvider<never> = { getTreeItem: (item) => item, getChildren: () => [] };

/** Registers a placeholder view, and replaces it when there is content. */
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
