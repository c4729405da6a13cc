import * as vscode from 'vscode';
import { KEEP_BOTH_SIDES } from '../engine/kernel/conflict-words.ts';
import { keepBothSides, mergeConflicts } from '../engine/kernel/merge-conflicts.ts';

/**
 * Offers to keep both sides of a conflict of git, where Problems names one (rulings, all protocols 10). It is made for the document as it is
 * at that moment, saved or not.
 * @param code of the problems that are conflicts
 */
export function registerConflictFixes(selector: vscode.DocumentSelector, code: string): vscode.Disposable {
  const provider: vscode.CodeActionProvider = {
    provideCodeActions: (document, _range, { diagnostics }) =>
      diagnostics.filter((each) => each.source === 'Cortex' && each.code === code).flatMap((each) => actionFor(document, each) ?? []),
  };
  const kinds = { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] };
  return vscode.languages.registerCodeActionsProvider(selector, provider, kinds);
}

function actionFor(document: vscode.TextDocument, diagnostic: vscode.Diagnostic): vscode.CodeAction | null {
  const text = document.getText();
  // What has been typed since the problem was shown may have moved it, or resolved it.
  const conflict = mergeConflicts(text).find(({ line }) => line === diagnostic.range.start.line + 1);
  if (conflict === undefined) return null;
  const { from, to } = conflict;
  const action = new vscode.CodeAction(KEEP_BOTH_SIDES, vscode.CodeActionKind.QuickFix);
  action.diagnostics = [diagnostic];
  action.edit = new vscode.WorkspaceEdit();
  const range = new vscode.Range(document.positionAt(from), document.positionAt(to));
  action.edit.replace(document.uri, range, keepBothSides(text.slice(from, to)));
  return action;
}
