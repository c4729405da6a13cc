import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { waitFor } from '../../harness/wait.ts';
import { extension, folder, inFolder } from '../support.ts';

describe('a folder without a .cortex folder', () => {
  it('does not activate the extension, and is not changed', async () => {
    assert.equal(extension().isActive, false);
    await vscode.commands.executeCommand('cortex.swarm.focus');
    await waitFor('activation', async () => extension().isActive);
    await vscode.commands.executeCommand('cortex.swarm.create');
    assert.equal(existsSync(inFolder('.cortex')), false);
  });

  it('gets one from the command', async () => {
    const before = readdirSync(folder());
    await vscode.commands.executeCommand('cortex.init');
    await waitFor('.cortex', async () => existsSync(inFolder('.cortex', 'reasoning')));
    assert.deepEqual(readdirSync(folder()).sort(), [...before, '.cortex'].sort());
  });
});
