/** Views and language features of a vault, loaded when a vault is first used. */
import * as vscode from 'vscode';
import { registerNoteLinks } from './language/links.ts';
import { NOTES, registerNoteProblems } from './language/problems.ts';
import { registerMemoryView } from './memory-view.ts';
import type { VaultSession } from './vault-session.ts';

/** Registers quick fixes for problems of notes. They are computed for the current text of the document, saved or not. */
function registerNoteFixes(vault: VaultSession): vscode.Disposable {
  const provider: vscode.CodeActionProvider = {
    provideCodeActions: async (document, _range, { diagnostics }) => {
      const own = diagnostics.filter(({ source, code }) => source === 'Cortex' && code !== undefined);
      return own.length === 0 ? [] : (await import('./language/note-fix-actions.ts')).noteFixActions(document, own, vault);
    },
  };
  return vscode.languages.registerCodeActionsProvider(NOTES, provider, { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] });
}

/** Registers everything that shows a memory vault. */
export function registerMemory(vault: VaultSession, log: vscode.LogOutputChannel): vscode.Disposable {
  return vscode.Disposable.from(
    registerMemoryView(vault),
    registerNoteLinks(vault, log),
    registerNoteProblems(vault),
    registerNoteFixes(vault),
  );
}
