import * as vscode from 'vscode';
import { UNMERGED } from '../engine/files/git-state.ts';
import type { FileProblem } from '../engine/platform/file-problem.ts';
import type { OpenProtocol } from '../engine/platform/protocol.ts';
import { listProblems } from './model/swarm/view-model.ts';
import { messageText } from './model/text.ts';
import type { ProtocolSession } from './protocol-session.ts';
import type { ProjectSession } from './session.ts';

type Protocols = readonly ProtocolSession<OpenProtocol>[];

/**
 * Publishes diagnostics for saved files of the shown project and of protocols that cannot be read or have problems.
 * @param others protocols with their own diagnostics, except for what only git knows
 */
export function registerDiagnostics(session: ProjectSession, protocols: Protocols, others: Protocols): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('cortex');
  const show = () => {
    const found = new Map<string, vscode.Diagnostic[]>();
    const ofGit = others.flatMap((each) => each.problems()).filter(({ code }) => code === UNMERGED);
    for (const problem of [...listProblems(session.viewModel), ...protocols.flatMap((each) => each.problems()), ...ofGit]) {
      if (problem.file !== null) found.set(problem.file, [...(found.get(problem.file) ?? []), toDiagnostic(problem)]);
    }
    collection.clear();
    for (const [file, diagnostics] of found) collection.set(vscode.Uri.file(file), diagnostics);
  };
  return vscode.Disposable.from(
    collection,
    session.onDidChange((changes) => (changes.has('problems') || changes.has('project')) && show()),
    ...[...protocols, ...others].map((each) => each.onDidChange(show)),
  );
}

function toDiagnostic({ severity, summary, code, line, column }: FileProblem): vscode.Diagnostic {
  const at = new vscode.Position(line - 1, column - 1);
  const { Error: error, Warning: warning } = vscode.DiagnosticSeverity;
  // VS Code underlines the word at an empty range.
  const diagnostic = new vscode.Diagnostic(new vscode.Range(at, at), messageText(summary), severity === 'error' ? error : warning);
  diagnostic.source = 'Cortex';
  if (code !== undefined) diagnostic.code = code;
  return diagnostic;
}
