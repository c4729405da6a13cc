import * as vscode from 'vscode';
import type { ProjectSession } from './session.ts';

/** As in `contributes.mcpServerDefinitionProviders`. */
const PROVIDER = 'cortex';

/** Reports whether this editor has the API. Editors that are derived from VS Code may lack it. */
const isSupported = (): boolean => 'lm' in vscode && 'registerMcpServerDefinitionProvider' in vscode.lm;

/** Offers the agents of the window the MCP server of each open project, so that nothing must be installed for them. */
export function registerMcpServers(session: ProjectSession, { extension }: vscode.ExtensionContext): vscode.Disposable {
  if (!isSupported()) return new vscode.Disposable(() => {});
  const changed = new vscode.EventEmitter<void>();
  const files = vscode.workspace.createFileSystemWatcher('**/{.vscode/mcp.json,.github/hooks/*.json}');
  const provider: vscode.McpServerDefinitionProvider<vscode.McpStdioServerDefinition> = {
    onDidChangeMcpServerDefinitions: changed.event,
    provideMcpServerDefinitions: () => definitionsOf(session, extension),
  };
  return vscode.Disposable.from(
    changed,
    files,
    files.onDidCreate(() => changed.fire()),
    files.onDidChange(() => changed.fire()),
    files.onDidDelete(() => changed.fire()),
    session.onDidChangeAny((changes) => changes.has('project') && changed.fire()),
    vscode.lm.registerMcpServerDefinitionProvider(PROVIDER, provider),
  );
}

/** In a folder that is not trusted, no server is offered. */
async function definitionsOf(session: ProjectSession, extension: vscode.Extension<unknown>): Promise<vscode.McpStdioServerDefinition[]> {
  await session.ready();
  if (!vscode.workspace.isTrusted || session.projects.length === 0) return [];
  const { mcpDefinitions } = await import('./model/mcp-definition.ts');
  const program = vscode.Uri.joinPath(extension.extensionUri, 'dist', 'bin', 'cortex.cjs').fsPath;
  const place = { runtime: session.runtime, program, machine: vscode.env.machineId, agent: process.env.CORTEX_AGENT || undefined };
  const { version }: { readonly version: string } = extension.packageJSON;
  return mcpDefinitions(place, session.projects).map(({ label, args, env, folder }) => {
    const server = new vscode.McpStdioServerDefinition(label, process.execPath, [...args], { ...env }, version);
    server.cwd = vscode.Uri.file(folder);
    return server;
  });
}
