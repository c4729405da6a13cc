import * as vscode from 'vscode';

const SCHEME = 'cortex-text';
const GONE = 'This is not shown any more. Run the command again.\n';

/** A text to be shown. */
export interface ShownText {
  /** The name of its tab, whose end says what kind of text it is, as that of a file does. */
  readonly title: string;
  /** Tells it from others with the same title; shown again, it takes the place of what it was. */
  readonly key: string;
  readonly text: string;
  /** The places that it names, to be gone to. */
  readonly links?: readonly TextLink[];
}

/** Part of a text, by offsets, and what it names. */
interface TextLink {
  readonly start: number;
  readonly end: number;
  readonly target: vscode.Uri;
}

/** Texts as documents that can be read and searched, and neither edited nor saved. */
export class TextDocuments implements vscode.TextDocumentContentProvider, vscode.DocumentLinkProvider, vscode.Disposable {
  /** Of the documents that are open, by address. */
  readonly #texts = new Map<string, ShownText>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #subscriptions = [
    this.#changed,
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
    vscode.languages.registerDocumentLinkProvider({ scheme: SCHEME }, this),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => void this.#texts.delete(uri.toString())),
  ];

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString())?.text ?? GONE;
  }

  provideDocumentLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
    const { links = [] } = this.#texts.get(document.uri.toString()) ?? {};
    const range = (from: number, to: number) => new vscode.Range(document.positionAt(from), document.positionAt(to));
    return links.map(({ start, end, target }) => new vscode.DocumentLink(range(start, end), target));
  }

  /** @param preserveFocus whether the person goes on typing where they are */
  async show(shown: ShownText, preserveFocus = false): Promise<void> {
    const { title, key } = shown;
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${title}`, query: key });
    this.#texts.set(uri.toString(), shown);
    // It may be open already, with what it said before.
    this.#changed.fire(uri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: !preserveFocus, preserveFocus });
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
