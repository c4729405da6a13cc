import os from 'node:os';
import * as vscode from 'vscode';

/** The id under which the person at this editor acts: the setting `cortex.person`, else the name of the system's user. */
export function personId(): string {
  const name = vscode.workspace.getConfiguration('cortex').get<string>('person', '').trim();
  return `person:${name === '' ? userName() : name}`;
}

function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    // A user id without a name, as in some containers.
    return 'me';
  }
}
