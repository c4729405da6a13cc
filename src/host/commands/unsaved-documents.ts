import path from 'node:path';
import * as vscode from 'vscode';
import { CortexError } from '../../engine/platform/errors.ts';
import type { UnsavedTexts } from '../../engine/team/index.ts';
import { realFile } from '../model/real-file.ts';
import { changedPart } from '../stack/model/changed-part.ts';

/** The document of a file that is typed in and not saved. @param file a real path */
export function unsavedDocument(file: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(({ isDirty, uri }) => isDirty && uri.scheme === 'file' && realFile(uri) === file);
}

/** Changes what is typed in the editor; it stays to be saved. @throws CortexError when the editor refuses */
export async function editDocument(document: vscode.TextDocument, after: string): Promise<void> {
  const { from, to, text } = changedPart(document.getText(), after);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(document.positionAt(from), document.positionAt(to)), text);
  if (await vscode.workspace.applyEdit(edit)) return;
  throw new CortexError('busy', 'the editor did not take the change', { file: document.uri.fsPath, next: 'Try again.' });
}

/** What is typed in the files below a folder, and not saved. @param root a real path */
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
