import * as vscode from 'vscode';
import { once } from '../model/once.ts';
import type { PageContent } from './page-content.ts';
import type { PageState } from './page-state.ts';

/** A dashboard: an editor tab that exists at most once. */
export interface Dashboard extends vscode.Disposable {
  open(): Promise<void>;
}

/** Loads the code of a dashboard when its first tab opens. Resolves to a factory for the content of a tab. */
export type LoadPage<State extends PageState, View, Own extends { readonly kind: string }> = () => Promise<
  (panel: vscode.WebviewPanel) => PageContent<State, View, Own>
>;

/** Inputs of every page. */
export interface PageParts {
  /** The extension's folder. */
  readonly extension: vscode.Uri;
  readonly log: vscode.LogOutputChannel;
}

/** Shows the page in a tab until the tab closes. */
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
  // The tab may have closed while the code was loading.
  if (!isClosed) shown = new PagePanel(panel, make(panel), extension, log);
}

/** Registers a dashboard, and restores its tab after the window reloads. @param load called when the tab first opens */
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
