import os from 'node:os';
import * as vscode from 'vscode';
import type { Place } from '../engine/platform/protocol.ts';

/** Where the person at the editor looks for a protocol. @param folder absolute; `null` where none is open @param named what a setting says */
export function placeIn(folder: string | null, named = ''): Place {
  return { folder, home: os.homedir(), named, environment: process.env, isTrusted: vscode.workspace.isTrusted };
}
