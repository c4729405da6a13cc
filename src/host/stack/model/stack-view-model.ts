import { type FileProblem, problemOf, warningOf } from '../../../engine/platform/file-problem.ts';
import type { Runtime } from '../../../engine/platform/runtime.ts';
import {
  agentNamed,
  listHooks,
  type OpenedStacks,
  type Overdue,
  type StackFiles,
  type StackHook,
  type StackMessage,
} from '../../../engine/stack/index.ts';

/** One stack as it is shown at a moment. */
export interface ShownStack {
  readonly files: StackFiles;
  /** What the agent is responsible for; empty where AGENTS.md does not say. */
  readonly role: string;
  /** In the order of INBOX. */
  readonly inbox: readonly StackMessage[];
  readonly unread: readonly StackMessage[];
  /** What waits to be routed. */
  readonly outbox: readonly StackMessage[];
  /** What this agent waits for, for too long. */
  readonly overdue: readonly Overdue[];
  /** Looked for when somebody wants to see them. */
  hooks(): readonly StackHook[];
}

/** The stacks of one repository. */
export interface ShownStacks {
  /** As the editor calls the folder. */
  readonly name: string;
  /** The folder of AGENTS.md, or of the stack; absolute. */
  readonly root: string;
  readonly stacks: readonly ShownStack[];
  readonly problems: readonly FileProblem[];
}

/** All stacks at one moment. */
export interface StackViewModel {
  readonly folders: readonly ShownStacks[];
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
}

/** Nothing is there to be shown: no AGENTS.md with agents, and no stack. */
function isEmpty({ state, files }: OpenedStacks): boolean {
  return state.kind === 'stacks' && state.stacks.agentsText === null && files.every((each) => !each.exists());
}

export function takeViewModel(
  opened: readonly { readonly name: string; readonly opened: OpenedStacks }[],
  { clock }: Runtime,
): StackViewModel {
  const now = clock.now();
  const there = opened.filter((each) => !isEmpty(each.opened));
  return { folders: there.map(({ name, opened: stacks }) => shownStacks(name, stacks, now)), now };
}

function shownStacks(name: string, opened: OpenedStacks, now: number): ShownStacks {
  const { state, root, watchProblems: watching } = opened;
  if (state.kind === 'broken') return { name, root, stacks: [], problems: [problemOf(state.error), ...watching] };
  const { agents } = state.stacks;
  const boxes = opened.messages.boxes();
  const overdue = opened.messages.overdue(now);
  const shown = opened.files.map((files, n): ShownStack => {
    const agent = agentNamed(agents, files.name);
    const { inbox = [], outbox = [] } = boxes[n] ?? {};
    return {
      files,
      role: agent?.role ?? '',
      inbox,
      unread: inbox.filter(({ unread }) => unread),
      outbox,
      overdue: overdue.of(files.name),
      hooks: () => listHooks(files.stack, agent),
    };
  });
  return { name, root, stacks: shown, problems: [...state.problems.map(warningOf), ...watching] };
}
