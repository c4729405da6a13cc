import * as vscode from 'vscode';

const SCHEME = 'cortex-text';
const GONE = 'This page is no longer available. Run the command again.\n';

/** A text to show as a document. */
export interface ShownText {
  /** Title of its tab. The extension determines its language. */
  readonly title: string;
  /** Distinguishes texts with the same title. Showing the same key again replaces the text. */
  readonly key: string;
  readonly text: string;
  /** Links in the text. */
  readonly links?: readonly TextLink[];
}

/** A link: offsets in the text, and its target. */
interface TextLink {
  readonly start: number;
  readonly end: number;
  readonly target: vscode.Uri;
}

/** Read-only documents for generated texts, which can be searched but not saved. */
export class TextDocuments implements vscode.TextDocumentContentProvider, vscode.DocumentLinkProvider, vscode.Disposable {
  /** Texts of the open documents, by URI. */
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

  /** @param preserveFocus whether the focus stays where it is */
  async show(shown: ShownText, preserveFocus = false): Promise<void> {
    const { title, key } = shown;
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${title}`, query: key });
    this.#texts.set(uri.toString(), shown);
    // The document may be open already with an older text.
    this.#changed.fire(uri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: !preserveFocus, preserveFocus });
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
