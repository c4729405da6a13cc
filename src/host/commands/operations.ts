import * as vscode from 'vscode';
import { graphOperations } from '../../engine/graph/index.ts';
import { CortexError } from '../../engine/platform/errors.ts';
import type { Operation, Outcome } from '../../engine/platform/operation.ts';
import type { Runtime } from '../../engine/platform/runtime.ts';
import { crtxOperations } from '../../engine/project/index.ts';
import { stackOperations } from '../../engine/stack/index.ts';
import { teamOperations } from '../../engine/team/index.ts';
import { vaultOperations } from '../../engine/vault/index.ts';
import { stackRouteOperations } from '../../engine/workspace/stack-route.ts';
import type { ViewModel } from '../model/swarm/view-model.ts';
import { messageText } from '../model/text.ts';
import { Cancelled } from './ask.ts';
import { requireTrust } from './trust.ts';

/** @throws Error for a name that no operation has, which is a defect of ours */
export function operationNamed(name: string): Operation {
  const operation = [...crtxOperations, ...graphOperations, ...vaultOperations, ...teamOperations].find((each) => each.name === name);
  if (operation === undefined) throw new Error(`there is no operation ${name}`);
  return operation;
}

/**
 * The folder to work in. A command asks for it once, as it begins: another project may be shown by the time that questions are answered.
 * @throws CortexError where none is open, or nothing may be done in it
 */
export function workingDirectory(viewModel: ViewModel): string {
  requireTrust();
  if (viewModel.kind !== 'no-folder') return viewModel.folder;
  throw new CortexError('not-found', 'no folder is open', { next: 'Open the folder of a project first.' });
}

/** What a command works with from its beginning to its end, whatever is shown meanwhile. */
export interface Work {
  readonly runtime: Runtime;
  /** Absolute. */
  readonly directory: string;
  readonly log: vscode.LogOutputChannel;
}

/** Runs an operation for the person at the editor, who may end it when it takes long. @throws as the operation does */
export function runOperation(work: Work, name: string, input: Readonly<Record<string, unknown>>): Promise<Outcome<unknown>> {
  return perform(work, operationNamed(name), input);
}

/** As `runOperation`, for an operation of the stacks: those are named as the commands of `cstack` are. */
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
    // Nothing is to be said to the person who wanted it so.
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
