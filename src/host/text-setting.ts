import * as vscode from 'vscode';

/**
 * Returns a text setting, trimmed. Empty if it is missing or not a string, because settings.json is edited by hand and VS Code does not
 * check types. @param name without `cortex.`
 */
export function readTextSetting(name: string): string {
  const value: unknown = vscode.workspace.getConfiguration('cortex').get(name);
  return typeof value === 'string' ? value.trim() : '';
}
