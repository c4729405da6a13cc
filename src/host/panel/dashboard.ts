import { randomBytes } from 'node:crypto';
import { createBirpc } from 'birpc';
import * as vscode from 'vscode';
import type { DashboardFunctions, HostFunctions, View } from '../../contract/dashboard.ts';
import { CoalescedWork } from '../../engine/kernel/coalesced-work.ts';
import { dashboardState } from '../model/snapshot.ts';
import type { ProjectSession } from '../session.ts';
import { DRAW_MS } from '../views/views.ts';
import { dashboardHtml } from './html.ts';
import { takeStep } from './steps.ts';

const VIEW_TYPE = 'cortex.swarm';
const TITLE = 'Swarm';

/** The Swarm dashboard: an editor tab of which there is at most one. */
export interface Dashboard extends vscode.Disposable {
  open(): void;
}

export function registerDashboard(session: ProjectSession, extension: vscode.Uri, log: vscode.LogOutputChannel): Dashboard {
  let panel: DashboardPanel | null = null;
  const show = (webview: vscode.WebviewPanel) => {
    const shown = new DashboardPanel(webview, session, extension, log);
    panel = shown;
    webview.onDidDispose(() => {
      shown.dispose();
      if (panel === shown) panel = null;
    });
  };
  const restoring = vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, {
    deserializeWebviewPanel: async (webview: vscode.WebviewPanel) => (panel === null ? show(webview) : webview.dispose()),
  });
  return {
    open: () => {
      if (panel === null) show(vscode.window.createWebviewPanel(VIEW_TYPE, TITLE, vscode.ViewColumn.Active, {}));
      else panel.reveal();
    },
    dispose: () => {
      restoring.dispose();
      panel?.close();
    },
  };
}

class DashboardPanel implements vscode.Disposable {
  readonly #subscriptions: vscode.Disposable[] = [];
  readonly #pushing: CoalescedWork;
  /** What the page has in view; `null` while there is no page that has said so. */
  #view: View | null = null;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    session: ProjectSession,
    extension: vscode.Uri,
    log: vscode.LogOutputChannel,
  ) {
    const { webview } = panel;
    const functions: HostFunctions = {
      look: (view) => {
        this.#view = view;
        void this.#pushing.request();
      },
      take: (step) => void takeStep(step),
    };
    const rpc = createBirpc<DashboardFunctions, HostFunctions>(functions, {
      post: (message) => webview.postMessage(message),
      on: (receive) => void this.#subscriptions.push(webview.onDidReceiveMessage(receive)),
      eventNames: ['show'],
      onGeneralError: (error) => void log.error(error),
      onFunctionError: (error) => void log.error(error),
    });
    this.#pushing = new CoalescedWork(session.runtime, DRAW_MS, async () => {
      if (this.#view === null || !panel.visible) return;
      await rpc.show(dashboardState(session.picture, this.#view));
    });
    this.#subscriptions.push(
      this.#pushing,
      session.onDidChange(() => void this.#pushing.request()),
      panel.onDidChangeViewState(() => this.#seen()),
      { dispose: () => rpc.$close() },
    );
    this.#load(extension);
  }

  reveal(): void {
    this.panel.reveal();
  }

  close(): void {
    this.panel.dispose();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** A page that was hidden is gone: the next one says anew what it has in view. */
  #seen(): void {
    if (!this.panel.visible) this.#view = null;
  }

  #load(extension: vscode.Uri): void {
    const { webview } = this.panel;
    const built = vscode.Uri.joinPath(extension, 'dist', 'webview');
    const media = vscode.Uri.joinPath(extension, 'media');
    this.panel.title = TITLE;
    this.panel.iconPath = { light: vscode.Uri.joinPath(media, 'cortex-light.svg'), dark: vscode.Uri.joinPath(media, 'cortex-dark.svg') };
    webview.options = { enableScripts: true, enableForms: false, localResourceRoots: [built, media] };
    webview.html = dashboardHtml({
      script: webview.asWebviewUri(vscode.Uri.joinPath(built, 'main.js')).toString(),
      style: webview.asWebviewUri(vscode.Uri.joinPath(built, 'main.css')).toString(),
      source: webview.cspSource,
      nonce: randomBytes(16).toString('base64'),
      title: TITLE,
    });
  }
}
