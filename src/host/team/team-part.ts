/** All that is loaded with the first sign of a team. */
import os from 'node:os';
import * as vscode from 'vscode';
import type { Runtime } from '../../engine/platform/runtime.ts';
import { type TeamConfig, teamConfig } from '../../engine/team/index.ts';
import { unsavedTexts } from '../commands/unsaved-documents.ts';
import { OpenedTeam } from './opened-team.ts';
import { registerTeamProblems } from './team-problems.ts';
import type { TeamSession } from './team-session.ts';
import { registerTeamView } from './team-view.ts';

/** Registers all that shows a team. */
export function registerTeam(team: TeamSession): vscode.Disposable {
  return vscode.Disposable.from(registerTeamView(team), registerTeamProblems(team));
}

/** How the team works that is named, else the one of `~/.cortex/config.yaml`. @param named what the setting says @throws CortexError for a configuration that cannot be read */
export function readConfig({ fs }: Runtime, named: string): TeamConfig {
  const home = os.homedir();
  return teamConfig(fs, { home, cwd: home, named });
}

/** Opens the team directory; what is typed in its notes and not saved counts. @param happened as `OpenedTeam` has it */
export function openTeam(runtime: Runtime, config: TeamConfig, happened: () => void): OpenedTeam {
  return new OpenedTeam(runtime, config, unsavedTexts, happened);
}
