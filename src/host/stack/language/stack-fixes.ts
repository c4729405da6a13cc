import * as vscode from 'vscode';
import type { StackSession } from '../stack-session.ts';
import { STACK_DOCUMENTS } from './stack-problems.ts';

/** Registers quick fixes for problems in stack files. They are computed for the current text of the document, saved or not. */
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
