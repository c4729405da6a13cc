import path from 'node:path';
import * as vscode from 'vscode';
import { showWarningWithChoices } from '../commands/notifications.ts';
import { runCommand } from '../commands/run-command.ts';
import type { HeldFiles } from './held-files.ts';
import type { FileLock } from './locked-files.ts';
import { editText, savedText } from './model/held-text.ts';
import { ShownWarnings } from './model/shown-warnings.ts';

/**
 * Warns a user who edits a file that another agent has locked: once on editing and once on saving, for each lock and file. The editor's
 * own saving after an edit adds no second warning.
 */
export function registerHeldNotices(held: HeldFiles, log: vscode.LogOutputChannel): vscode.Disposable {
  const notices = new HeldNotices(held, log);
  return vscode.Disposable.from(
    // A document that was reloaded from disk, because an agent wrote the file, is not dirty.
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document.isDirty && contentChanges.length > 0) notices.notify('edit', document.uri);
    }),
    vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
      notices.isAutomatic.set(document, reason !== vscode.TextDocumentSaveReason.Manual);
    }),
    vscode.workspace.onDidSaveTextDocument((document) => notices.notify('save', document.uri, notices.isAutomatic.get(document))),
  );
}

class HeldNotices {
  readonly #warnings = new ShownWarnings();
  /** Whether the editor saved a document on its own the last time. */
  readonly isAutomatic = new WeakMap<vscode.TextDocument, boolean>();

  constructor(
    private readonly held: HeldFiles,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  notify(event: 'edit' | 'save', uri: vscode.Uri, isAutomatic = false): void {
    const found = this.held.holderOf(uri);
    if (found === null) return;
    const { lock, project } = found;
    const key = JSON.stringify([uri.fsPath, project.root, lock.path, lock.agentId, lock.acquiredAt]);
    if (!this.#warnings.take(event, key, isAutomatic)) return;
    const text = (event === 'edit' ? editText : savedText)(found, path.basename(uri.fsPath), this.held.session.runtime.clock.now());
    void this.#warn(text, found, uri).catch((error: unknown) => this.log.error(error instanceof Error ? error : String(error)));
  }

  async #warn(text: string, found: FileLock, uri: vscode.Uri): Promise<void> {
    const settling = vscode.workspace.isTrusted ? this.held.settle(found, uri) : [];
    const steps = [this.held.show(found), ...settling];
    const chosen = await showWarningWithChoices(
      text,
      steps.map(({ title }) => title),
    );
    const step = steps.find(({ title }) => title === chosen);
    if (step !== undefined) await runCommand(step.command, step.subject);
  }
}
