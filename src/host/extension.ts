import * as vscode from 'vscode';
import type { OpenProtocol, Protocol } from '../engine/platform/protocol.ts';
import { nodeRuntime } from '../engine/platform/runtime.ts';
import { PROTOCOLS } from '../engine/workspace/protocols.ts';
import { type ContributedCommands, registerCommands } from './commands/registered-commands.ts';
import { TextDocuments } from './commands/text-documents.ts';
import { registerContextKeys } from './context-keys.ts';
import { registerCrtxEditor } from './crtx/crtx-editor.ts';
import { registerDashboards } from './dashboards/all-dashboards.ts';
import type { GraphPlace } from './dashboards/graph/protocol.ts';
import type { RequestedLock } from './dashboards/locks/state.ts';
import type { NotesRequest } from './dashboards/memory/protocol.ts';
import type { OverviewParts } from './dashboards/overview/sources.ts';
import type { EntryRequest } from './dashboards/timeline/protocol.ts';
import { registerDiagnostics } from './diagnostics.ts';
import { registerMemoryViews, registerNeedsViews, registerStackViews, registerTeamViews } from './lazy-views.ts';
import { registerLocksWhenOpened } from './locks/lazy-locks.ts';
import type { RegisteredId } from './manifest/manifest.ts';
import { registerMcpServers } from './mcp-servers.ts';
import { NeedsSession } from './needs/needs-session.ts';
import { ProtocolSession } from './protocol-session.ts';
import { ProjectSession } from './session.ts';
import { StackSession } from './stack/stack-session.ts';
import { registerStatusBar } from './status-bar.ts';
import { registerCoordinator } from './team/coordinator-setting.ts';
import { TeamSession } from './team/team-session.ts';
import { TimelineAsking } from './timeline-asking.ts';
import { VaultSession } from './vault/vault-session.ts';
import { ViewRequest } from './view-request.ts';
import { registerViews } from './views/views.ts';

let session: ProjectSession | undefined;
let protocols: readonly ProtocolSession<OpenProtocol>[] = [];

/** Entry point of the extension. Reads no files: folders are opened in the background. */
export function activate(context: vscode.ExtensionContext): void {
  const begun = performance.now();
  const log = vscode.window.createOutputChannel('Cortex', { log: true });
  const opened = new ProjectSession(nodeRuntime(), context.workspaceState, log);
  session = opened;
  const [vault, stacks, team] = [new VaultSession(opened, log), new StackSession(opened, log), new TeamSession(opened, log)];
  const others = withoutViews([vault, stacks, team]).map((protocol) => new ProtocolSession(protocol, opened, log));
  protocols = [vault, stacks, team, ...others];
  const documents = new TextDocuments();
  const requests = noWishes();
  const timelines = new TimelineAsking();
  const sources = { session: opened, vault, stacks, team, protocols, timelines, log };
  const needs = new NeedsSession(sources);
  const keep = (something: vscode.Disposable) => void context.subscriptions.push(something);
  const sessions = { ...sources, ...requests, needs, keep };
  const dashboards = registerDashboards(sessions, context);
  context.subscriptions.push(
    log,
    opened,
    ...protocols,
    timelines,
    documents,
    ...Object.values(requests),
    ...Object.values(dashboards),
    registerContextKeys(opened, team),
    registerViews(opened),
    needs,
    ...registerLate({ ...sources, needs }, context.globalStorageUri.fsPath),
    registerCoordinator(team, documents),
    registerStatusBar(opened, needs, team),
    // Stacks and notes have their own diagnostics, which include unsaved text.
    registerDiagnostics(opened, [team, ...others], [vault, stacks]),
    registerCrtxEditor(sources, context),
    registerMcpServers(opened, context),
    registerCommands({ ...sessions, documents, ...dashboards }, commandsIn(context.extension)),
  );
  log.info(`activated in ${Math.round(performance.now() - begun)} ms`);
  void opened.ready().then(() => log.info(`opened in ${Math.round(performance.now() - begun)} ms`));
}

/** Returns the protocols without their own session class. They are opened too, so that their needs and problems are shown. */
function withoutViews(sessions: readonly ProtocolSession<OpenProtocol>[]): readonly Protocol[] {
  const known = new Set(['cortex', ...sessions.map(({ protocol }) => protocol.name)]);
  return PROTOCOLS.filter(({ name }) => !known.has(name));
}

/** Creates the requests to the dashboards. */
const noWishes = () => ({
  graphRequest: new ViewRequest<GraphPlace>(),
  lockRequest: new ViewRequest<RequestedLock>(),
  entryRequest: new ViewRequest<EntryRequest>(),
  notesRequest: new ViewRequest<NotesRequest>(),
});

/** Registers parts whose code is loaded when their content first exists. */
function registerLate({ session: opened, needs, vault, stacks, team, log }: OverviewParts, shared: string) {
  return [
    registerNeedsViews({ needs, session: opened, shared, log }),
    registerMemoryViews(vault, log),
    registerStackViews(stacks, log),
    registerTeamViews(team),
    registerLocksWhenOpened(opened, log),
  ];
}

type Named = readonly { readonly command: RegisteredId }[];

/** Returns the commands in package.json. */
function commandsIn({ packageJSON }: vscode.Extension<unknown>): ContributedCommands {
  const { contributes }: { readonly contributes: { readonly commands: Named; readonly menus: { readonly 'view/title': Named } } } =
    packageJSON;
  const { commands, menus } = contributes;
  return { all: commands.map(({ command }) => command), ofTitles: new Set(menus['view/title'].map(({ command }) => command)) };
}

/** Called by VS Code on shutdown. */
export async function deactivate(): Promise<void> {
  for (const each of protocols) await each.close();
  await session?.close();
}
