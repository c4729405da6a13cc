import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { waitFor } from '../../harness/wait.ts';
import { cortex, extension, folder, manifest, taskNamed } from '../support.ts';

describe('several folders', () => {
  it('work in the first that has a project', async () => {
    await extension().activate();
    const [plain] = vscode.workspace.workspaceFolders ?? [];
    assert.notEqual(plain?.uri.fsPath, folder());
    await cortex('swarm', 'create', '--task', 'Build the shop', '--coordinator', 'queen', '--file', 'plan.yaml');
    await cortex('swarm', 'recruit', 'ada', '--role', 'worker');
    await vscode.commands.executeCommand('cortex.refresh');
    await vscode.commands.executeCommand('cortex.swarm.claim', { kind: 'agent', id: 'ada' });
    await waitFor('the claim', async () => manifest().agents[0]?.assignedTasks.length === 1);
    assert.equal(existsSync(path.join(plain?.uri.fsPath ?? '', '.cortex')), false);
  });

  it('do what was asked for in the project that was shown when it was asked', async () => {
    const [plain] = vscode.workspace.workspaceFolders ?? [];
    const asked = vscode.commands.executeCommand('cortex.swarm.complete', { kind: 'task', id: 'types' });
    // The first folder with a project is shown: this one from now on, while the question waits for its answer.
    mkdirSync(path.join(plain?.uri.fsPath ?? '', '.cortex'));
    await vscode.commands.executeCommand('cortex.refresh');
    await waitFor('the answer to be taken', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return taskNamed('types')?.status === 'done';
    });
    await asked;
  });
});
