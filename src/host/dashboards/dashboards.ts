import * as vscode from 'vscode';
import { once } from '../model/once.ts';

/** A dashboard: an editor tab of which there is at most one. */
export interface Dashboard extends vscode.Disposable {
  open(): Promise<void>;
}

/** Fills a tab with what a dashboard shows, until what it gives back is disposed of. */
export type Page = (panel: vscode.WebviewPanel) => vscode.Disposable;

export interface DashboardKind {
  readonly viewType: string;
  readonly title: string;
}

/** Registers a dashboard, also for what the editor restores after a reload. @param load is asked when it is first opened */
export function registerDashboard({ viewType, title }: DashboardKind, load: () => Promise<Page>): Dashboard {
  const page = once(load);
  let shown: vscode.WebviewPanel | null = null;
  const show = async (panel: vscode.WebviewPanel): Promise<void> => {
    shown = panel;
    let filling: vscode.Disposable | null = null;
    panel.onDidDispose(() => {
      filling?.dispose();
      if (shown === panel) shown = null;
    });
    panel.title = title;
    const fill = await page();
    // It may have been closed meanwhile.
    if (shown === panel) filling = fill(panel);
  };
  const restoring = vscode.window.registerWebviewPanelSerializer(viewType, {
    deserializeWebviewPanel: async (panel: vscode.WebviewPanel) => (shown === null ? show(panel) : panel.dispose()),
  });
  return {
    open: async () => {
      if (shown === null) await show(vscode.window.createWebviewPanel(viewType, title, vscode.ViewColumn.Active, {}));
      else shown.reveal();
    },
    dispose: () => {
      restoring.dispose();
      shown?.dispose();
    },
  };
}
