import { conflictCopyNeeds } from '../../files/second-look/conflict-copies.ts';
import { CortexError } from '../../platform/errors.ts';
import type { Need } from '../../platform/need.ts';
import { problemNeeds, withErrorNeeds } from '../../platform/problem-needs.ts';
import { checkAgents } from '../agents/agents-check.ts';
import { examineUndeclared } from '../agents/undeclared-stacks.ts';
import { conflictsOfStacks, listExaminedFolders } from '../doctor.ts';
import { errorProblems } from '../findings.ts';
import type { StackMessage } from '../messages/all-messages.ts';
import { conflictNeeds, stackNeeds, undeclaredNeeds } from '../needs.ts';
import type { PlanTask } from '../plan/plan.ts';
import type { Stacks } from '../stacks.ts';
import type { StackFiles } from './stack-files.ts';
import type { StackMessagesCache } from './stack-messages-cache.ts';

/** Stacks with their cached contents. */
interface KnownStacks {
  readonly stacks: Stacks;
  readonly files: readonly StackFiles[];
  readonly messages: StackMessagesCache;
}

function doubledIds(tasks: readonly PlanTask[]): Set<string> {
  const ids = tasks.flatMap(({ id }) => id ?? []);
  return new Set(ids.filter((id, at) => ids.indexOf(id) !== at));
}

/** Returns the items of the stacks that wait for a person. @param now milliseconds since 1970 UTC */
export function listStackNeeds({ stacks, files, messages }: KnownStacks, now: number): Need[] {
  const there = files.filter((each) => each.exists());
  const plans = there.map(({ name, directory, tasks }) => ({
    name,
    directory,
    blocked: tasks.filter(({ status }) => status === 'blocked'),
    doubled: doubledIds(tasks),
  }));
  // A message that cannot be delivered is not overdue: its recipient never got it.
  const isUndelivered = ({ box, to }: StackMessage) => box === 'outbox' && (to === null || stacks.recipient(to) instanceof CortexError);
  const overdue = messages.overdue(now).all.filter(({ message }) => !isUndelivered(message));
  const waiting = stackNeeds({ plans, messages: messages.all(), overdue, archive: () => messages.archived() });
  const broken = there.flatMap(({ name, problems }) =>
    problemNeeds(problems).map((need) => ({ ...need, title: `${name}: ${need.title}` })),
  );
  // Needs about the same file are merged, and the first wins. So conflicts come before other problems.
  const conflicts = conflictNeeds(stacks.root, conflictsOfStacks(stacks, files));
  const lost = there.flatMap(({ outboxFindings }) => outboxFindings.filter(({ code }) => code === 'unknown-recipient'));
  const undeclared = undeclaredNeeds(stacks.root, [...examineUndeclared(stacks), ...lost]);
  const needs = [...waiting, ...undeclared, ...conflicts, ...broken, ...conflictCopyNeeds(stacks.runtime.fs, listExaminedFolders(stacks))];
  const found = [...checkAgents(stacks), ...there.flatMap(({ findings }) => findings)];
  return withErrorNeeds(stacks.root, needs, errorProblems(found));
}
