import type * as vscode from 'vscode';
import type { GraphWish } from '../graph/graph-wish.ts';
import type { NeedsSession } from '../needs/needs-session.ts';
import type { ProjectSession } from '../session.ts';
import type { StackSession } from '../stack/stack-session.ts';
import type { TeamSession } from '../team/team-session.ts';
import type { TimelineAsking } from '../timeline-asking.ts';
import type { VaultSession } from '../vault/vault-session.ts';
import type { Wish } from '../wish.ts';
import { registerDashboard } from './dashboards.ts';
import type { LockWanted } from './locks/state.ts';
import type { NotesWish } from './memory/protocol.ts';
import type { EntryWish } from './timeline/protocol.ts';

/** What dashboards show. */
export interface Sessions {
  readonly session: ProjectSession;
  readonly stacks: StackSession;
  readonly team: TeamSession;
  readonly vault: VaultSession;
  readonly needs: NeedsSession;
  readonly timelines: TimelineAsking;
  readonly graphWish: GraphWish;
  readonly lockWish: Wish<LockWanted>;
  readonly entryWish: Wish<EntryWish>;
  readonly notesWish: Wish<NotesWish>;
  readonly log: vscode.LogOutputChannel;
  keep(something: vscode.Disposable): void;
}

/** Registers all dashboards. @returns them by the names under which commands know them */
export function registerDashboards(
  { session, stacks, team, vault, needs, timelines, graphWish, lockWish, entryWish, notesWish, log, keep }: Sessions,
  { extensionUri, workspaceState }: vscode.ExtensionContext,
) {
  return {
    overview: registerDashboard({ viewType: 'cortex.overview', title: 'Overview' }, async () =>
      (await import('./overview/dashboard.ts')).overviewPage({ session, stacks, team, vault, needs, timelines, log }, extensionUri),
    ),
    dashboard: registerDashboard({ viewType: 'cortex.swarm', title: 'Swarm' }, async () =>
      (await import('./swarm/dashboard.ts')).swarmPage(session, extensionUri, log),
    ),
    messages: registerDashboard({ viewType: 'cortex.messages', title: 'Messages' }, async () => {
      const { messagesPage } = await import('./messages/dashboard.ts');
      await stacks.use();
      return messagesPage({ stacks, memory: workspaceState, log, keep }, extensionUri);
    }),
    graph: registerDashboard({ viewType: 'cortex.graph', title: 'Graph' }, async () => {
      const { graphPage } = await import('./graph/dashboard.ts');
      return graphPage({ session, wish: graphWish, log }, extensionUri);
    }),
    locks: registerDashboard({ viewType: 'cortex.locks', title: 'Locks' }, async () => {
      const { locksPage } = await import('./locks/dashboard.ts');
      return locksPage({ session, wish: lockWish, log, keep }, extensionUri);
    }),
    timeline: registerDashboard({ viewType: 'cortex.timeline', title: 'Timeline' }, async () => {
      const { timelinePage } = await import('./timeline/dashboard.ts');
      return timelinePage({ session, wish: entryWish, log }, extensionUri);
    }),
    memory: registerDashboard({ viewType: 'cortex.memory', title: 'Memory' }, async () => {
      const { memoryPage } = await import('./memory/dashboard.ts');
      return memoryPage({ vault, wish: notesWish, log }, extensionUri);
    }),
    workQueues: registerDashboard({ viewType: 'cortex.workQueues', title: 'Work Queues' }, async () => {
      const { queuesPage } = await import('./work-queues/dashboard.ts');
      await team.use();
      return queuesPage({ team, log, keep }, extensionUri);
    }),
  };
}
