import path from 'node:path';
import type * as vscode from 'vscode';
import { MERGE_CONFLICT, settleTeamText, TEAM_FOLDERS, teamFile } from '../../engine/team/index.ts';
import { registerConflictFixes } from '../conflict-fixes.ts';
import type { TeamSession } from './team-session.ts';

/** The files of a team directory in which something may be found. */
const TEAM_DOCUMENTS: vscode.DocumentFilter = { scheme: 'file', pattern: `**/{${TEAM_FOLDERS.join(',')}}/**/*.md` };

/** Offers to resolve git's conflicts in the notes of the team. */
export function registerTeamFixes(team: TeamSession): vscode.Disposable {
  return registerConflictFixes(TEAM_DOCUMENTS, {
    code: MERGE_CONFLICT,
    settle: (file, text) => settleTeamText(text, kindOf(team.store()?.root ?? '', file)).text,
  });
}

/** What a file of the team is; `null` for another one. @param file absolute */
function kindOf(root: string, file: string) {
  return teamFile(path.relative(root, file).split(path.sep).join('/'))?.kind ?? null;
}
