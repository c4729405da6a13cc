import * as vscode from 'vscode';
import type { VaultSession } from '../vault-session.ts';
import { NOTES } from './problems.ts';

/** Registers quick fixes for problems of notes. They are computed for the current text of the document, saved or not. */
export function registerNoteFixes(vault: VaultSession): vscode.Disposable {
  const provider: vscode.CodeActionProvider = {
    provideCodeActions: async (document, _range, { diagnostics }) => {
      const own = diagnostics.filter(({ source, code }) => source === 'Cortex' && code !== undefined);
      return own.length === 0 ? [] : (await import('./note-fix-actions.ts')).noteFixActions(document, own, vault);
    },
  };
  return vscode.languages.registerCodeActionsProvider(NOTES, provider, { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] });
}
