import * as vscode from 'vscode';
import type { TextDocuments } from '../commands/text-documents.ts';
import type { Coordinator } from './coordinator.ts';
import type { TeamSession } from './team-session.ts';

/** Runs a coordinator while the setting `cortex.team.coordinator` is on. */
export function registerCoordinator(team: TeamSession, documents: TextDocuments): vscode.Disposable {
  let coordinator: Coordinator | null = null;
  const isOn = () => vscode.workspace.getConfiguration('cortex').get<boolean>('team.coordinator', false);
  const end = () => {
    coordinator?.dispose();
    coordinator = null;
  };
  const follow = async (): Promise<void> => {
    if (!isOn()) return end();
    const { Coordinator: Kept } = await import('./coordinator.ts');
    if (isOn()) coordinator ??= new Kept(team, documents);
  };
  const followSoon = () => void follow().catch((error: unknown) => team.log.error(error instanceof Error ? error : String(error)));
  followSoon();
  return vscode.Disposable.from(
    { dispose: end },
    vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration('cortex.team.coordinator') && followSoon()),
    // Timers do not fire while the machine sleeps.
    vscode.window.onDidChangeWindowState(({ focused }) => focused && coordinator?.look()),
  );
}
