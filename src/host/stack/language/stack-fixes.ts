import * as vscode from 'vscode';
import type { StackSession } from '../stack-session.ts';
import { STACK_DOCUMENTS } from './stack-problems.ts';

/** Offers what mends a problem of a stack's file where it stands. Each offer is made for the document as it is at that moment, saved or not. */
export function registerStackFixes(session: StackSession): vscode.Disposable {
  const provider: vscode.CodeActionProvider = {
    provideCodeActions: async (document, _range, { diagnostics }) => {
      const own = diagnostics.filter(({ source, code }) => source === 'Cortex' && code !== undefined);
      return own.length === 0 ? [] : (await import('./stack-fix-actions.ts')).stackFixActions(session, document, own);
    },
  };
  const kinds = { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] };
  return vscode.languages.registerCodeActionsProvider(STACK_DOCUMENTS, provider, kinds);
}
