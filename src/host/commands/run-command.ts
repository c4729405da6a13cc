import * as vscode from 'vscode';
import type { CommandId } from '../manifest/manifest.ts';
import type { Subject } from '../model/row.ts';

/**
 * Runs a command as if the user had chosen it.
 * @param subject row that it is about
 */
export async function runCommand(id: CommandId, subject?: Subject): Promise<void> {
  await vscode.commands.executeCommand(id, subject);
}
