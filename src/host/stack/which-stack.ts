import fs from 'node:fs';
import path from 'node:path';
import type * as vscode from 'vscode';
import { CortexError } from '../../engine/kernel/errors.ts';
import { resolveInside } from '../../engine/kernel/safe-path.ts';
import { LOCAL_FOLDER, MANAGER, type PlanTask, type StackMessage, type Stacks } from '../../engine/stack/index.ts';
import { choose } from '../commands/ask.ts';
import { required } from '../commands/pickers.ts';
import type { Subject } from '../model/row.ts';
import { pickText } from '../model/text.ts';
import type { StackFiles } from './stack-files.ts';
import type { StackSession } from './stack-session.ts';

/** A stack that a command is about, and those that it belongs to. */
export interface ChosenStack {
  readonly files: StackFiles;
  readonly stacks: Stacks;
}

const GONE = { next: 'Refresh the view.' };

function all({ opened }: StackSession): ChosenStack[] {
  return opened.flatMap(({ opened: { state, files } }) =>
    state.kind === 'broken' ? [] : files.map((each) => ({ files: each, stacks: state.stacks })),
  );
}

/** The stack with a folder. @throws CortexError when it is not there any more */
export function stackAt(session: StackSession, directory: string): ChosenStack {
  const found = all(session).find(({ files }) => files.directory === directory);
  if (found === undefined) throw new CortexError('not-found', 'there is no such stack any more', { file: directory, ...GONE });
  return found;
}

/** The stack that was clicked, or that holds what was clicked; one that is chosen where nothing was. @throws Cancelled, NothingToChoose, CortexError */
export async function stackFor(session: StackSession, subject: Subject | null, title: string): Promise<ChosenStack> {
  if (subject !== null && 'directory' in subject) return stackAt(session, subject.directory);
  const choices = all(session).flatMap((chosen) => (chosen.files.exists() ? [choiceOf(chosen)] : []));
  const [only] = choices;
  if (only === undefined) stacksIn(session);
  else if (choices.length === 1) return only.value;
  return choose(required(choices, 'There is no stack here yet. Run "Cortex: Initialize Stack" to make one.'), {
    title,
    placeHolder: 'Choose a stack',
  });
}

function choiceOf(chosen: ChosenStack) {
  const { name, directory, current } = chosen.files;
  return { label: pickText(name, 60), description: pickText(current.task), detail: pickText(directory, 200), value: chosen };
}

/** The stacks of the first folder that has any. @throws CortexError where none can be read */
export function stacksIn(session: StackSession): Stacks {
  for (const { opened } of session.opened) if (opened.state.kind === 'stacks') return opened.state.stacks;
  const [broken] = session.opened.flatMap(({ opened }) => (opened.state.kind === 'broken' ? [opened.state.error] : []));
  throw broken ?? new CortexError('not-found', 'no folder is open', { next: 'Open the folder of a project first.' });
}

/** As whom the person at the editor writes: who sits beside AGENTS.md is the manager (rulings, stack 5). */
export function personIn({ ownName }: Stacks): string {
  return ownName ?? MANAGER;
}

/** A task as it was shown: somebody may have changed the plan since. @throws CortexError when it is not to be told which one it is now */
export function taskIn(tasks: readonly PlanTask[], { number, text }: { readonly number: number; readonly text: string }): PlanTask {
  const same = tasks.filter((task) => task.text === text);
  const found = same.find((task) => task.number === number) ?? (same.length === 1 ? same[0] : undefined);
  if (found === undefined) throw new CortexError('not-found', 'the plan has no such task any more', { value: text, ...GONE });
  return found;
}

/** @throws CortexError when it is not there any more */
export function messageIn(session: StackSession, { directory, box, id }: Extract<Subject, { kind: 'stack-message' }>): StackMessage {
  const { files } = stackAt(session, directory);
  const found = files.boxes[box].find((message) => message.id === id);
  if (found === undefined) throw new CortexError('not-found', 'there is no such message any more', { value: id, ...GONE });
  return found;
}

/** A file of a stack by its name, absolute. @throws CortexError `outside-root` */
export function fileIn(session: StackSession, directory: string, name: string): string {
  return resolveInside(session.session.runtime.fs, stackAt(session, directory).files.directory, name);
}

/** The folder of the agent: the one that its `.cstack/` is in. */
export function homeOf({ directory }: StackFiles): string {
  return path.dirname(path.basename(directory) === LOCAL_FOLDER ? path.dirname(directory) : directory);
}

/** Where a document really is: a folder may be opened by a link. A file that is gone is where it says. */
export function realFile({ fsPath }: vscode.Uri): string {
  try {
    return fs.realpathSync(fsPath);
  } catch {
    return fsPath;
  }
}
