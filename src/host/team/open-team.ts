import os from 'node:os';
import type { Runtime } from '../../engine/platform/runtime.ts';
import { type TeamConfig, teamConfig } from '../../engine/team/index.ts';
import { unsavedTexts } from '../commands/unsaved-documents.ts';
import { OpenedTeam } from './opened-team.ts';

/** How the team works that is named, else the one of `~/.cortex/config.yaml`. @param named what the setting says @throws CortexError for a configuration that cannot be read */
export function readConfig({ fs }: Runtime, named: string): TeamConfig {
  const home = os.homedir();
  return teamConfig(fs, { home, cwd: home, named });
}

/** Opens the team directory; what is typed in its notes and not saved counts. @param happened as `OpenedTeam` has it */
export function openTeam(runtime: Runtime, config: TeamConfig, happened: () => void): OpenedTeam {
  return new OpenedTeam(runtime, config, unsavedTexts, happened);
}
