import type * as vscode from 'vscode';
import type { NeedsViewParts } from './needs/needs-view.ts';
import type { StackSession } from './stack/stack-session.ts';
import type { TeamSession } from './team/team-session.ts';
import type { VaultSession } from './vault/vault-session.ts';
import { registerLazyView } from './views/lazy-view.ts';

/** Registers the view of memory, and with the first vault all that shows notes. */
export function registerMemoryViews(vault: VaultSession, log: vscode.LogOutputChannel): vscode.Disposable {
  const view = {
    id: 'cortex.memory',
    onDidChange: vault.onDidChange,
    ready: () => vault.ready(),
    welcome: () => (vault.state.kind !== 'none' ? null : vault.folder === null ? 'no-folder' : 'none'),
    load: async () => {
      const { registerMemory } = await import('./vault/vault-part.ts');
      return () => registerMemory(vault, log);
    },
  };
  return registerLazyView(view, log);
}

/** Registers the view of stacks, and with the first sign of one all that shows them. */
export function registerStackViews(stacks: StackSession, log: vscode.LogOutputChannel): vscode.Disposable {
  const view = {
    id: 'cortex.stacks',
    onDidChange: stacks.onDidChange,
    ready: () => stacks.ready(),
    welcome: () => (stacks.isUsed ? null : stacks.hasFolders ? 'none' : 'no-folder'),
    load: async () => {
      const { registerStacks } = await import('./stack/stack-part.ts');
      return () => registerStacks(stacks);
    },
  };
  return registerLazyView(view, log);
}

/** Registers the view of the team, and with the first sign of one what shows it. */
export function registerTeamViews(team: TeamSession): vscode.Disposable {
  const view = {
    id: 'cortex.team',
    onDidChange: team.onDidChange,
    ready: () => team.ready(),
    welcome: () => (team.isUsed ? null : 'none'),
    load: async () => {
      const { registerTeam } = await import('./team/team-part.ts');
      return () => registerTeam(team);
    },
  };
  return registerLazyView(view, team.log);
}

/** Registers what waits for a person, as soon as it is known what is open: before that nothing waits. */
export function registerNeedsViews(parts: NeedsViewParts): vscode.Disposable {
  const { needs, session, log } = parts;
  const view = {
    id: 'cortex.needs',
    onDidChange: needs.onDidChange,
    ready: () => session.ready(),
    welcome: () => null,
    load: async () => {
      const { registerNeedsView } = await import('./needs/needs-view.ts');
      return () => registerNeedsView(parts);
    },
  };
  return registerLazyView(view, log);
}
