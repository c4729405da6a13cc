import * as vscode from 'vscode';
import { nodeRuntime } from '../engine/kernel/runtime.ts';
import { registerCommands } from './commands/commands.ts';
import { registerContextKeys } from './context-keys.ts';
import { registerDiagnostics } from './diagnostics.ts';
import { registerDashboard } from './panel/dashboard.ts';
import { ProjectSession } from './session.ts';
import { registerStatusBar } from './status-bar.ts';
import { registerNoteFixes } from './vault/language/fixes.ts';
import { registerNoteLinks } from './vault/language/links.ts';
import { registerNoteProblems } from './vault/language/problems.ts';
import { registerMemoryView } from './vault/memory-view.ts';
import { VaultSession } from './vault/vault-session.ts';
import { registerViews } from './views/views.ts';

let session: ProjectSession | undefined;
let vault: VaultSession | undefined;

/** Called by the editor, once. Nothing is read here: folders are opened behind it. */
export function activate(context: vscode.ExtensionContext): void {
  const begun = performance.now();
  const log = vscode.window.createOutputChannel('Cortex', { log: true });
  const opened = new ProjectSession(nodeRuntime(), context.workspaceState, log);
  session = opened;
  const memory = new VaultSession(opened, log);
  vault = memory;
  const dashboard = registerDashboard(opened, context.extensionUri, log);
  context.subscriptions.push(
    log,
    opened,
    memory,
    dashboard,
    registerContextKeys(opened),
    registerViews(opened),
    registerMemoryView(memory),
    registerNoteLinks(memory, log),
    registerNoteProblems(memory),
    registerNoteFixes(memory),
    registerStatusBar(opened),
    registerDiagnostics(opened),
    registerCommands({ session: opened, vault: memory, log, dashboard }),
  );
  log.info(`activated in ${Math.round(performance.now() - begun)} ms`);
  void opened.ready().then(() => log.info(`opened in ${Math.round(performance.now() - begun)} ms`));
}

/** Called by the editor as it closes. */
export async function deactivate(): Promise<void> {
  await vault?.close();
  await session?.close();
}
