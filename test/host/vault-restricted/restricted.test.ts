import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { waitFor } from '../../harness/wait.ts';
import { everything, extension, inFolder, log, runAccepting } from '../support.ts';

const WRITING = ['accept', 'archive', 'supersede'].map((name) => `cortex.memory.${name}`);

describe('an untrusted memory vault', () => {
  it('is searched and read', async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    await extension().activate();
    await runAccepting('cortex.memory.search', { kind: 'notes', query: 'schema' });
    const file = inFolder('insights', 'slow_schema_changes.md');
    await waitFor('the note', async () => vscode.window.activeTextEditor?.document.uri.fsPath === file);
  });

  it('reports open decisions and problems', async () => {
    await vscode.commands.executeCommand('cortex.memory.report');
    const text = () => vscode.window.activeTextEditor?.document.getText() ?? '';
    await waitFor('the report', async () => text().startsWith('# Memory report'));
    assert.match(text(), /^## To decide \(2\)$/m);
  });

  it('is not written by any command', async () => {
    const files = everything();
    const note = { kind: 'note', path: 'insights/slow_schema_changes.md' };
    for (const command of [...WRITING, 'cortex.memory.new', 'cortex.memory.index', 'cortex.memory.create']) {
      await vscode.commands.executeCommand(command, note);
      await waitFor(`why ${command} does nothing`, async () => log().includes(`${command}: This folder is in Restricted Mode`));
    }
    assert.deepEqual(everything(), files);
  });
});
