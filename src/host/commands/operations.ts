import * as vscode from 'vscode';
import { crtxOperations } from '../../engine/crtx/index.ts';
import { CortexError } from '../../engine/kernel/errors.ts';
import type { Operation, Outcome } from '../../engine/kernel/operation.ts';
import { messageText } from '../model/text.ts';
import { type ProjectSession, UNTRUSTED } from '../session.ts';

/** @throws Error for a name that no operation has, which is a defect of ours */
export function operationNamed(name: string): Operation {
  const operation = crtxOperations.find((each) => each.name === name);
  if (operation === undefined) throw new Error(`there is no operation ${name}`);
  return operation;
}

/** The folder to work in. @throws CortexError where none is open, or nothing may be done in it */
export function workingDirectory(session: ProjectSession): string {
  if (!vscode.workspace.isTrusted) {
    throw new CortexError('read-only', UNTRUSTED, { next: 'Run "Workspaces: Manage Workspace Trust" to trust it.' });
  }
  const { directory } = session;
  if (directory !== null) return directory;
  throw new CortexError('not-found', 'no folder is open', { next: 'Open the folder of a project first.' });
}

/** Runs an operation for the person at the editor, who may end it when it takes long. @throws as the operation does */
export async function runOperation(
  session: ProjectSession,
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  directory = workingDirectory(session),
): Promise<Outcome<unknown>> {
  const waits = typeof input.wait === 'number' && input.wait > 0;
  const location = waits ? vscode.ProgressLocation.Notification : vscode.ProgressLocation.Window;
  const title = messageText(`Cortex: ${operation.description}`);
  return vscode.window.withProgress({ location, title, cancellable: waits }, (progress, token) => {
    const aborter = new AbortController();
    token.onCancellationRequested(() => aborter.abort());
    const context = {
      runtime: session.runtime,
      directory,
      exactDirectory: false,
      interactive: true,
      signal: aborter.signal,
      progress: (message: string) => progress.report({ message: messageText(message) }),
    };
    return operation.run(context, input);
  });
}
