import os from 'node:os';
import * as vscode from 'vscode';

/**
 * Returns a text setting, trimmed. Empty if it is missing or not a string, because settings.json is edited by hand and VS Code does not
 * check types. @param name without `cortex.`
 */
export function readTextSetting(name: string): string {
  const value: unknown = vscode.workspace.getConfiguration('cortex').get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** Returns the id of the user of this editor: the setting `cortex.person`, else the name of the system user. */
export function personId(): string {
  const name = readTextSetting('person');
  return `person:${name === '' ? userName() : name}`;
}

function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    // The user id has no name, as in some containers.
    return 'me';
  }
}
