import path from 'node:path';
import type { Checked } from '../../platform/on-demand.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import { mergeConflicts } from '../../text/conflicts/merge-conflicts.ts';
import type { StackFinding } from '../findings.ts';
import { joinBoxes, readBoxes, readOrReport, type StackBoxes } from '../messages/all-messages.ts';
import type { Overdue } from '../messages/threads/overdue.ts';
import { findOverdueInStacks } from '../messages/threads/overdue-in.ts';
import { shortTitle } from '../messages/threads/threads.ts';
import { blockReason, type PlanTask } from '../plan/plan.ts';
import type { taskSchema } from '../schemas/common.ts';
import type { StatusOutput } from '../schemas/messages.ts';
import type { Stacks } from '../stacks.ts';
import { buildStatus, overdueFrom } from '../status.ts';
import { STACK_FILES, type StackStore } from '../store.ts';
import { requireOwnStack, stackOperation, stacksAround } from './in-stacks.ts';
import { messageView } from './message-view.ts';

function overdueView({ message, since }: Overdue): StatusOutput['overdue'][number] {
  const { id, to, type, time, content } = message;
  return { id, to, type, title: shortTitle(content), time, since };
}

/** Returns the files that could be read only in part. @throws CortexError `broken-file` for one that cannot be read */
function partialIn(store: StackStore, { conflicts, invalid }: StackBoxes): StatusOutput['partial'] {
  const hasConflicts = (name: string) => mergeConflicts(store.text(name) ?? '').length > 0;
  const isOfOutbox = ({ file }: StackFinding) => path.basename(file) === STACK_FILES.outbox;
  return [
    ...([STACK_FILES.current, STACK_FILES.plan] as const).filter(hasConflicts),
    ...(invalid > 0 || conflicts.some(isOfOutbox) ? ([STACK_FILES.outbox] as const) : []),
  ];
}

/** Shows the status of the own stack (seed 4, "Check Status"), and its overdue answers. */
export const showStatus = stackOperation(
  async (stacks: Stacks, _: unknown, { runtime }: OperationContext): Promise<Outcome<StatusOutput>> => {
    const own = requireOwnStack(stacks);
    const now = runtime.clock.now();
    const around = stacksAround(stacks);
    // Before the messages are read, so that the text of a large INBOX is not in memory together with them.
    const hasConflicts = mergeConflicts(own.store.text(STACK_FILES.inbox) ?? '').length > 0;
    const all = around.stacks.map((stack) => ({ stack, boxes: readBoxes(stack) }));
    const boxes = all.find(({ stack }) => stack.store.directory === own.store.directory)?.boxes ?? readBoxes(own);
    const ofArchives: string[] = [];
    const overdue = findOverdueInStacks(around.stacks, joinBoxes(all.map((each) => each.boxes)), now, ofArchives);
    const status = buildStatus(own, boxes, new Map());
    const output: StatusOutput = {
      stack: own.name,
      directory: status.directory,
      counts: status.counts,
      unread: status.unread,
      outbox: status.outbox,
      hasConflicts,
      partial: readOrReport(() => partialIn(own.store, boxes), [], []),
      current: { ...status.current, nextSteps: [...status.current.nextSteps] },
      inProgress: status.inProgress.map(taskView),
      blocked: status.blocked.map(taskView),
      overdue: overdueFrom(overdue, own.name).map(overdueView),
      messages: boxes.inbox.map((message) => messageView(message, message.unread)),
    };
    return {
      ok: true,
      output,
      warnings: [...new Set([...status.problems, ...around.problems, ...all.flatMap((each) => each.boxes.problems), ...ofArchives])],
    };
  },
);

/** Returns a task as it is named in an answer. */
export function taskView(task: PlanTask): Checked<typeof taskSchema> {
  const { number, title, line } = task;
  return { number, title, line, why: blockReason(task) };
}
