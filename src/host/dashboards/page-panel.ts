import { randomBytes } from 'node:crypto';
import { createBirpc } from 'birpc';
import * as vscode from 'vscode';
import * as z from 'zod';
import type { CoalescedWork } from '../../engine/platform/coalesced-work.ts';
import { reportError } from '../commands/notifications.ts';
import { pageHtml } from './html.ts';
import { NotShownError, type PageContent } from './page-content.ts';
import { type PageState, showsProblem } from './page-state.ts';
import type { HostFunctions, OpenProblem, PageFunctions } from './protocol.ts';

/** Every message from a page is a call of one of these methods. */
const callSchema = z.looseObject({ t: z.literal('q'), m: z.enum(['look', 'take']), a: z.array(z.unknown()) });

const isOpenProblem = (step: { readonly kind: string }): step is OpenProblem => step.kind === 'open-problem';

/** Connects a tab to its page until it is disposed of. */
export class PagePanel<State extends PageState, View, Own extends { readonly kind: string }> implements vscode.Disposable {
  readonly #subscriptions: vscode.Disposable[] = [];
  readonly #pushing: CoalescedWork;
  /** What the page has in view; `null` until a page reports it. */
  #view: View | null = null;
  /** The state that the page shows; `null` if the page needs a full state. */
  #shown: State | null = null;
  /** The last state that was built. The page may open only problems in this state. */
  #last: State | null = null;

  /** @param extension the extension's folder */
  constructor(
    private readonly panel: vscode.WebviewPanel,
    private readonly content: PageContent<State, View, Own>,
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
      // An error thrown here is reported to `onGeneralError`, and the message is dropped.
      deserialize: (message) => callSchema.parse(message),
      onGeneralError: (error) => {
        log.warn(`The dashboard sent an invalid call: ${error.message}`);
        return true;
      },
    });
    const { session, drawMs } = content.kind;
    this.#pushing = session.drawing(async () => {
      if (this.#view === null || !panel.visible) return;
      await content.prepare(this.#view);
      if (this.#view === null) return;
      const push = this.#pushFor(this.#view);
      if (push !== null) await rpc.show(push);
    }, drawMs);
    this.#subscriptions.push(
      content,
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
    this.#last = now;
    return before === null ? now : this.content.changesOf(before, now);
  }

  /** Runs a call that returns no result to the page. Errors go to the log. */
  #heard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.log.error(error instanceof Error ? error : String(error));
    }
  }

  #look(message: unknown): void {
    const { data, error } = this.content.kind.viewSchema.safeParse(message);
    if (error !== undefined) {
      this.log.warn(`The dashboard sent an invalid view state: ${error.message}`);
      return;
    }
    this.#view = data;
    // The call may come from a newly loaded page, which needs a full state.
    this.#shown = null;
    void this.#pushing.request();
  }

  #take(message: unknown): void {
    const { data, error } = this.content.kind.stepSchema.safeParse(message);
    if (error !== undefined) {
      this.log.warn(`The dashboard sent an invalid request: ${error.message}`);
      return;
    }
    this.#do(data).catch((failure: unknown) => {
      if (failure instanceof NotShownError) this.log.warn(failure.message);
      else void reportError(failure, `cortex.${this.content.kind.page}`, this.log);
    });
  }

  async #do(step: Own | OpenProblem): Promise<void> {
    if (!isOpenProblem(step)) return this.content.take(step);
    if (this.#last === null || !showsProblem(this.#last, step.file)) throw new NotShownError(step.file);
    return this.content.openProblem(step);
  }

  /** Forgets the view of a hidden page: VS Code discards the page, and a new page reports its view again. */
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
      page: this.content.kind.page,
    });
  }
}
