import * as vscode from 'vscode';
import { KEEP_BOTH_SIDES } from '../engine/text/conflicts/conflict-words.ts';
import { halfConflict, mergeConflicts } from '../engine/text/conflicts/merge-conflicts.ts';
import { changedPart } from './stack/model/changed-part.ts';

/** What resolves git's conflicts in the files of a protocol. */
export interface ConflictFix {
  /** Of the problems that are conflicts. */
  readonly code: string;
  /** The text of a file with both sides of every conflict. @param file absolute */
  settle(file: string, text: string): string;
}

/**
 * Offers to keep both sides of the conflicts of git in a file, where Problems names one (rulings, all protocols 10). It is made for the
 * document as it is at that moment, saved or not; of all conflicts at once, as what two branches wrote may be divided among several.
 */
export function registerConflictFixes(selector: vscode.DocumentSelector, fix: ConflictFix): vscode.Disposable {
  const provider: vscode.CodeActionProvider = {
    provideCodeActions: (document, _range, { diagnostics }) =>
      diagnostics
        .filter((each) => each.source === 'Cortex' && each.code === fix.code)
        .flatMap((each) => actionFor(document, each, fix) ?? []),
  };
  const kinds = { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] };
  return vscode.languages.registerCodeActionsProvider(selector, provider, kinds);
}

function actionFor(document: vscode.TextDocument, diagnostic: vscode.Diagnostic, { settle }: ConflictFix): vscode.CodeAction | null {
  const text = document.getText();
  // What has been typed since the problem was shown may have moved it, or resolved it.
  const conflicts = mergeConflicts(text);
  if (halfConflict(conflicts) !== null || !conflicts.some(({ line }) => line === diagnostic.range.start.line + 1)) return null;
  const { from, to, text: kept } = changedPart(text, settle(document.uri.fsPath, text));
  const action = new vscode.CodeAction(KEEP_BOTH_SIDES, vscode.CodeActionKind.QuickFix);
  action.diagnostics = [diagnostic];
  action.edit = new vscode.WorkspaceEdit();
  action.edit.replace(document.uri, new vscode.Range(document.positionAt(from), document.positionAt(to)), kept);
  return action;
}
