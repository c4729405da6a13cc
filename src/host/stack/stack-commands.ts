import path from 'node:path';
import * as vscode from 'vscode';
import { CortexError } from '../../engine/platform/errors.ts';
import { findAgent, listHooks, STACK_FILES } from '../../engine/stack/index.ts';
import { choose } from '../commands/ask.ts';
import type { Handlers } from '../commands/handlers.ts';
import { openPlace } from '../commands/open.ts';
import type { CommandsOf } from '../manifest/manifest.ts';
import type { Subject } from '../model/row.ts';
import { agentCommands } from './agent-commands.ts';
import { HookRunner } from './hook-commands.ts';
import { messageCommands } from './message-commands.ts';
import { planCommands } from './plan-commands.ts';
import type { StackSession } from './stack-session.ts';
import { fileIn, findTaskAgain, messageIn, stackAt, stackFor } from './which-stack.ts';

export interface StackParts {
  readonly stacks: StackSession;
  readonly log: vscode.LogOutputChannel;
  /** Disposes of an object when the extension is deactivated. */
  keep(something: vscode.Disposable): void;
}

/** Handlers of the commands for stacks, by id. */
export function stackCommands({ stacks, log, keep }: StackParts): Handlers<CommandsOf<'stack'>> {
  const hooks = new HookRunner(stacks);
  keep(hooks);
  return {
    'cortex.stack.open': (subject) => open(stacks, subject),
    'cortex.stack.runHook': (subject) => hooks.run(subject),
    ...messageCommands(stacks, log),
    ...planCommands(stacks),
    ...agentCommands(stacks, log),
  };
}

/** Opens the clicked item at its line, or asks for a file of a stack. */
async function open(session: StackSession, subject: Subject | null): Promise<void> {
  const { file, line } = await placeOf(session, subject);
  try {
    await openPlace(file, line, 1);
  } catch (error) {
    if (!(error instanceof vscode.FileSystemError)) throw error;
    const next = 'Run "Cortex Stacks: Initialize Stack" to create the missing files.';
    throw new CortexError('not-found', 'there is no such file', { file, next });
  }
}

async function placeOf(session: StackSession, subject: Subject | null): Promise<{ readonly file: string; readonly line: number }> {
  if (subject?.kind === 'stack-file') return { file: fileIn(session, subject.directory, subject.file), line: subject.line };
  if (subject?.kind === 'stack-message') {
    const { file, place } = messageIn(session, subject);
    return { file, line: place.line };
  }
  if (subject?.kind === 'plan-task') {
    const { files } = stackAt(session, subject.directory);
    return { file: files.fileOf(STACK_FILES.plan), line: findTaskAgain(files.tasks, subject).line };
  }
  if (subject?.kind === 'stack-hook') return { file: scriptOf(session, subject), line: 1 };
  const title = 'Open Stack File';
  const { files } = await stackFor(session, subject, title);
  const choices = Object.values(STACK_FILES).map((name) => ({ label: name, value: name }));
  const name = await choose(choices, { title, placeHolder: 'Choose a file' });
  return { file: files.fileOf(name), line: 1 };
}

/** @throws CortexError if the hook no longer has a script */
function scriptOf(session: StackSession, { directory, skill }: Extract<Subject, { kind: 'stack-hook' }>): string {
  const { files, stacks } = stackAt(session, directory);
  const hook = listHooks(files.stack, findAgent(stacks.agents, files.name)).find((each) => each.skill === skill);
  const file = hook?.files.sh ?? hook?.files.ps1;
  if (file !== undefined) return file;
  const data = { file: path.join(directory, '.claude', 'hooks'), value: skill, next: 'Refresh the view.' };
  throw new CortexError('not-found', 'the script of the hook no longer exists', data);
}
