import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { waitFor } from '../../harness/wait.ts';
import { cortex, everything, extension, inFolder } from '../support.ts';

describe('a folder that is not trusted', () => {
  before(async () => {
    await cortex('swarm', 'create', '--task', 'Build the shop', '--coordinator', 'queen', '--file', 'plan.yaml');
    await cortex('swarm', 'recruit', 'ada', '--role', 'worker');
    // As in a clone: only the files are there, which a trusted folder would adopt.
    rmSync(inFolder('.cortex', '.local'), { recursive: true });
  });

  it('is shown, and nothing in it is written, whatever is asked for', async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    const files = everything();
    await extension().activate();
    await vscode.commands.executeCommand('cortex.swarm.focus');
    await vscode.commands.executeCommand('cortex.refresh');
    await vscode.commands.executeCommand('cortex.swarm.claim', { kind: 'agent', id: 'ada' });
    await vscode.commands.executeCommand('cortex.lock.release', { kind: 'lock', path: 'a', agent: 'ada' });
    for (const command of ['cortex.init', 'cortex.verify', 'cortex.timeline.list']) await vscode.commands.executeCommand(command);
    assert.deepEqual(everything(), files);
  });

  it('opens a task where it stands', async () => {
    await vscode.commands.executeCommand('cortex.task.show', { kind: 'task', id: 'docs' });
    const file = inFolder('.cortex', 'swarm.crtx');
    await waitFor('swarm.crtx', async () => vscode.window.activeTextEditor?.document.uri.fsPath === file);
  });
});
