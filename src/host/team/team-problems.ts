import path from 'node:path';
import * as vscode from 'vscode';
import { MERGE_CONFLICT, settleTeamText, TEAM_FOLDERS, type TeamProblem, teamFile } from '../../engine/team/index.ts';
import { registerConflictFixes } from '../conflict-fixes.ts';
import { asSentence, messageText } from '../model/text.ts';
import type { TeamSession } from './team-session.ts';

/** The files of a team directory in which something may be found. */
const TEAM_DOCUMENTS: vscode.DocumentFilter = { scheme: 'file', pattern: `**/{${TEAM_FOLDERS.join(',')}}/**/*.md` };

/** Shows in Problems what is wrong with the files of the team, as they were saved, and offers to resolve git's conflicts. */
export function registerTeamProblems(team: TeamSession): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('cortex.team');
  const show = () => {
    const store = team.store();
    const found = new Map<string, vscode.Diagnostic[]>();
    for (const problem of store?.problems ?? []) found.set(problem.path, [...(found.get(problem.path) ?? []), diagnosticOf(problem)]);
    collection.clear();
    for (const [file, diagnostics] of found) collection.set(vscode.Uri.file(path.join(store?.root ?? '', file)), diagnostics);
  };
  show();
  const fixes = registerConflictFixes(TEAM_DOCUMENTS, {
    code: MERGE_CONFLICT,
    settle: (file, text) => settleTeamText(text, kindOf(team.store()?.root ?? '', file)),
  });
  return vscode.Disposable.from(collection, team.onDidChange(show), fixes);
}

/** What a file of the team is; `null` for another one. @param file absolute */
function kindOf(root: string, file: string) {
  return teamFile(path.relative(root, file).split(path.sep).join('/'))?.kind ?? null;
}

function diagnosticOf({ severity, code, message, line }: TeamProblem): vscode.Diagnostic {
  const { Error: error, Warning: warning } = vscode.DiagnosticSeverity;
  // An empty range is drawn under the word that stands there.
  const range = new vscode.Range(line - 1, 0, line - 1, 0);
  const diagnostic = new vscode.Diagnostic(range, messageText(asSentence(message)), severity === 'error' ? error : warning);
  diagnostic.source = 'Cortex';
  if (code !== null) diagnostic.code = code;
  return diagnostic;
}
