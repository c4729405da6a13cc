import * as vscode from 'vscode';
import type { VaultSession } from '../vault-session.ts';
import { NOTES } from './problems.ts';

/** Offers what mends a problem of a note where it stands. Each offer is made for the document as it is at that moment, saved or not. */
export function registerNoteFixes(vault: VaultSession): vscode.Disposable {
  const provider: vscode.CodeActionProvider = {
    provideCodeActions: async (document, _range, { diagnostics }) => {
      const own = diagnostics.filter(({ source, code }) => source === 'Cortex' && code !== undefined);
      return own.length === 0 ? [] : (await import('./note-fix-actions.ts')).noteFixActions(document, own, vault);
    },
  };
  return vscode.languages.registerCodeActionsProvider(NOTES, provider, { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] });
}
