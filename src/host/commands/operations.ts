import * as vscode from 'vscode';
import { graphOperations } from '../../engine/graph/index.ts';
import { CortexError } from '../../engine/platform/errors.ts';
import type { Operation, Outcome } from '../../engine/platform/operation.ts';
import type { Runtime } from '../../engine/platform/runtime.ts';
import { crtxOperations } from '../../engine/project/index.ts';
import { stackOperations } from '../../engine/stack/index.ts';
import { teamOperations } from '../../engine/team/index.ts';
import { vaultOperations } from '../../engine/vault/index.ts';
import { settleOperation } from '../../engine/workspace/merging/settle-operation.ts';
import { stackRouteOperations } from '../../engine/workspace/stack-route.ts';
import type { ViewModel } from '../model/swarm/view-model.ts';
import { messageText } from '../model/text.ts';
import { Cancelled } from './ask.ts';
import { requireTrust } from './trust.ts';

/** Operations that run in a project: the commands `cortex.<name>`. */
export const projectOperations: readonly Operation[] = [...crtxOperations, settleOperation];

/** @throws Error if no operation has this name, which is a programming error */
export function operationNamed(name: string): Operation {
  const operation = [...projectOperations, ...graphOperations, ...vaultOperations, ...teamOperations].find((each) => each.name === name);
  if (operation === undefined) throw new Error(`there is no operation ${name}`);
  return operation;
}

/**
 * Returns the folder to work in. A command calls it once at its start, because the shown project may change while it asks questions.
 * @throws CortexError if no folder is open, or the workspace is untrusted
 */
export function workingDirectory(viewModel: ViewModel): string {
  requireTrust();
  if (viewModel.kind !== 'no-folder') return viewModel.folder;
  throw new CortexError('not-found', 'no folder is open', { next: 'Open the folder of a project first.' });
}

/** Context of a running command. It does not change when another project is shown. */
export interface Work {
  readonly runtime: Runtime;
  /** Absolute. */
  readonly directory: string;
  readonly log: vscode.LogOutputChannel;
}

/** Runs an operation with progress. The user can cancel a long one. @throws the errors of the operation */
export function runOperation(work: Work, name: string, input: Readonly<Record<string, unknown>>): Promise<Outcome<unknown>> {
  return perform(work, operationNamed(name), input);
}

/** Like `runOperation`, for operations of stacks, named like the commands of `cstack`. */
export function runStackOperation(work: Work, name: string, input: Readonly<Record<string, unknown>>): Promise<Outcome<unknown>> {
  const operation = [...stackOperations, ...stackRouteOperations].find((each) => each.name === name);
  if (operation === undefined) throw new Error(`there is no operation ${name} of a stack`);
  return perform(work, operation, input);
}

async function perform(
  { runtime, directory }: Work,
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
): Promise<Outcome<unknown>> {
  const waits = (typeof input.wait === 'number' && input.wait > 0) || operation.name === 'graph build';
  const location = waits ? vscode.ProgressLocation.Notification : vscode.ProgressLocation.Window;
  const title = messageText(`Cortex: ${operation.description}`);
  return vscode.window.withProgress({ location, title, cancellable: waits }, (progress, token) => {
    const aborter = new AbortController();
    // The user canceled it, so nothing is reported.
    token.onCancellationRequested(() => aborter.abort(new Cancelled()));
    const context = {
      runtime,
      directory,
      exactDirectory: false,
      interactive: true,
      isUntrusted: !vscode.workspace.isTrusted,
      signal: aborter.signal,
      progress: (message: string) => progress.report({ message: messageText(message) }),
    };
    return operation.run(context, input);
  });
}
