/** What of the stacks waits for a person: loaded when there are some. */

import { keptBesideNeeds } from '../../engine/files/second-look/kept-beside.ts';
import type { Need } from '../../engine/platform/need.ts';
import { problemNeeds } from '../../engine/platform/problem-needs.ts';
import { conflictNeeds, conflictsOfStacks, foldersOf, stackNeeds } from '../../engine/stack/index.ts';
import type { OpenedStacks } from '../stack/opened-stacks.ts';

/** @param now milliseconds since 1970 UTC */
export function needsOfStacks({ files, messages, state, root }: OpenedStacks, now: number): Need[] {
  const there = files.filter((each) => each.exists());
  const plans = there.map(({ name, directory, tasks }) => ({
    ...{ name, directory },
    blocked: tasks.filter(({ status }) => status === 'blocked'),
  }));
  const archive = () => files.flatMap((each) => each.archive);
  const waiting = stackNeeds({ plans, messages: messages.lists().flat(), overdue: messages.overdue(now).all, archive });
  const conflicts = state.kind === 'stacks' ? conflictNeeds(root, conflictsOfStacks(state.stacks)) : [];
  const kept = state.kind === 'stacks' ? keptBesideNeeds(state.stacks.runtime.fs, foldersOf(state.stacks)) : [];
  // What else is said of such a file is the same need: its conflicts come first.
  return [...waiting, ...conflicts, ...problemNeeds(there.flatMap(({ problems }) => problems)), ...kept];
}
