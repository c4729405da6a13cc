import { type FileProblem, toProblem } from '../../../engine/platform/file-problem.ts';
import { MANAGER, type OpenedStacks, type Stacks } from '../../../engine/stack/index.ts';
import type { MessageFolder } from './message-index.ts';

/** The stacks of a repository, with the name of the open folder. */
export interface NamedStacks {
  readonly name: string;
  readonly opened: OpenedStacks;
}

/** Returns the possible recipients. Without `AGENTS.md` only the owner of the stack can receive messages. */
function recipientsOf({ agents, agentsText }: Stacks): string[] {
  return agentsText === null ? [MANAGER] : [...new Set([...agents.map(({ name }) => name), MANAGER])];
}

/** Returns the open folders that have stacks. */
export function messageFolders(all: readonly NamedStacks[]): MessageFolder[] {
  const names = new Set<string>();
  return all.flatMap(({ name, opened }) => {
    const { state, files } = opened;
    if (state.kind === 'broken' || !files.some((each) => each.exists())) return [];
    const own = freeName(name, names);
    names.add(own);
    const stacks = files.map((each) => each.name);
    const { messages } = opened;
    const [lists, threads] = [messages.lists(), messages.threads()];
    const overdue = (now: number) => messages.overdue(now).all;
    return [{ name: own, root: opened.root, stacks, recipients: recipientsOf(state.stacks), lists, threads, overdue }];
  });
}

/** Makes a name unique, because two folders may have the same name. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let next = 2; taken.has(free); next += 1) free = `${name} ${next}`;
  return free;
}

/** Returns the problems of stacks: unreadable files, and errors in `AGENTS.md`. */
export function listProblems(all: readonly NamedStacks[]): FileProblem[] {
  return all.flatMap(({ opened: { state, files, watchProblems } }) => [
    ...(state.kind === 'broken' ? [toProblem(state.error)] : []),
    ...files.flatMap(({ problems }) => problems),
    ...watchProblems,
  ]);
}

/** Returns the stacks of a repository by its root, or `undefined` if it is not open. */
export function stacksAt(all: readonly NamedStacks[], root: string): Stacks | undefined {
  const state = all.find(({ opened }) => opened.root === root)?.opened.state;
  return state?.kind === 'stacks' ? state.stacks : undefined;
}
