import * as vscode from 'vscode';
import { KEEP_BOTH_SIDES } from '../engine/text/conflicts/conflict-words.ts';
import { mergeConflicts } from '../engine/text/conflicts/merge-conflicts.ts';
import { settledOrNull } from '../engine/text/conflicts/remove-conflicts.ts';
import { changedPart } from './stack/model/changed-part.ts';

/** Resolves git merge conflicts in files of a protocol. */
export interface ConflictFix {
  /** Code of the diagnostics for conflicts. */
  readonly code: string;
  /** Loads the function below, because conflicts are rare. */
  load(): Promise<SettleText>;
}

/** Returns the text with both sides of every conflict. @param file absolute @throws CortexError if only a person can tell the sides */
export type SettleText = (file: string, text: string) => string;

/**
 * Registers a quick fix that keeps both sides of git merge conflicts (rulings, all protocols 10). It is computed for the current text,
 * saved or not, and resolves all conflicts of a file at once, because git may split related changes into several conflicts.
 */
export function registerConflictFixes(selector: vscode.DocumentSelector, fix: ConflictFix): vscode.Disposable {
  const provider: vscode.CodeActionProvider = {
    provideCodeActions: async (document, _range, { diagnostics }) => {
      const conflicts = diagnostics.filter((each) => each.source === 'Cortex' && each.code === fix.code);
      if (conflicts.length === 0) return [];
      const settle = await fix.load();
      return conflicts.flatMap((each) => actionFor(document, each, settle) ?? []);
    },
  };
  const kinds = { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] };
  return vscode.languages.registerCodeActionsProvider(selector, provider, kinds);
}

function actionFor(document: vscode.TextDocument, diagnostic: vscode.Diagnostic, settle: SettleText): vscode.CodeAction | null {
  const text = document.getText();
  // Typing may have moved or resolved the conflict since it was shown.
  const conflicts = mergeConflicts(text);
  if (!conflicts.some(({ line }) => line === diagnostic.range.start.line + 1)) return null;
  const settled = settledOrNull(text, () => settle(document.uri.fsPath, text));
  if (settled === null) return null;
  const { from, to, text: kept } = changedPart(text, settled);
  const action = new vscode.CodeAction(KEEP_BOTH_SIDES, vscode.CodeActionKind.QuickFix);
  action.diagnostics = [diagnostic];
  action.edit = new vscode.WorkspaceEdit();
  action.edit.replace(document.uri, new vscode.Range(document.positionAt(from), document.positionAt(to)), kept);
  return action;
}
