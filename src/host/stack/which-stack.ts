import path from 'node:path';
import { resolveInside } from '../../engine/files/safe-path.ts';
import { CortexError } from '../../engine/platform/errors.ts';
import { LOCAL_FOLDER, MANAGER, type PlanTask, type StackFiles, type StackMessage, type Stacks } from '../../engine/stack/index.ts';
import { choose } from '../commands/ask.ts';
import { required } from '../commands/forms/pickers.ts';
import type { Subject } from '../model/row.ts';
import { pickText } from '../model/text.ts';
import type { StackSession } from './stack-session.ts';

/** The stack that a command is about, with the stacks of its folder. */
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

/** Returns the stack in a folder. @throws CortexError if it no longer exists */
export function stackAt(session: StackSession, directory: string): ChosenStack {
  const found = all(session).find(({ files }) => files.directory === directory);
  if (found === undefined) throw new CortexError('not-found', 'the stack no longer exists', { file: directory, ...GONE });
  return found;
}

/** Returns the clicked stack, or the stack of the clicked item; otherwise asks. @throws Cancelled, NothingToChoose, CortexError */
export async function stackFor(session: StackSession, subject: Subject | null, title: string): Promise<ChosenStack> {
  if (subject !== null && 'directory' in subject) return stackAt(session, subject.directory);
  const choices = all(session).flatMap((chosen) => (chosen.files.exists() ? [choiceOf(chosen)] : []));
  const [only] = choices;
  if (only === undefined) readable(session);
  else if (choices.length === 1) return only.value;
  return choose(required(choices, 'There is no stack here yet. Run "Cortex Stacks: Initialize Stack" to create one.'), {
    title,
    placeHolder: 'Choose a stack',
  });
}

function choiceOf(chosen: ChosenStack) {
  const { name, directory, current } = chosen.files;
  return { label: pickText(name, 60), description: pickText(current.task), detail: pickText(directory, 200), value: chosen };
}

/** Returns the stacks of all folders. Folders that already have a stack come first. @throws CortexError if none can be read */
function readable({ opened }: StackSession): readonly Stacks[] {
  const all = opened.flatMap(({ opened: { state, files } }) =>
    state.kind === 'broken'
      ? []
      : [{ stacks: state.stacks, isThere: state.stacks.agentsText !== null || files.some((each) => each.exists()) }],
  );
  if (all.length > 0)
    return [...all.filter(({ isThere }) => isThere), ...all.filter(({ isThere }) => !isThere)].map(({ stacks }) => stacks);
  const [broken] = opened.flatMap(({ opened: { state } }) => (state.kind === 'broken' ? [state.error] : []));
  throw broken ?? new CortexError('not-found', 'no folder is open', { next: 'Open the folder of a project first.' });
}

/** Returns the stacks of the clicked item's folder; without one, the stacks of all folders. @throws CortexError if none can be read */
export function stacksFor(session: StackSession, subject: Subject | null): readonly Stacks[] {
  return subject !== null && 'directory' in subject ? [stackAt(session, subject.directory).stacks] : readable(session);
}

/** Returns the stacks of the only folder, or asks for a folder. @throws Cancelled, CortexError */
export async function chooseStacks(session: StackSession, title: string): Promise<Stacks> {
  const choices = readable(session).map((stacks) => ({
    label: pickText(path.basename(stacks.root), 60),
    description: pickText(stacks.root, 200),
    value: stacks,
  }));
  const [only] = choices;
  return only !== undefined && choices.length === 1 ? only.value : choose(choices, { title, placeHolder: 'Choose a folder' });
}

/** Returns the name under which the user writes messages. Beside AGENTS.md it is the manager (rulings, stack 5). */
export function userNameIn({ ownName }: Stacks): string {
  return ownName ?? MANAGER;
}

/** Finds a task again, because the plan may have changed since it was shown. @throws CortexError if it is gone or ambiguous */
export function findTaskAgain(tasks: readonly PlanTask[], { number, text }: { readonly number: number; readonly text: string }): PlanTask {
  const same = tasks.filter((task) => task.text === text);
  const found = same.find((task) => task.number === number) ?? (same.length === 1 ? same[0] : undefined);
  if (found === undefined) throw new CortexError('not-found', 'the task is no longer in the plan', { value: text, ...GONE });
  return found;
}

/** @throws CortexError if the message no longer exists */
export function messageIn(session: StackSession, { directory, box, id }: Extract<Subject, { kind: 'stack-message' }>): StackMessage {
  const { files } = stackAt(session, directory);
  const found = files.boxes[box].find((message) => message.id === id);
  if (found === undefined) throw new CortexError('not-found', 'the message no longer exists', { value: id, ...GONE });
  return found;
}

/** Returns the absolute path of a file of a stack. @throws CortexError `outside-root` */
export function fileIn(session: StackSession, directory: string, name: string): string {
  return resolveInside(session.session.runtime.fs, stackAt(session, directory).files.directory, name);
}

/** Returns the agent's folder, which contains its `.cstack/`. */
export function agentFolder({ directory }: StackFiles): string {
  return path.dirname(path.basename(directory) === LOCAL_FOLDER ? path.dirname(directory) : directory);
}
