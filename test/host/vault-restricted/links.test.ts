import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { waitFor } from '../../harness/wait.ts';
import { everything, extension, inFolder, log } from '../support.ts';

describe('links between untrusted notes', () => {
  it('can be followed, and no note can be renamed', async () => {
    await extension().activate();
    const document = await vscode.workspace.openTextDocument(inFolder('research', 'what_people_search_for.md'));
    const at = document.positionAt(document.getText().indexOf('search_is_words'));
    await waitFor('where the link leads', async () => {
      const found = await vscode.commands.executeCommand<vscode.LocationLink[]>('vscode.executeDefinitionProvider', document.uri, at);
      return found.some(({ targetUri }) => targetUri.fsPath === inFolder('atoms', 'search_is_words.md'));
    });
    const files = everything();
    const id = document.positionAt(document.getText().indexOf('20260404'));
    const edit = await vscode.commands.executeCommand<vscode.WorkspaceEdit>(
      'vscode.executeDocumentRenameProvider',
      document.uri,
      id,
      'new_id',
    );
    assert.equal(edit.size, 0);
    await waitFor('the reason', async () => log().includes('rename: This folder is in Restricted Mode'));
    assert.deepEqual(everything(), files);
  });
});
