import * as vscode from 'vscode';
import * as z from 'zod';
import { CortexError, describeError } from '../../engine/platform/errors.ts';
import type { Outcome } from '../../engine/platform/operation.ts';
import { asSentence, messageText } from '../model/text.ts';
import { Cancelled, NothingToChoose } from './ask.ts';
import { openPlace } from './open.ts';
import type { Work } from './operations.ts';
import { runCommand } from './run-command.ts';

const SAID_MS = 6_000;

/** Tells that something was done, without asking for attention. */
export function sayDone(text: string): void {
  vscode.window.setStatusBarMessage(`$(check) ${messageText(text)}`, SAID_MS);
}

/** Tells what an operation answered, and what else the person should know of it. */
export async function conclude({ log }: Work, name: string, outcome: Outcome<unknown>): Promise<void> {
  for (const warning of outcome.warnings ?? []) log.warn(`${name}: ${warning}`);
  // Loaded by whoever runs a command, not by every folder that is opened.
  const { answerTo } = await import('./answers.ts');
  const said = answerTo(name, outcome);
  if (said?.urgent === true) sayNo(said.text);
  else if (said !== null) sayDone(said.text);
}

/** Tells that the answer was no, or that something is not as it should be. */
export function sayNo(text: string): void {
  void vscode.window.showWarningMessage(messageText(text));
}

/** Tells that the answer was no, and what may be done about it. @returns whether the person wants that */
export async function sayNoOr(text: string, button: string): Promise<boolean> {
  return (await vscode.window.showWarningMessage(messageText(text), messageText(button))) !== undefined;
}

/** Tells of what may do harm, and what may be done about it. @returns the button that was chosen; `null` for none */
export async function warnOf(text: string, buttons: readonly string[]): Promise<string | null> {
  return (await vscode.window.showWarningMessage(messageText(text), ...buttons.map((button) => messageText(button)))) ?? null;
}

/** Tells that something was done, and what may be done next. @returns whether the person wants that */
export async function sayDoneOr(text: string, button: string): Promise<boolean> {
  return (await vscode.window.showInformationMessage(messageText(text), messageText(button))) !== undefined;
}

/**
 * One message for why a command came to nothing, with its next step, and a button that takes it where there is one. The log has it, too.
 * @param command its id
 */
export async function sayError(error: unknown, command: string, log: vscode.LogOutputChannel): Promise<void> {
  if (error instanceof Cancelled) return;
  const refusal = refusalOf(error);
  if (refusal !== null || error instanceof CortexError) log.info(`${command}: ${refusal ?? describeError(error)}`);
  else log.error(error instanceof Error ? error : String(error));
  if (refusal !== null) return sayNo(refusal);
  const remedy = remedyOf(error);
  const buttons = remedy === null ? [] : [remedy.button];
  const chosen = await vscode.window.showErrorMessage(messageText(textOf(error)), ...buttons);
  if (chosen !== undefined) await remedy?.take();
}

/** A path in front stays as it is. */
function textOf(error: unknown): string {
  const text = describeError(error);
  return error instanceof CortexError && error.data.file !== undefined ? text : asSentence(text);
}

/** What is said as it is: nothing has failed. `null` for everything else. */
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
