import type * as vscode from 'vscode';
import type { OpenProtocol } from '../../engine/platform/protocol.ts';
import type { NeedsSession } from '../needs/needs-session.ts';
import type { ProtocolSession } from '../protocol-session.ts';
import type { ProjectSession } from '../session.ts';
import type { StackSession } from '../stack/stack-session.ts';
import type { TeamSession } from '../team/team-session.ts';
import type { TimelineAsking } from '../timeline-asking.ts';
import type { VaultSession } from '../vault/vault-session.ts';
import type { ViewRequest } from '../view-request.ts';
import { type PageParts, registerDashboard } from './dashboards.ts';
import type { GraphPlace } from './graph/protocol.ts';
import type { RequestedLock } from './locks/state.ts';
import type { NotesRequest } from './memory/protocol.ts';
import type { EntryRequest } from './timeline/protocol.ts';

/** Sessions and requests that the dashboards read. */
export interface Sessions {
  readonly session: ProjectSession;
  readonly stacks: StackSession;
  readonly team: TeamSession;
  readonly vault: VaultSession;
  readonly protocols: readonly ProtocolSession<OpenProtocol>[];
  readonly needs: NeedsSession;
  readonly timelines: TimelineAsking;
  readonly graphRequest: ViewRequest<GraphPlace>;
  readonly lockRequest: ViewRequest<RequestedLock>;
  readonly entryRequest: ViewRequest<EntryRequest>;
  readonly notesRequest: ViewRequest<NotesRequest>;
  readonly log: vscode.LogOutputChannel;
}

/** Registers all dashboards. @returns the dashboards, keyed by the names that commands use */
export function registerDashboards(sessions: Sessions, { extensionUri, workspaceState }: vscode.ExtensionContext) {
  const parts = { extension: extensionUri, log: sessions.log };
  return { ...ofProjects(sessions, parts), ...ofOthers(sessions, parts, workspaceState) };
}

function ofProjects(sessions: Sessions, parts: PageParts) {
  const { session, graphRequest, lockRequest, entryRequest } = sessions;
  return {
    overview: registerDashboard(parts, 'cortex.overview', 'Overview', async () => {
      const { OverviewDashboard } = await import('./overview/dashboard.ts');
      return () => new OverviewDashboard(sessions);
    }),
    dashboard: registerDashboard(parts, 'cortex.swarm', 'Swarm', async () => {
      const { SwarmDashboard } = await import('./swarm/dashboard.ts');
      return (panel) => new SwarmDashboard(session, () => panel.visible);
    }),
    graph: registerDashboard(parts, 'cortex.graph', 'Graph', async () => {
      const { GraphDashboard } = await import('./graph/dashboard.ts');
      return (panel) => new GraphDashboard({ session, request: graphRequest }, panel);
    }),
    locks: registerDashboard(parts, 'cortex.locks', 'Locks', async () => {
      const { LocksDashboard } = await import('./locks/dashboard.ts');
      return () => new LocksDashboard({ session, request: lockRequest });
    }),
    timeline: registerDashboard(parts, 'cortex.timeline', 'Timeline', async () => {
      const { TimelineDashboard } = await import('./timeline/dashboard.ts');
      return () => new TimelineDashboard({ session, request: entryRequest });
    }),
  };
}

function ofOthers({ stacks, vault, team, notesRequest, log }: Sessions, parts: PageParts, memory: vscode.Memento) {
  return {
    messages: registerDashboard(parts, 'cortex.messages', 'Messages', async () => {
      const { MessagesDashboard } = await import('./messages/dashboard.ts');
      await stacks.use();
      return () => new MessagesDashboard({ stacks, memory, log });
    }),
    memory: registerDashboard(parts, 'cortex.memory', 'Memory', async () => {
      const { MemoryDashboard } = await import('./memory/dashboard.ts');
      return () => new MemoryDashboard({ vault, request: notesRequest });
    }),
    workQueues: registerDashboard(parts, 'cortex.workQueues', 'Work Queues', async () => {
      const { QueuesDashboard, QueueRequests } = await import('./work-queues/dashboard.ts');
      await team.use();
      const requests = new QueueRequests();
      return () => new QueuesDashboard({ team, log, requests });
    }),
  };
}
