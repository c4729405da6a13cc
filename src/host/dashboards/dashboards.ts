import * as vscode from 'vscode';
import { once } from '../model/once.ts';
import type { PageContent } from './page-content.ts';
import type { PageState } from './page-state.ts';

/** A dashboard: an editor tab of which there is at most one. */
export interface Dashboard extends vscode.Disposable {
  open(): Promise<void>;
}

/** What is loaded with the first tab of a kind: makes what a tab shows. */
export type LoadPage<State extends PageState, View, Own extends { readonly kind: string }> = () => Promise<
  (panel: vscode.WebviewPanel) => PageContent<State, View, Own>
>;

/** What every page is given. */
export interface PageParts {
  /** The extension's folder. */
  readonly extension: vscode.Uri;
  readonly log: vscode.LogOutputChannel;
}

/** Fills a tab until it is closed. */
export async function showPage<State extends PageState, View, Own extends { readonly kind: string }>(
  panel: vscode.WebviewPanel,
  load: LoadPage<State, View, Own>,
  { extension, log }: PageParts,
): Promise<void> {
  let shown: vscode.Disposable | null = null;
  let isClosed = false;
  panel.onDidDispose(() => {
    isClosed = true;
    shown?.dispose();
  });
  const [{ PagePanel }, make] = await Promise.all([import('./page-panel.ts'), load()]);
  // It may have been closed meanwhile.
  if (!isClosed) shown = new PagePanel(panel, make(panel), extension, log);
}

/** Registers a dashboard, also for what the editor restores after a reload. @param load is asked when it is first opened */
export function registerDashboard<State extends PageState, View, Own extends { readonly kind: string }>(
  parts: PageParts,
  viewType: string,
  title: string,
  load: LoadPage<State, View, Own>,
): Dashboard {
  const loadOnce = once(load);
  let shown: vscode.WebviewPanel | null = null;
  const show = async (panel: vscode.WebviewPanel): Promise<void> => {
    shown = panel;
    panel.onDidDispose(() => {
      if (shown === panel) shown = null;
    });
    panel.title = title;
    await showPage(panel, loadOnce, parts);
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
