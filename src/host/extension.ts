import * as vscode from 'vscode';
import { nodeRuntime } from '../engine/kernel/runtime.ts';
import { registerCommands } from './commands/commands.ts';
import { TextDocuments } from './commands/text-documents.ts';
import { registerContextKeys } from './context-keys.ts';
import { registerDiagnostics } from './diagnostics.ts';
import { registerDashboard } from './panel/dashboard.ts';
import { registerMessages } from './panel/messages-dashboard.ts';
import { registerWorkQueues } from './panel/work-queues-dashboard.ts';
import { ProjectSession } from './session.ts';
import { HookRunner } from './stack/hook-commands.ts';
import { registerPlanLenses } from './stack/language/plan-lenses.ts';
import { registerStackFixes } from './stack/language/stack-fixes.ts';
import { registerStackProblems } from './stack/language/stack-problems.ts';
import { StackSession } from './stack/stack-session.ts';
import { registerStackView } from './stack/stack-view.ts';
import { registerStatusBar } from './status-bar.ts';
import { registerCoordinator } from './team/coordinator.ts';
import { TeamSession } from './team/team-session.ts';
import { registerTeamView } from './team/team-view.ts';
import { registerNoteFixes } from './vault/language/fixes.ts';
import { registerNoteLinks } from './vault/language/links.ts';
import { registerNoteProblems } from './vault/language/problems.ts';
import { registerMemoryView } from './vault/memory-view.ts';
import { VaultSession } from './vault/vault-session.ts';
import { registerViews } from './views/views.ts';

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
  const hooks = new HookRunner(agents);
  const documents = new TextDocuments();
  const dashboards = registerDashboards(opened, agents, members, context, log);
  context.subscriptions.push(
    log,
    opened,
    memory,
    agents,
    members,
    hooks,
    documents,
    ...Object.values(dashboards),
    registerContextKeys(opened),
    registerViews(opened),
    ...ofMemory(memory, log),
    ...ofStacks(agents),
    registerTeamView(members),
    registerCoordinator(members, documents),
    registerStatusBar(opened),
    registerDiagnostics(opened),
    registerCommands({ session: opened, vault: memory, stacks: agents, team: members, hooks, documents, log, ...dashboards }),
  );
  log.info(`activated in ${Math.round(performance.now() - begun)} ms`);
  void opened.ready().then(() => log.info(`opened in ${Math.round(performance.now() - begun)} ms`));
}

/** By the name under which commands know them. */
function registerDashboards(
  session: ProjectSession,
  agents: StackSession,
  members: TeamSession,
  { extensionUri, workspaceState }: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
) {
  return {
    dashboard: registerDashboard(session, extensionUri, log),
    messages: registerMessages({ stacks: agents, memory: workspaceState, log }, extensionUri),
    workQueues: registerWorkQueues(members, extensionUri, log),
  };
}

function ofMemory(memory: VaultSession, log: vscode.LogOutputChannel): vscode.Disposable[] {
  return [registerMemoryView(memory), registerNoteLinks(memory, log), registerNoteProblems(memory), registerNoteFixes(memory)];
}

function ofStacks(agents: StackSession): vscode.Disposable[] {
  return [registerStackView(agents), registerPlanLenses(agents), registerStackProblems(agents), registerStackFixes(agents)];
}

/** Called by the editor as it closes. */
export async function deactivate(): Promise<void> {
  await vault?.close();
  await stacks?.close();
  await team?.close();
  await session?.close();
}
