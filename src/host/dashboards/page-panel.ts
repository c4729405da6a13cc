import { randomBytes } from 'node:crypto';
import { createBirpc } from 'birpc';
import * as vscode from 'vscode';
import * as z from 'zod';
import type { CoalescedWork } from '../../engine/platform/coalesced-work.ts';
import { pageHtml } from './html.ts';
import type { HostFunctions, PageFunctions, PageName } from './protocol.ts';

/** What a dashboard shows and does. */
export interface PageContent<State, View, Step> {
  readonly page: PageName;
  /** Pages are not trusted: they draw what agents wrote. */
  readonly viewSchema: z.ZodType<View>;
  readonly stepSchema: z.ZodType<Step>;
  /** Draws as often as it is asked for, and no oftener than is good. */
  drawing(draw: () => Promise<void>): CoalescedWork;
  /** Reads what the state for a view is made of, while somebody sees the page. Left out: it is there already. */
  prepare?(view: View): Promise<void>;
  stateFor(view: View): State;
  /** What is pushed to a page that shows a state already; `null`: nothing. Left out: the whole state. */
  changesOf?(before: State, now: State): State | null;
  /** @returns why the step is not taken, for the log; `null` when it is */
  take(step: Step): string | null;
  readonly onDidChange: vscode.Event<unknown>;
}

/** What a page sends is a call of one of these. */
const callSchema = z.looseObject({ t: z.literal('q'), m: z.enum(['look', 'take']), a: z.array(z.unknown()) });

/** Fills a tab with a dashboard. @param extension the extension's folder */
export function fillPanel<State, View, Step>(
  panel: vscode.WebviewPanel,
  content: PageContent<State, View, Step>,
  extension: vscode.Uri,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  return new PagePanel(panel, content, extension, log);
}

class PagePanel<State, View, Step> implements vscode.Disposable {
  readonly #subscriptions: vscode.Disposable[] = [];
  readonly #pushing: CoalescedWork;
  /** What the page has in view; `null` while there is no page that has said so. */
  #view: View | null = null;
  /** What the page shows; `null` where it is to be told all. */
  #shown: State | null = null;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    private readonly content: PageContent<State, View, Step>,
    extension: vscode.Uri,
    private readonly log: vscode.LogOutputChannel,
  ) {
    const { webview } = panel;
    const functions: HostFunctions<unknown, unknown> = {
      look: (view) => this.#heard(() => this.#look(view)),
      take: (step) => this.#heard(() => this.#take(step)),
    };
    const rpc = createBirpc<PageFunctions<State>, HostFunctions<unknown, unknown>>(functions, {
      post: (message) => webview.postMessage(message),
      on: (receive) => void this.#subscriptions.push(webview.onDidReceiveMessage(receive)),
      eventNames: ['show'],
      // What throws here is a general error, and the message is not heard.
      deserialize: (message) => callSchema.parse(message),
      onGeneralError: (error) => {
        log.warn(`The dashboard sent what is no call: ${error.message}`);
        return true;
      },
    });
    this.#pushing = content.drawing(async () => {
      if (this.#view === null || !panel.visible) return;
      await content.prepare?.(this.#view);
      if (this.#view === null) return;
      const push = this.#pushFor(this.#view);
      if (push !== null) await rpc.show(push);
    });
    this.#subscriptions.push(
      this.#pushing,
      content.onDidChange(() => void this.#pushing.request()),
      panel.onDidChangeViewState(() => this.#seen()),
      { dispose: () => rpc.$close() },
    );
    this.#load(extension);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #pushFor(view: View): State | null {
    const before = this.#shown;
    const now = this.content.stateFor(view);
    this.#shown = now;
    const { changesOf } = this.content;
    return before === null || changesOf === undefined ? now : changesOf(before, now);
  }

  /** Nobody waits for what comes of a call. */
  #heard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.log.error(error instanceof Error ? error : String(error));
    }
  }

  #look(said: unknown): void {
    const { data, error } = this.content.viewSchema.safeParse(said);
    if (error !== undefined) {
      this.log.warn(`The dashboard said what it has in view in a way that is not ours: ${error.message}`);
      return;
    }
    this.#view = data;
    // It may be another page by now.
    this.#shown = null;
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
    this.panel.iconPath = { light: vscode.Uri.joinPath(media, 'cortex-light.svg'), dark: vscode.Uri.joinPath(media, 'cortex-dark.svg') };
    webview.options = { enableScripts: true, enableForms: false, localResourceRoots: [built, media] };
    webview.html = pageHtml({
      script: webview.asWebviewUri(vscode.Uri.joinPath(built, 'main.js')).toString(),
      style: webview.asWebviewUri(vscode.Uri.joinPath(built, 'main.css')).toString(),
      source: webview.cspSource,
      nonce: randomBytes(16).toString('base64'),
      title: this.panel.title,
      page: this.content.page,
    });
  }
}
