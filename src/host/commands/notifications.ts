import * as vscode from 'vscode';
import * as z from 'zod';
import { CortexError, describeError } from '../../engine/platform/errors.ts';
import type { Outcome } from '../../engine/platform/operation.ts';
import { capitalize, messageText } from '../model/text.ts';
import { Cancelled, NothingToChoose } from './ask.ts';
import { openPlace } from './open.ts';
import type { Work } from './operations.ts';
import { runCommand } from './run-command.ts';

const SAID_MS = 6_000;

/** Reports success in the status bar. */
export function reportDone(text: string): void {
  vscode.window.setStatusBarMessage(`$(check) ${messageText(text)}`, SAID_MS);
}

/** Reports the output of an operation and its warnings. */
export async function reportOutcome({ log, runtime }: Work, name: string, outcome: Outcome<unknown>): Promise<void> {
  for (const warning of outcome.warnings ?? []) log.warn(`${name}: ${warning}`);
  // Loaded on demand, so that opening a folder does not load it.
  const { formatAnswer } = await import('./answers.ts');
  const message = formatAnswer(name, outcome, runtime.clock.now());
  if (message?.urgent === true) showWarning(message.text);
  else if (message !== null) reportDone(message.text);
}

/** Shows a warning. */
export function showWarning(text: string): void {
  void vscode.window.showWarningMessage(messageText(text));
}

/** Shows a warning with a button. @returns whether the button was chosen */
export async function showWarningWithAction(text: string, button: string): Promise<boolean> {
  return (await vscode.window.showWarningMessage(messageText(text), messageText(button))) !== undefined;
}

/** Shows a warning with several buttons. @returns the chosen button; `null` if none */
export async function showWarningWithChoices(text: string, buttons: readonly string[]): Promise<string | null> {
  return (await vscode.window.showWarningMessage(messageText(text), ...buttons.map((button) => messageText(button)))) ?? null;
}

/** Shows an information message with a button. @returns whether the button was chosen */
export async function reportDoneWithAction(text: string, button: string): Promise<boolean> {
  return (await vscode.window.showInformationMessage(messageText(text), messageText(button))) !== undefined;
}

/**
 * Reports why a command failed, with its next step and a button that performs it, if there is one. Also writes to the log.
 * @param command id of the command
 */
export async function reportError(error: unknown, command: string, log: vscode.LogOutputChannel): Promise<void> {
  if (error instanceof Cancelled) return;
  const refusal = refusalOf(error);
  if (refusal !== null || error instanceof CortexError) log.info(`${command}: ${refusal ?? describeError(error)}`);
  else log.error(error instanceof Error ? error : String(error));
  if (refusal !== null) return showWarning(refusal);
  const remedy = remedyOf(error);
  const buttons = remedy === null ? [] : [remedy.button];
  const chosen = await vscode.window.showErrorMessage(messageText(textOf(error)), ...buttons);
  if (chosen !== undefined) await remedy?.take();
}

/** Returns the error text, capitalized unless it begins with a path. */
function textOf(error: unknown): string {
  const text = describeError(error);
  return error instanceof CortexError && error.data.file !== undefined ? text : capitalize(text);
}

/** Returns the message of an error that is a refusal instead of a failure; `null` for others. */
function refusalOf(error: unknown): string | null {
  if (error instanceof NothingToChoose) return error.message;
  return error instanceof z.ZodError ? error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ') : null;
}

interface Remedy {
  readonly button: string;
  take(): Thenable<unknown>;
}

function remedyOf(error: unknown): Remedy | null {
  if (!(error instanceof CortexError)) return { button: 'Show Log', take: () => runCommand('cortex.log.show') };
  if (error.code === 'read-only' && !vscode.workspace.isTrusted) {
    return { button: 'Manage Workspace Trust', take: () => vscode.commands.executeCommand('workbench.trust.manage') };
  }
  const { file, line = 1, column = 1 } = error.data;
  if (error.code === 'broken-file' && file !== undefined) return { button: 'Open File', take: () => openPlace(file, line, column) };
  if (error.code === 'not-found' && file?.endsWith('manifest.crtx') === true) {
    return { button: 'Detect Project DNA', take: () => runCommand('cortex.dna.detect') };
  }
  if (error.code === 'not-found' && file?.endsWith('graph.crtx') === true) {
    return { button: 'Build Semantic Graph', take: () => runCommand('cortex.graph.build') };
  }
  if (error.code === 'not-found' && error.message.includes('.cortex')) {
    return { button: 'Initialize Cortex', take: () => runCommand('cortex.init') };
  }
  return null;
}
