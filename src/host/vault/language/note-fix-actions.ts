/** Returns the quick fixes for problems of notes. Loaded when they are first requested. */
import * as vscode from 'vscode';
import { resolveInside } from '../../../engine/files/safe-path.ts';
import { CortexError } from '../../../engine/platform/errors.ts';
import { calendarDay } from '../../../engine/vault/index.ts';
import { type FixContext, listFixes, type NoteFix } from '../model/note-fixes.ts';
import type { VaultSession } from '../vault-session.ts';
import { TypedVault } from './links-vault.ts';
import { findingsIn } from './problems.ts';
import { rangeIn, typedNote } from './typed-note.ts';

export function noteFixActions(
  document: vscode.TextDocument,
  diagnostics: readonly vscode.Diagnostic[],
  vault: VaultSession,
): vscode.CodeAction[] {
  const { state, session } = vault;
  if (state.kind !== 'vault') return [];
  const { store } = state;
  const today = calendarDay(session.runtime.clock.now(), store.config.timeZone);
  return new TypedVault(vault, store).ask((index) => {
    const mended: FixContext = { text: document.getText(), note: typedNote(document, vault)?.note ?? null, index, today };
    const findings = findingsIn(document, vault, index) ?? [];
    return diagnostics.flatMap((diagnostic) => {
      // Typing may have moved or fixed the problem since it was shown.
      const finding = findings.find(({ code, at }) => code === diagnostic.code && rangeIn(document, at).isEqual(diagnostic.range));
      const fixes = finding === undefined ? [] : listFixes(finding, mended);
      return fixes.flatMap((fix) => actionOf(fix, diagnostic, document, vault) ?? []);
    });
  });
}

function actionOf(
  fix: NoteFix,
  diagnostic: vscode.Diagnostic,
  document: vscode.TextDocument,
  vault: VaultSession,
): vscode.CodeAction | null {
  const action = new vscode.CodeAction(fix.title, vscode.CodeActionKind.QuickFix);
  action.diagnostics = [diagnostic];
  if (fix.kind === 'edit') {
    action.edit = new vscode.WorkspaceEdit();
    action.edit.replace(document.uri, rangeIn(document, fix.edit), fix.edit.text);
    action.isPreferred = fix.isBest;
    return action;
  }
  const uri = vault.uriOf(fix.path);
  action.command = { command: 'vscode.open', title: fix.title, arguments: [uri] };
  if (fix.kind === 'open') return action;
  if (!vscode.workspace.isTrusted || !isInVault(fix.path, vault)) return null;
  action.edit = new vscode.WorkspaceEdit();
  action.edit.createFile(uri, { overwrite: false, contents: Buffer.from(fix.text) });
  return action;
}

/** Reports whether a path stays inside the vault. Its folders may be symlinks that lead out. */
function isInVault(path: string, { state, session }: VaultSession): boolean {
  try {
    if (state.kind !== 'vault') return false;
    resolveInside(session.runtime.fs, state.store.config.root, path);
    return true;
  } catch (error) {
    if (error instanceof CortexError) return false;
    throw error;
  }
}
