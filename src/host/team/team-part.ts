/** Views of a team, loaded when a team is first used. */
import * as vscode from 'vscode';
import { registerTeamFixes } from './team-fixes.ts';
import type { TeamSession } from './team-session.ts';
import { registerTeamView } from './team-view.ts';

/** Registers everything that shows a team. */
export function registerTeam(team: TeamSession): vscode.Disposable {
  return vscode.Disposable.from(registerTeamView(team), registerTeamFixes(team));
}
