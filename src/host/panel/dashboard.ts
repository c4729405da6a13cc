import { randomBytes } from 'node:crypto';
import { createBirpc } from 'birpc';
import * as vscode from 'vscode';
import type { DashboardFunctions, HostFunctions, View } from '../../contract/dashboard.ts';
import type { CoalescedWork } from '../../engine/kernel/coalesced-work.ts';
import { problemsOf } from '../model/picture.ts';
import { dashboardState } from '../model/snapshot.ts';
import { oneLine } from '../model/text.ts';
import type { ProjectSession } from '../session.ts';
import { dashboardHtml } from './html.ts';
import { mayTake, stepSchema, viewSchema } from './messages.ts';
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
    private readonly session: ProjectSession,
    extension: vscode.Uri,
    private readonly log: vscode.LogOutputChannel,
  ) {
    const { webview } = panel;
    const functions: HostFunctions = { look: (view: unknown) => this.#look(view), take: (step: unknown) => this.#take(step) };
    const rpc = createBirpc<DashboardFunctions, HostFunctions>(functions, {
      post: (message) => webview.postMessage(message),
      on: (receive) => void this.#subscriptions.push(webview.onDidReceiveMessage(receive)),
      eventNames: ['show'],
      onGeneralError: (error) => void log.error(error),
      onFunctionError: (error) => void log.error(error),
    });
    this.#pushing = session.drawing(async () => {
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

  #look(said: unknown): void {
    const { data, error } = viewSchema.safeParse(said);
    if (error !== undefined) {
      this.log.warn(`The dashboard said what it has in view in a way that is not ours: ${error.message}`);
      return;
    }
    this.#view = data;
    void this.#pushing.request();
  }

  #take(said: unknown): void {
    const { data, error } = stepSchema.safeParse(said);
    if (error !== undefined) {
      this.log.warn(`The dashboard asked for a step that there is not: ${error.message}`);
      return;
    }
    if (mayTake(data, problemsOf(this.session.picture))) void takeStep(data);
    else this.log.warn(`The dashboard asked for a file that is not broken, or not any more: ${oneLine(JSON.stringify(data), 300)}`);
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
