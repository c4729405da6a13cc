import * as vscode from 'vscode';
import { nodeRuntime } from '../engine/platform/runtime.ts';
import { type ContributedCommands, registerCommands } from './commands/registered-commands.ts';
import { TextDocuments } from './commands/text-documents.ts';
import { registerContextKeys } from './context-keys.ts';
import { registerCrtxEditor } from './crtx/crtx-editor.ts';
import { registerDashboards } from './dashboards/all-dashboards.ts';
import type { GraphPlace } from './dashboards/graph/protocol.ts';
import type { LockWanted } from './dashboards/locks/state.ts';
import type { NotesWish } from './dashboards/memory/protocol.ts';
import type { EntryWish } from './dashboards/timeline/protocol.ts';
import { registerDiagnostics } from './diagnostics.ts';
import { registerMemoryLate, registerNeedsLate, registerStacksLate, registerTeamLate } from './late-views.ts';
import { registerLocksLate } from './locks/locks-late.ts';
import type { RegisteredId } from './manifest/manifest.ts';
import { NeedsSession, type NeedsSources } from './needs/needs-session.ts';
import { ProjectSession } from './session.ts';
import { StackSession } from './stack/stack-session.ts';
import { registerStatusBar } from './status-bar.ts';
import { registerCoordinator } from './team/coordinator-setting.ts';
import { TeamSession } from './team/team-session.ts';
import { TimelineAsking } from './timeline-asking.ts';
import { VaultSession } from './vault/vault-session.ts';
import { registerViews } from './views/views.ts';
import { Wish } from './wish.ts';

let session: ProjectSession | undefined;
let vault: VaultSession | undefined;
let stacks: StackSession | undefined;
let team: TeamSession | undefined;

/** Called by the editor, once. Nothing is read here: folders are opened behind it. */
export function activate(context: vscode.ExtensionContext): void {
  const begun = performance.now();
  const log = vscode.window.createOutputChannel('Cortex', { log: true });
  const opened = new ProjectSession(nodeRuntime(), context.workspaceState, log);
  session = opened;
  const memory = new VaultSession(opened, log);
  vault = memory;
  const agents = new StackSession(opened, log);
  stacks = agents;
  const members = new TeamSession(opened, log);
  team = members;
  const documents = new TextDocuments();
  const wishes = noWishes();
  const timelines = new TimelineAsking();
  const sources = { session: opened, vault: memory, stacks: agents, team: members, timelines, log };
  const needs = new NeedsSession(sources);
  const keep = (something: vscode.Disposable) => void context.subscriptions.push(something);
  const sessions = { ...sources, ...wishes, needs, keep };
  const dashboards = registerDashboards(sessions, context);
  context.subscriptions.push(
    log,
    opened,
    memory,
    agents,
    members,
    timelines,
    documents,
    ...Object.values(wishes),
    ...Object.values(dashboards),
    registerContextKeys(opened),
    registerViews(opened),
    needs,
    ...registerLate(sources, needs, context.globalStorageUri.fsPath),
    registerCoordinator(members, documents),
    registerStatusBar(opened, needs),
    registerDiagnostics(opened),
    registerCrtxEditor(sources, context),
    registerCommands({ ...sessions, documents, ...dashboards }, commandsIn(context.extension)),
  );
  log.info(`activated in ${Math.round(performance.now() - begun)} ms`);
  void opened.ready().then(() => log.info(`opened in ${Math.round(performance.now() - begun)} ms`));
}

/** What dashboards may be asked to show. */
const noWishes = () => ({
  graphWish: new Wish<GraphPlace>(),
  lockWish: new Wish<LockWanted>(),
  entryWish: new Wish<EntryWish>(),
  notesWish: new Wish<NotesWish>(),
});

/** What is loaded with the first sign of what it shows. */
function registerLate(sources: NeedsSources, needs: NeedsSession, shared: string) {
  const { session: opened, vault: memory, stacks: agents, team: members, log } = sources;
  return [
    registerNeedsLate({ needs, session: opened, shared, log }),
    registerMemoryLate(memory, log),
    registerStacksLate(agents, log),
    registerTeamLate(members),
    registerLocksLate(opened, log),
  ];
}

type Named = readonly { readonly command: RegisteredId }[];

/** The commands that package.json contributes. */
function commandsIn({ packageJSON }: vscode.Extension<unknown>): ContributedCommands {
  const { contributes }: { readonly contributes: { readonly commands: Named; readonly menus: { readonly 'view/title': Named } } } =
    packageJSON;
  const { commands, menus } = contributes;
  return { all: commands.map(({ command }) => command), ofTitles: new Set(menus['view/title'].map(({ command }) => command)) };
}

/** Called by the editor as it closes. */
export async function deactivate(): Promise<void> {
  await vault?.close();
  await stacks?.close();
  await team?.close();
  await session?.close();
}
