/** Returns the quick fixes for problems in a stack's files. Loaded when they are first requested. */
import * as vscode from 'vscode';
import { realFile } from '../../model/real-file.ts';
import type { Subject } from '../../model/row.ts';
import { listFixes, type StackFix } from '../model/stack-fixes.ts';
import type { StackSession } from '../stack-session.ts';
import { findingsIn, rangeIn } from './stack-problems.ts';

export function stackFixActions(
  session: StackSession,
  document: vscode.TextDocument,
  diagnostics: readonly vscode.Diagnostic[],
): vscode.CodeAction[] {
  const findings = findingsIn(session, document) ?? [];
  return diagnostics.flatMap((diagnostic) => {
    // Typing may have moved or fixed the problem since it was shown.
    const finding = findings.find((each) => each.code === diagnostic.code && rangeIn(document, each).isEqual(diagnostic.range));
    const fixes = finding === undefined ? [] : listFixes(finding, document.getText());
    return fixes.flatMap((fix) => actionOf(session, document, diagnostic, fix) ?? []);
  });
}

function actionOf(
  session: StackSession,
  document: vscode.TextDocument,
  diagnostic: vscode.Diagnostic,
  fix: StackFix,
): vscode.CodeAction | null {
  const action = new vscode.CodeAction(fix.title, vscode.CodeActionKind.QuickFix);
  action.diagnostics = [diagnostic];
  if (fix.kind === 'edit') {
    const { from, to, text } = fix.edit;
    action.edit = new vscode.WorkspaceEdit();
    action.edit.replace(document.uri, new vscode.Range(document.positionAt(from), document.positionAt(to)), text);
    action.isPreferred = fix.isBest;
    return action;
  }
  // Several folders may have an agent with this name, so search the folder of this file.
  const file = realFile(document.uri);
  const own = session.opened.find(({ opened: { state } }) => state.kind === 'stacks' && state.stacks.agentsFile === file);
  const files = own?.opened.files.find(({ name }) => name === fix.agent);
  if (files === undefined || !vscode.workspace.isTrusted) return null;
  const subject: Subject = { kind: 'stack', directory: files.directory };
  action.command = { command: 'cortex.stack.init', title: fix.title, arguments: [subject] };
  return action;
}
