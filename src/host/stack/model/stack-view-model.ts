import { type FileProblem, toProblem, toWarning } from '../../../engine/platform/file-problem.ts';
import type { Runtime } from '../../../engine/platform/runtime.ts';
import {
  findAgent,
  listHooks,
  type OpenedStacks,
  type Overdue,
  type StackFiles,
  type StackHook,
  type StackMessage,
} from '../../../engine/stack/index.ts';

/** A stack at one time. */
export interface ShownStack {
  readonly files: StackFiles;
  /** Responsibility of the agent; empty if AGENTS.md does not say. */
  readonly role: string;
  /** In file order. */
  readonly inbox: readonly StackMessage[];
  readonly unread: readonly StackMessage[];
  /** Messages that wait to be routed. */
  readonly outbox: readonly StackMessage[];
  /** Overdue answers that this agent waits for. */
  readonly overdue: readonly Overdue[];
  /** Reads the hooks; called when they are shown. */
  hooks(): readonly StackHook[];
}

/** The stacks of one repository. */
export interface ShownStacks {
  /** Name of the open folder. */
  readonly name: string;
  /** Folder of AGENTS.md, or of the stack; absolute. */
  readonly root: string;
  readonly stacks: readonly ShownStack[];
  readonly problems: readonly FileProblem[];
}

/** All stacks at one time. */
export interface StackViewModel {
  readonly folders: readonly ShownStacks[];
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
}

/** Reports whether there is neither an AGENTS.md nor a stack. */
function isEmpty({ state, files }: OpenedStacks): boolean {
  return state.kind === 'stacks' && state.stacks.agentsText === null && files.every((each) => !each.exists());
}

export function createStackViewModel(
  opened: readonly { readonly name: string; readonly opened: OpenedStacks }[],
  { clock }: Runtime,
): StackViewModel {
  const now = clock.now();
  const there = opened.filter((each) => !isEmpty(each.opened));
  return { folders: there.map(({ name, opened: stacks }) => shownStacks(name, stacks, now)), now };
}

function shownStacks(name: string, opened: OpenedStacks, now: number): ShownStacks {
  const { state, root, watchProblems: watching } = opened;
  if (state.kind === 'broken') return { name, root, stacks: [], problems: [toProblem(state.error), ...watching] };
  const { agents } = state.stacks;
  const boxes = opened.messages.boxes();
  const overdue = opened.messages.overdue(now);
  const shown = opened.files.map((files, n): ShownStack => {
    const agent = findAgent(agents, files.name);
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
  return { name, root, stacks: shown, problems: [...state.problems.map(toWarning), ...watching] };
}
