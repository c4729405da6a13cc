/** Views of a team, loaded when a team is first used. */

import * as vscode from 'vscode';
import { MERGE_CONFLICT, TEAM_FOLDERS } from '../../engine/team/index.ts';
import { registerConflictFixes } from '../conflict-fixes.ts';
import type { TeamSession } from './team-session.ts';
import { registerTeamView } from './team-view.ts';

/** Selects the files of a team directory that may have problems. */
const TEAM_DOCUMENTS: vscode.DocumentFilter = { scheme: 'file', pattern: `**/{${TEAM_FOLDERS.join(',')}}/**/*.md` };

/** Registers quick fixes for git merge conflicts in the notes of the team. */
function registerTeamFixes(team: TeamSession): vscode.Disposable {
  return registerConflictFixes(TEAM_DOCUMENTS, {
    code: MERGE_CONFLICT,
    load: async () => {
      const { settleTeamText } = await import('./settle-team-text.ts');
      return (file, text) => settleTeamText(team.store()?.root ?? '', file, text);
    },
  });
}

/** Registers everything that shows a team. */
export function registerTeam(team: TeamSession): vscode.Disposable {
  return vscode.Disposable.from(registerTeamView(team), registerTeamFixes(team));
}
