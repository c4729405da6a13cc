import * as vscode from 'vscode';

/** Opens a file at a place, or shows a folder in the explorer. @param file absolute @param line 1-based @param column 1-based */
export async function openPlace(file: string, line: number, column: number): Promise<void> {
  const uri = vscode.Uri.file(file);
  const { type } = await vscode.workspace.fs.stat(uri);
  if (type & vscode.FileType.Directory) await vscode.commands.executeCommand('revealInExplorer', uri);
  // A person may have chosen another editor for them, which knows no lines.
  else if (file.endsWith('.crtx')) await openText(uri, line, column);
  else await vscode.commands.executeCommand('vscode.open', uri, { selection: selectionAt(line, column) });
}

/** Opens a file at a place as text, whatever else could show it. */
export async function openText(uri: vscode.Uri, line: number, column: number): Promise<void> {
  await vscode.commands.executeCommand('vscode.openWith', uri, 'default', { selection: selectionAt(line, column) });
}

function selectionAt(line: number, column: number): vscode.Range {
  const at = new vscode.Position(line - 1, column - 1);
  return new vscode.Range(at, at);
}
