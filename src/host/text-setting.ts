import * as vscode from 'vscode';

/**
 * What a person has set, without white space around it; empty for nothing, and for what is no text: settings.json is written by hand, and
 * the editor gives what stands there. @param name without `cortex.`
 */
export function textSetting(name: string): string {
  const said: unknown = vscode.workspace.getConfiguration('cortex').get(name);
  return typeof said === 'string' ? said.trim() : '';
}
