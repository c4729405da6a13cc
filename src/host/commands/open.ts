import * as vscode from 'vscode';

/** Opens a file at a place, or shows a folder in the explorer. @param file absolute @param line 1-based @param column 1-based */
export async function openPlace(file: string, line: number, column: number): Promise<void> {
  const uri = vscode.Uri.file(file);
  const { type } = await vscode.workspace.fs.stat(uri);
  if (type & vscode.FileType.Directory) {
    await vscode.commands.executeCommand('revealInExplorer', uri);
    return;
  }
  const at = new vscode.Position(line - 1, column - 1);
  await vscode.commands.executeCommand('vscode.open', uri, { selection: new vscode.Range(at, at) });
}
