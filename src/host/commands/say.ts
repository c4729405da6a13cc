import * as vscode from 'vscode';
import * as z from 'zod';
import { CortexError, describeError } from '../../engine/kernel/errors.ts';
import { messageText } from '../model/text.ts';
import { Cancelled, NothingToChoose } from './ask.ts';
import { openPlace } from './open.ts';

const SAID_MS = 6_000;

/** Tells that something was done, without asking for attention. */
export function sayDone(text: string): void {
  vscode.window.setStatusBarMessage(`$(check) ${messageText(text)}`, SAID_MS);
}

/** Tells that the answer was no. */
export function sayNo(text: string): void {
  void vscode.window.showWarningMessage(messageText(text));
}

/** Tells that the answer was no, and what may be done about it. @returns whether the person wants that */
export async function sayNoOr(text: string, button: string): Promise<boolean> {
  return (await vscode.window.showWarningMessage(messageText(text), messageText(button))) !== undefined;
}

/** One message for what failed, with its next step, and a button that takes it where there is one. */
export async function sayError(error: unknown, log: vscode.LogOutputChannel): Promise<void> {
  if (error instanceof Cancelled) return;
  if (error instanceof NothingToChoose) return sayNo(error.message);
  if (error instanceof z.ZodError) return sayNo(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
  if (!(error instanceof CortexError)) log.error(error instanceof Error ? error : String(error));
  const remedy = remedyOf(error);
  const buttons = remedy === null ? [] : [remedy.button];
  const chosen = await vscode.window.showErrorMessage(messageText(describeError(error)), ...buttons);
  if (chosen !== undefined) await remedy?.take();
}

interface Remedy {
  readonly button: string;
  take(): Thenable<unknown>;
}

function remedyOf(error: unknown): Remedy | null {
  if (!(error instanceof CortexError)) return { button: 'Show Log', take: () => vscode.commands.executeCommand('cortex.log.show') };
  if (error.code === 'read-only' && !vscode.workspace.isTrusted) {
    return { button: 'Manage Workspace Trust', take: () => vscode.commands.executeCommand('workbench.trust.manage') };
  }
  const { file, line = 1, column = 1 } = error.data;
  if (error.code === 'broken-file' && file !== undefined) return { button: 'Open File', take: () => openPlace(file, line, column) };
  if (error.code === 'not-found' && error.message.includes('.cortex')) {
    return { button: 'Initialize Cortex', take: () => vscode.commands.executeCommand('cortex.init') };
  }
  return null;
}
