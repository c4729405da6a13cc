/** Views of a team, loaded when a team is first used. */

import path from 'node:path';
import * as vscode from 'vscode';
import { certainTeamText, MERGE_CONFLICT, resolveTeamText, TEAM_FOLDERS, teamFile } from '../../engine/team/index.ts';
import { registerConflictFixes } from '../conflict-fixes.ts';
import type { TeamSession } from './team-session.ts';
import { registerTeamView } from './team-view.ts';

/** Selects the files of a team directory that may have problems. */
const TEAM_DOCUMENTS: vscode.DocumentFilter = { scheme: 'file', pattern: `**/{${TEAM_FOLDERS.join(',')}}/**/*.md` };

/** Registers quick fixes for git merge conflicts in the notes of the team. */
function registerTeamFixes(team: TeamSession): vscode.Disposable {
  return registerConflictFixes(TEAM_DOCUMENTS, {
    code: MERGE_CONFLICT,
    settle: (file, text) => {
      const kind = kindOf(team.store()?.root ?? '', file);
      return resolveTeamText(certainTeamText(text, kind, null), kind).text;
    },
  });
}

/** Returns the kind of a file of the team; `null` for other files. @param file absolute */
function kindOf(root: string, file: string) {
  return teamFile(path.relative(root, file).split(path.sep).join('/'))?.kind ?? null;
}

/** Registers everything that shows a team. */
export function registerTeam(team: TeamSession): vscode.Disposable {
  return vscode.Disposable.from(registerTeamView(team), registerTeamFixes(team));
}
