import * as vscode from 'vscode';
import type { TimelineEntry } from '../../engine/crtx/index.ts';
import { entryText, entryTitle } from '../model/entry-text.ts';

const SCHEME = 'cortex-entry';
const GONE = 'This entry is not shown any more. Run "Cortex: List Timeline" to choose it again.\n';

/** Entries of the timeline as documents that can be read and searched, and neither edited nor saved. */
export class EntryDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  /** Of the documents that are open, by address. */
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #subscriptions = [
    this.#changed,
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => void this.#texts.delete(uri.toString())),
  ];

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? GONE;
  }

  async show(entry: TimelineEntry): Promise<void> {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${entryTitle(entry)}`, query: entry.id });
    this.#texts.set(uri.toString(), entryText(entry));
    // It may be open already, with what it said before it was resolved.
    this.#changed.fire(uri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
