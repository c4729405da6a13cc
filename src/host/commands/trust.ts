import * as vscode from 'vscode';
import { CortexError } from '../../engine/platform/errors.ts';
import { UNTRUSTED } from '../session.ts';

/** @throws CortexError if the workspace is untrusted */
export function requireTrust(): void {
  if (vscode.workspace.isTrusted) return;
  throw new CortexError('read-only', UNTRUSTED, { next: 'Run "Workspaces: Manage Workspace Trust" to trust it.' });
}
