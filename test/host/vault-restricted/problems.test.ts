import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { waitFor } from '../../harness/wait.ts';
import { extension, inFolder, typeInto } from '../support.ts';

describe('a note of an untrusted memory vault', () => {
  it('shows problems and fixes in the document, and no other file is created', async () => {
    await extension().activate();
    // The editor in a browser saves automatically by default.
    await vscode.workspace.getConfiguration('files').update('autoSave', 'off', vscode.ConfigurationTarget.Global);
    const document = await vscode.workspace.openTextDocument(inFolder('atoms', 'release_freeze.md'));
    const saved = document.getText();
    const editor = await vscode.window.showTextDocument(document);
    await typeInto(editor, (edit) => edit.insert(document.positionAt(saved.length), '[[short_note]]\n'));
    let fixes: vscode.CodeAction[] = [];
    await waitFor('an offer', async () => {
      const dead = vscode.languages.getDiagnostics(document.uri).find(({ code }) => code === 'dead-link');
      if (dead === undefined) return false;
      const kind = vscode.CodeActionKind.QuickFix.value;
      fixes = await vscode.commands.executeCommand('vscode.executeCodeActionProvider', document.uri, dead.range, kind);
      return fixes.length > 0;
    });
    assert.deepEqual(
      fixes.map(({ title }) => title),
      ['Link to short_notes'],
    );
    assert.ok(await vscode.workspace.applyEdit(fixes[0]?.edit ?? new vscode.WorkspaceEdit()));
    assert.equal(document.getText(), `${saved}[[short_notes]]\n`);
    assert.equal(readFileSync(document.uri.fsPath, 'utf8'), saved);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});
