import path from 'node:path';
import * as vscode from 'vscode';
import { CortexError } from '../../engine/platform/errors.ts';
import type { UnsavedTexts } from '../../engine/team/index.ts';
import { realFile } from '../model/real-file.ts';
import { changedPart } from '../stack/model/changed-part.ts';

/** Returns the document of a file with unsaved changes. @param file a real path */
export function unsavedDocument(file: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(({ isDirty, uri }) => isDirty && uri.scheme === 'file' && realFile(uri) === file);
}

/** Replaces the text of a document without saving it. @throws CortexError if VS Code rejects the edit */
export async function editDocument(document: vscode.TextDocument, after: string): Promise<void> {
  const { from, to, text } = changedPart(document.getText(), after);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(document.positionAt(from), document.positionAt(to)), text);
  if (await vscode.workspace.applyEdit(edit)) return;
  throw new CortexError('busy', 'the editor rejected the change', { file: document.uri.fsPath, next: 'Try again.' });
}

/** Returns access to unsaved changes of files below a folder. @param root a real path */
export function unsavedTexts(root: string): UnsavedTexts {
  const documentOf = (file: string) => unsavedDocument(path.join(root, file));
  return {
    text: (file) => documentOf(file)?.getText() ?? null,
    edit: async (file, change) => {
      const document = documentOf(file);
      if (document === undefined)
        throw new CortexError('busy', 'the file was saved just now', { file: path.join(root, file), next: 'Try again.' });
      await editDocument(document, change(document.getText()));
    },
  };
}
