import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { waitFor } from '../../harness/wait.ts';
import { extension } from '../support.ts';

describe('without a folder', () => {
  it('every command ends with a message, none with an error of its own', async () => {
    assert.equal(vscode.workspace.workspaceFolders, undefined);
    await vscode.commands.executeCommand('cortex.swarm.focus');
    await waitFor('activation', async () => extension().isActive);
    const { contributes } = extension().packageJSON as { contributes: { commands: { command: string }[] } };
    for (const { command } of contributes.commands) await vscode.commands.executeCommand(command);
  });
});
