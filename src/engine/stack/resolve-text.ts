import { type MergedVersions, withCertainSides } from '../text/conflicts/certain-sides.ts';
import { keepBothSides } from '../text/conflicts/merge-conflicts.ts';
import type { Divide } from '../text/conflicts/merge-parts.ts';
import { keepBothBlocks, type MergeBlock } from '../text/conflicts/merged-blocks.ts';
import { parseSections } from '../text/markdown/sections.ts';
import { HISTORY } from './files/history.ts';
import { parseMessages } from './messages/format.ts';
import { messageIdentity } from './messages/message.ts';
import { taskBlocks } from './plan/task-blocks.ts';
import { STACK_FILES } from './store.ts';

/** Deeper sections belong to those above them. */
const MAX_PART_DEPTH = 2;

/** @param owner any string for an OUTBOX, where a header without a sender is a message */
function messagesIn(text: string, owner: string | undefined): MergeBlock[] {
  return parseMessages(text, { owner }).messages.map((message) => ({ ...message.place, key: messageIdentity(message) }));
}

function sectionsIn(text: string): MergeBlock[] {
  const sections = parseSections(text).filter(({ level }) => level <= MAX_PART_DEPTH);
  return sections.map(({ name, from }, n) => {
    return { from, to: sections[n + 1]?.from ?? text.length, key: name.toLowerCase(), isUnited: true };
  });
}

/** Returns a side of a conflict in a plan without the tasks that the other side has, too, with equal subtasks and notes. */
function withoutTasksOf(theirs: string, ours: string): string {
  const known = new Set(taskBlocks(ours).map(({ raw }) => raw));
  const equal = taskBlocks(theirs).filter(({ raw }) => known.has(raw));
  return equal.reduceRight((text, { from, to }) => text.slice(0, from) + text.slice(to), theirs);
}

/**
 * Keeps both sides of every merge conflict in a file of a stack or in AGENTS.md, one below the other, and removes git's markers. Messages
 * and sections stay whole. Plans, and conflicts inside one message or section, keep the lines of both sides; a plan keeps equal tasks once.
 * @param name of the file
 * @param text as `certainStackText` returns it
 */
export function resolveStackText(name: string, text: string): string {
  switch (name) {
    case STACK_FILES.plan:
      return keepBothSides(text, undefined, withoutTasksOf);
    case STACK_FILES.outbox:
      return keepBothBlocks(text, (each) => messagesIn(each, ''));
    case STACK_FILES.inbox:
    case HISTORY:
      return keepBothBlocks(text, (each) => messagesIn(each, undefined));
    default:
      return keepBothBlocks(text, sectionsIn);
  }
}

/**
 * Returns a file of a stack with conflicts whose sides are certain, see `withCertainSides`.
 * @param versions `null` if git does not know them
 * @throws CortexError `denied` with the line of a conflict whose sides are unknown
 */
export function certainStackText(name: string, text: string, versions: MergedVersions | null): string {
  return withCertainSides(text, { versions, divide: stackMerging(name).divide });
}

/** Returns top-level tasks and headings. A task moved to another section counts as another part. */
function tasksIn(text: string): MergeBlock[] {
  const tasks = taskBlocks(text).map(({ from, tasks: [task] }) => {
    return { from, key: JSON.stringify([task?.section, task?.id ?? task?.title]) };
  });
  const headings = parseSections(text).map(({ name, from }) => ({ from, key: name.toLowerCase() }));
  const parts = [...tasks, ...headings].sort((one, other) => one.from - other.from);
  return parts.map((part, n) => ({ ...part, to: parts[n + 1]?.from ?? text.length }));
}

/** How to merge two versions of a file of a stack (docs/decisions/0051-merge-driver.md). */
export interface StackMerging {
  /** Kind of the file's parts. */
  readonly by: 'messages' | 'tasks' | 'sections';
  readonly divide: Divide;
}

/** Returns how to merge two versions of a file of a stack. @param name of the file */
export function stackMerging(name: string): StackMerging {
  switch (name) {
    case STACK_FILES.plan:
      return { by: 'tasks', divide: tasksIn };
    case STACK_FILES.outbox:
      return { by: 'messages', divide: (text) => messagesIn(text, '') };
    case STACK_FILES.inbox:
    case HISTORY:
      return { by: 'messages', divide: (text) => messagesIn(text, undefined) };
    default:
      return { by: 'sections', divide: sectionsIn };
  }
}
