import * as vscode from 'vscode';

/** Opens a file at a position, or reveals a folder in the explorer. @param file absolute @param line 1-based @param column 1-based */
export async function openPlace(file: string, line: number, column: number): Promise<void> {
  const uri = vscode.Uri.file(file);
  const { type } = await vscode.workspace.fs.stat(uri);
  if (type & vscode.FileType.Directory) await vscode.commands.executeCommand('revealInExplorer', uri);
  // The user may have set another default editor for these files, which ignores positions.
  else if (file.endsWith('.crtx')) await openText(uri, line, column);
  else await vscode.commands.executeCommand('vscode.open', uri, { selection: selectionAt(line, column) });
}

/** Opens a file at a position in the text editor, whatever the default editor is. */
export async function openText(uri: vscode.Uri, line: number, column: number): Promise<void> {
  await vscode.commands.executeCommand('vscode.openWith', uri, 'default', { selection: selectionAt(line, column) });
}

function selectionAt(line: number, column: number): vscode.Range {
  const at = new vscode.Position(line - 1, column - 1);
  return new vscode.Range(at, at);
}
