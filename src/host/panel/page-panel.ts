import { randomBytes } from 'node:crypto';
import { createBirpc } from 'birpc';
import * as vscode from 'vscode';
import type * as z from 'zod';
import type { HostFunctions, PageFunctions } from '../../contract/page.ts';
import type { CoalescedWork } from '../../engine/kernel/coalesced-work.ts';
import { type PageName, pageHtml } from './html.ts';

/** A dashboard: an editor tab of which there is at most one. */
export interface Dashboard extends vscode.Disposable {
  open(): void;
}

/** What a dashboard shows and does. */
export interface PageContent<State, View, Step> {
  readonly viewType: string;
  readonly title: string;
  readonly page: PageName;
  /** Pages are not trusted: they draw what agents wrote. */
  readonly viewSchema: z.ZodType<View>;
  readonly stepSchema: z.ZodType<Step>;
  /** Draws as often as it is asked for, and no oftener than is good. */
  drawing(draw: () => Promise<void>): CoalescedWork;
  stateFor(view: View): State;
  /** @returns why the step is not taken, for the log; `null` when it is */
  take(step: Step): string | null;
  readonly onDidChange: vscode.Event<unknown>;
}

/** Registers a dashboard, also for what the editor restores after a reload. */
export function registerPage<State, View, Step>(
  content: PageContent<State, View, Step>,
  extension: vscode.Uri,
  log: vscode.LogOutputChannel,
): Dashboard {
  const { viewType, title } = content;
  let panel: PagePanel<State, View, Step> | null = null;
  const show = (webview: vscode.WebviewPanel) => {
    const shown = new PagePanel(webview, content, extension, log);
    panel = shown;
    webview.onDidDispose(() => {
      shown.dispose();
      if (panel === shown) panel = null;
    });
  };
  const restoring = vscode.window.registerWebviewPanelSerializer(viewType, {
    deserializeWebviewPanel: async (webview: vscode.WebviewPanel) => (panel === null ? show(webview) : webview.dispose()),
  });
  return {
    open: () => {
      if (panel === null) show(vscode.window.createWebviewPanel(viewType, title, vscode.ViewColumn.Active, {}));
      else panel.reveal();
    },
    dispose: () => {
      restoring.dispose();
      panel?.close();
    },
  };
}

class PagePanel<State, View, Step> implements vscode.Disposable {
  readonly #subscriptions: vscode.Disposable[] = [];
  readonly #pushing: CoalescedWork;
  /** What the page has in view; `null` while there is no page that has said so. */
  #view: View | null = null;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    private readonly content: PageContent<State, View, Step>,
    extension: vscode.Uri,
    private readonly log: vscode.LogOutputChannel,
  ) {
    const { webview } = panel;
    const functions: HostFunctions<unknown, unknown> = { look: (view) => this.#look(view), take: (step) => this.#take(step) };
    const rpc = createBirpc<PageFunctions<State>, HostFunctions<unknown, unknown>>(functions, {
      post: (message) => webview.postMessage(message),
      on: (receive) => void this.#subscriptions.push(webview.onDidReceiveMessage(receive)),
      eventNames: ['show'],
      onGeneralError: (error) => void log.error(error),
      onFunctionError: (error) => void log.error(error),
    });
    this.#pushing = content.drawing(async () => {
      if (this.#view === null || !panel.visible) return;
      await rpc.show(content.stateFor(this.#view));
    });
    this.#subscriptions.push(
      this.#pushing,
      content.onDidChange(() => void this.#pushing.request()),
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
    const { data, error } = this.content.viewSchema.safeParse(said);
    if (error !== undefined) {
      this.log.warn(`The dashboard said what it has in view in a way that is not ours: ${error.message}`);
      return;
    }
    this.#view = data;
    void this.#pushing.request();
  }

  #take(said: unknown): void {
    const { data, error } = this.content.stepSchema.safeParse(said);
    if (error !== undefined) {
      this.log.warn(`The dashboard asked for a step that there is not: ${error.message}`);
      return;
    }
    const refusal = this.content.take(data);
    if (refusal !== null) this.log.warn(refusal);
  }

  /** A page that was hidden is gone: the next one says anew what it has in view. */
  #seen(): void {
    if (!this.panel.visible) this.#view = null;
  }

  #load(extension: vscode.Uri): void {
    const { webview } = this.panel;
    const built = vscode.Uri.joinPath(extension, 'dist', 'webview');
    const media = vscode.Uri.joinPath(extension, 'media');
    const { title, page } = this.content;
    this.panel.title = title;
    this.panel.iconPath = { light: vscode.Uri.joinPath(media, 'cortex-light.svg'), dark: vscode.Uri.joinPath(media, 'cortex-dark.svg') };
    webview.options = { enableScripts: true, enableForms: false, localResourceRoots: [built, media] };
    webview.html = pageHtml({
      script: webview.asWebviewUri(vscode.Uri.joinPath(built, 'main.js')).toString(),
      style: webview.asWebviewUri(vscode.Uri.joinPath(built, 'main.css')).toString(),
      source: webview.cspSource,
      nonce: randomBytes(16).toString('base64'),
      title,
      page,
    });
  }
}
