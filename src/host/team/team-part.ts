/** The views of a team, loaded with the first sign of one. */
import * as vscode from 'vscode';
import { registerTeamFixes } from './team-fixes.ts';
import type { TeamSession } from './team-session.ts';
import { registerTeamView } from './team-view.ts';

/** Registers all that shows a team. */
export function registerTeam(team: TeamSession): vscode.Disposable {
  return vscode.Disposable.from(registerTeamView(team), registerTeamFixes(team));
}
