import path from 'node:path';
import * as vscode from 'vscode';
import { showWarningWithChoices } from '../commands/notifications.ts';
import { runCommand } from '../commands/run-command.ts';
import type { HeldFiles } from './held-files.ts';
import type { FileLock } from './locked-files.ts';
import { editText, savedText } from './model/held-text.ts';

/** Warns a user who edits a file that another agent has locked: once on editing and once on saving, for each lock and file. */
export function registerHeldNotices(held: HeldFiles, log: vscode.LogOutputChannel): vscode.Disposable {
  const notices = new HeldNotices(held, log);
  return vscode.Disposable.from(
    // A document that was reloaded from disk, because an agent wrote the file, is not dirty.
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document.isDirty && contentChanges.length > 0) notices.notify('edit', document.uri);
    }),
    vscode.workspace.onDidSaveTextDocument(({ uri }) => notices.notify('save', uri)),
  );
}

class HeldNotices {
  /** Keys of the warnings that were shown. */
  readonly #said = new Set<string>();

  constructor(
    private readonly held: HeldFiles,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  notify(event: 'edit' | 'save', uri: vscode.Uri): void {
    const found = this.held.holderOf(uri);
    if (found === null) return;
    const { lock, project } = found;
    const key = JSON.stringify([event, uri.fsPath, project.root, lock.path, lock.agentId, lock.acquiredAt]);
    if (this.#said.has(key)) return;
    this.#said.add(key);
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
