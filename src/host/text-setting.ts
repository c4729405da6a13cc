import * as vscode from 'vscode';

/**
 * Returns a text setting, trimmed. Empty if it is missing or not a string, because settings.json is edited by hand and VS Code does not
 * check types. @param name without `cortex.`
 */
export function textSetting(name: string): string {
  const said: unknown = vscode.workspace.getConfiguration('cortex').get(name);
  return typeof said === 'string' ? said.trim() : '';
}
