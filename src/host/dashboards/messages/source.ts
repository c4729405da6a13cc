import { type FileProblem, problemOf } from '../../../engine/platform/file-problem.ts';
import { MANAGER, type OpenedStacks, type Stacks } from '../../../engine/stack/index.ts';
import type { MessageFolder } from './message-index.ts';

/** The stacks of a repository, with the name of the editor's folder. */
export interface NamedStacks {
  readonly name: string;
  readonly opened: OpenedStacks;
}

/** To whom a person can write: where nothing defines agents, to the one whose stack it is. */
function recipientsOf({ agents, agentsText }: Stacks): string[] {
  return agentsText === null ? [MANAGER] : [...new Set([...agents.map(({ name }) => name), MANAGER])];
}

/** What the Messages dashboard shows of the folders that are open; folders without a stack are left out. */
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

/** Two folders may have one name; what is shown must tell them apart. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let next = 2; taken.has(free); next += 1) free = `${name} ${next}`;
  return free;
}

/** What a person should know of the stacks: what cannot be read, and what is wrong with AGENTS.md. */
export function problemsOf(all: readonly NamedStacks[]): FileProblem[] {
  return all.flatMap(({ opened: { state, files, watchProblems } }) => [
    ...(state.kind === 'broken' ? [problemOf(state.error)] : []),
    ...files.flatMap(({ problems }) => problems),
    ...watchProblems,
  ]);
}

/** The stacks of a repository by its root; `undefined` where it is not open any more. */
export function stacksAt(all: readonly NamedStacks[], root: string): Stacks | undefined {
  const state = all.find(({ opened }) => opened.root === root)?.opened.state;
  return state?.kind === 'stacks' ? state.stacks : undefined;
}
