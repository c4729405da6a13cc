import type * as vscode from 'vscode';
import type { NeedsViewParts } from './needs/needs-view.ts';
import type { StackSession } from './stack/stack-session.ts';
import type { TeamSession } from './team/team-session.ts';
import type { VaultSession } from './vault/vault-session.ts';
import { registerLazyView } from './views/lazy-view.ts';

/** Registers the Memory view. Its code and language features are loaded with the first vault. */
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

/** Registers the Stacks view. Its code and language features are loaded when a stack is first used. */
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

/** Registers the Teams view. Its code is loaded when a team is first used. */
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

/** Registers the Needs You view. Its code is loaded when the session is ready, because before that there are no needs. */
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
